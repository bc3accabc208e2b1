/**
 * Guarantee: a running service switches to a newly chosen reranker within two seconds, drops no
 * request, and keeps the old one where the new one cannot be used.
 *
 * @alone it measures time
 * @slow it starts the program
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import {
  type Answer,
  askBehindGateway,
  logged,
  serveBehindGateway,
} from "../support/behind-gateway.ts";
import { issueKey, type RunningService, run, SOURCE } from "../support/program.ts";

const WITHIN_MS = 2000;
const GIVE_UP_MS = 10_000;
const folder = temporaryFolder("live-models");
const data = join(folder.path, "data");
const foreign = join(folder.path, "foreign");
let service: RunningService;

const ask = () => askBehindGateway(service);

async function use(place: string): Promise<void> {
  const used = await run([...SOURCE, "models", "use", "reranker", place, "--data-dir", data]);
  expect([used.code, used.stderr]).toEqual([0, ""]);
}

describe.skipIf(!existsSync(join(import.meta.dir, "../../build/corpus/STARTER")))(
  "models use beside a running service",
  () => {
    beforeAll(async () => {
      cpSync(join(import.meta.dir, "fixtures/bert"), foreign, { recursive: true });
      await issueKey(SOURCE, data);
      service = await serveBehindGateway(data);
    }, 30_000);
    afterAll(async () => {
      expect(await service.stop()).toBe(0);
      folder.remove();
    });

    test("there and back under load: every request is answered, the chosen reranker within two seconds", async () => {
      const shipped = await ask();
      let before = shipped.model_version;
      for (const [already, place] of [foreign, "default"].entries()) {
        let done = false;
        const answers: Answer[] = [];
        const load = (async () => {
          while (!done) answers.push(...(await Promise.all([ask(), ask()])));
        })();
        let since = 0;
        try {
          await use(place);
          since = Date.now();
          while (logged(service, "reranker switched").length === already) {
            expect(Date.now() - since).toBeLessThan(GIVE_UP_MS);
            await Bun.sleep(20);
          }
          await ask();
        } finally {
          done = true;
          await load;
        }
        expect(
          Date.parse(String(logged(service, "reranker switched").at(-1)?.time)) - since,
        ).toBeLessThan(WITHIN_MS);
        const after = await ask();
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        expect(after.model_version).not.toBe(before);
        expect(new Set([...answers, after].map(({ model_version }) => model_version)).size).toBe(2);
        before = after.model_version;
      }
      // Going back is going back: the same reranker answers under the same name.
      expect(before).toBe(shipped.model_version);
    }, 60_000);

    test("a damaged note of the choice is refused and named; the old reranker answers on", async () => {
      const before = await ask();
      const note = join(data, "models/reranker.json");
      mkdirSync(join(data, "models"), { recursive: true });
      writeFileSync(note, "{}");
      const since = Date.now();
      while (logged(service, "chosen reranker refused").length === 0) {
        expect(Date.now() - since).toBeLessThan(GIVE_UP_MS);
        await Bun.sleep(20);
      }
      expect(logged(service, "chosen reranker refused")[0]).toMatchObject({
        cause: expect.stringContaining(`${note} is damaged`),
        reranker: expect.stringContaining("phasewise"),
      });
      expect(await ask()).toMatchObject({ status: 200, model_version: before.model_version });
    }, 30_000);
  },
);
