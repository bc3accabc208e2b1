/**
 * Guarantee: no accepted body blocks the event loop. While the hardest bodies are read and
 * answered, other requests are answered as fast as usual. The test measures the processor time of
 * the service's own thread, because the clock includes other programs on the machine.
 *
 * @alone it measures how long the event loop is held
 * @slow it starts the program
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { type MonitoredService, serveMonitored } from "../support/monitored.ts";
import { issueKey, SOURCE } from "../support/program.ts";
import { padded, WORST_BODIES } from "../support/worst-bodies.ts";

/** `bun tests/bench/event-loop.ts` shows 20 ms on a quiet machine; what it was, is 500 and more. */
const HOLD_CPU_MS_MAX = 60;
/** Rendered on the loop, the first page held it for 26 ms; made by a thread, for 3. */
const PORTAL_HOLD_CPU_MS_MAX = 12;
const LIVENESS_MS_MAX = 1_000;
const CROWD = 28;
const CROWD_BYTES = 3_800_000;
const CROWD_HOLD_CPU_MS_MAX = 200;

describe.skipIf(!existsSync(join(import.meta.dir, "../../build/corpus/STARTER")))(
  "the event loop",
  () => {
    const folder = temporaryFolder("event-loop");
    let service: MonitoredService;

    beforeAll(async () => {
      await issueKey(SOURCE, folder.path);
      service = await serveMonitored(folder.path);
      // The first answer pays for what is compiled on first use.
      await service.post(WORST_BODIES[0]?.body() ?? "");
    }, 120_000);
    afterAll(async () => {
      await service.stop();
      folder.remove();
    });

    /** The longest wait for liveness while `work` is done. */
    async function livenessDuring(work: Promise<unknown>): Promise<number> {
      let longest = 0;
      let isDone = false;
      const done = work.finally(() => {
        isDone = true;
      });
      while (!isDone) {
        const asked = performance.now();
        expect((await fetch(`${service.url}/v1/health`)).status).toBe(200);
        longest = Math.max(longest, performance.now() - asked);
        await Bun.sleep(5);
      }
      await done;
      return longest;
    }

    test.each(WORST_BODIES)(
      "$name",
      async ({ status, body }) => {
        const text = body();
        await service.holds();
        const answered = service.post(text);
        const liveness = await livenessDuring(answered);
        const { cpuMs } = await service.holds();
        expect(await answered).toBe(status);
        expect(cpuMs).toBeLessThan(HOLD_CPU_MS_MAX);
        expect(liveness).toBeLessThan(LIVENESS_MS_MAX);
      },
      20_000,
    );

    test("the portal's pages, when the first of them is asked for", async () => {
      await service.holds();
      const page = await fetch(`${service.url}/docs/recommend-google-health`);
      const { cpuMs } = await service.holds();
      expect([page.status, (await page.text()).length > 100_000]).toEqual([200, true]);
      expect(cpuMs).toBeLessThan(PORTAL_HOLD_CPU_MS_MAX);
    }, 20_000);

    test("a crowd of large bodies at once", async () => {
      const body = padded(WORST_BODIES[1]?.body() ?? "", CROWD_BYTES);
      const bodies = Array.from({ length: CROWD }, () =>
        body.replace(/"request_id":"[^"]*"/, `"request_id":"${Bun.randomUUIDv7()}"`),
      );
      await service.holds();
      const statuses = Promise.all(bodies.map((each) => service.post(each)));
      await livenessDuring(statuses);
      const { cpuMs } = await service.holds();
      // Whether all of them can be answered in time depends on the machine.
      expect((await statuses).every((status) => status === 200 || status === 503)).toBe(true);
      expect(cpuMs).toBeLessThan(CROWD_HOLD_CPU_MS_MAX);
    }, 30_000);
  },
);
