/**
 * Guarantee: a running service switches to another release within three seconds, drops no request,
 * and refuses a damaged one.
 *
 * @alone it measures time
 * @slow it starts the program
 */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import type { ImportReport } from "../../src/library/import.ts";
import { listAudit, replayAudit } from "../support/audit.ts";
import {
  type Answer,
  askBehindGateway,
  logged,
  serveBehindGateway,
} from "../support/behind-gateway.ts";
import { issueKey, type RunningService, run, SOURCE } from "../support/program.ts";
import { corpusJson, samples, writeNbib } from "./samples.ts";

const WITHIN_MS = 3000;
/** The requests that run on what was replaced end within this time. */
const DRAINED_MS = 500;
const folder = temporaryFolder("live");
const data = join(folder.path, "data");
const pointer = join(data, "corpus/CURRENT");
let service: RunningService;
let starter = "";
let local = "";

const ask = () => askBehindGateway(service);

/** The switch as `corpus` commands make it: one rename. */
function pointTo(version: string): void {
  writeFileSync(`${pointer}.test`, `${version}\n`);
  renameSync(`${pointer}.test`, pointer);
}

/** Asks without a pause until the answers come from elsewhere. */
async function untilOther(model_version: string): Promise<Answer[]> {
  const started = performance.now();
  const answers: Answer[] = [];
  while (performance.now() - started < 10 * WITHIN_MS) {
    answers.push(...(await Promise.all([ask(), ask(), ask()])));
    if (answers.at(-1)?.model_version !== model_version) break;
  }
  return answers;
}

/** Waits for a line of the log; what follows tells whether it came. */
async function untilSaid(said: () => boolean, withinMs: number): Promise<void> {
  const since = performance.now();
  while (!said() && performance.now() - since < withinMs) await Bun.sleep(20);
}

/** From the switch's log line: how long opening and examining the release took. */
const switches = () =>
  logged<{ corpus_version: string; elapsed_ms: number; time: string }>(
    service,
    "corpus release switched",
  );

beforeAll(async () => {
  await issueKey(SOURCE, data);
  starter = (await corpusJson<{ version: string }>(data, "status")).version;
  const file = writeNbib(folder.path, "walks.nbib", samples(20));
  local = String((await corpusJson<ImportReport>(data, "import", file)).published);
  await corpusJson(data, "rollback", "starter");
  service = await serveBehindGateway(data);
}, 60_000);
afterAll(async () => {
  await service.stop();
  folder.remove();
});

test("there and back under load: every request is answered, each by one release, the new one within three seconds", async () => {
  const first = await ask();
  for (const version of [local, starter, local]) {
    const before = (await ask()).model_version;
    const since = Date.now();
    pointTo(version);
    const answers = await untilOther(before);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ model_version }) => model_version)).size).toBe(2);
    const switched = switches().at(-1);
    expect(switched?.corpus_version).toBe(version);
    expect(Date.parse(String(switched?.time)) - since).toBeLessThan(WITHIN_MS);
  }
  pointTo(starter);
  await untilOther((await ask()).model_version);
  // Going back is going back: the same release answers under the same name.
  expect((await ask()).model_version).toBe(first.model_version);
}, 60_000);

test("a reranker and a release that are switched one right after the other drop no request either", async () => {
  const use = async (place: string) => {
    const used = await run([...SOURCE, "models", "use", "reranker", place, "--data-dir", data]);
    expect([used.code, used.stderr]).toEqual([0, ""]);
  };
  const rerankerSwitches = () => logged(service, "reranker switched").length;
  const foreign = join(folder.path, "foreign");
  cpSync(join(import.meta.dir, "../inference/fixtures/bert"), foreign, { recursive: true });
  const answers: Answer[] = [];
  let done = false;
  const load = Promise.all(
    [1, 2, 3].map(async () => {
      while (!done) answers.push(await ask());
    }),
  );
  try {
    for (const [place, version] of [
      [foreign, local],
      ["default", starter],
    ] as const) {
      const [releases, rerankers] = [switches().length, rerankerSwitches()];
      await use(place);
      pointTo(version);
      const both = () => switches().length > releases && rerankerSwitches() > rerankers;
      await untilSaid(both, 10 * WITHIN_MS);
      expect(both()).toBe(true);
      await Bun.sleep(DRAINED_MS);
    }
  } finally {
    done = true;
    await load;
  }
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ model_version }) => model_version)).size).toBeGreaterThan(1);
}, 60_000);

test("an import on the command line reaches the running service, and so does the rollback", async () => {
  const before = (await ask()).model_version;
  const file = writeNbib(folder.path, "more.nbib", samples(3, 501));
  const report = await corpusJson<ImportReport>(data, "import", file);
  await untilOther(before);
  expect(switches().at(-1)?.corpus_version).toBe(String(report.published));
  const between = (await ask()).model_version;
  await corpusJson(data, "rollback", "starter");
  await untilOther(between);
  expect((await ask()).model_version).toBe(before);
}, 60_000);

test("an answer is replayed from the release it was made with, whichever is in use now", async () => {
  const rows = await listAudit<{ id: string; corpus_version: string }>(SOURCE, data);
  for (const version of [starter, local]) {
    const row = rows.find((each) => each.corpus_version === version);
    const replay = await replayAudit(SOURCE, data, String(row?.id));
    expect(JSON.parse(replay.stdout)).toEqual({ id: String(row?.id), byte_equal: true });
  }
}, 60_000);

test("a damaged, missing or misnamed release is logged, and the one in use answers on", async () => {
  const before = (await ask()).model_version;
  const path = join(data, "corpus", local, "records.ndjson");
  const bytes = readFileSync(path);
  chmodSync(path, 0o600);
  const faults: [string, () => void][] = [
    ["records.ndjson", () => writeFileSync(path, bytes.subarray(0, -1))],
    ["corpus-0123456789abcdef", () => undefined],
    ["does not name a release", () => undefined],
  ];
  const refusals = () =>
    service
      .output()
      .split("\n")
      .filter((line) => line.includes("refused"));
  for (const [i, [said, damage]] of faults.entries()) {
    damage();
    pointTo([local, "corpus-0123456789abcdef", "../../elsewhere"][i] ?? "");
    await untilSaid(() => refusals().length > i, WITHIN_MS);
    expect(await ask()).toEqual({ status: 200, model_version: before });
    expect(refusals().length).toBe(i + 1);
    expect(refusals().at(-1)).toContain(said);
  }
  writeFileSync(path, bytes);
  pointTo(starter);
}, 60_000);
