/**
 * Guarantee: a served store erases by itself what is older than its time, beside everybody who
 * answers, and a clock that is wrong does not make it erase what is young.
 *
 * @slow it takes seconds
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { startUpkeep } from "../../src/service/upkeep.ts";
import { openStore, storePath } from "../../src/store/sqlite/index.ts";
import { runUpkeep } from "../../src/store/upkeep-round.ts";
import { createLogger } from "../support/lines.ts";
import { commitMany, entry, NOON_MS, temporaryDataDir } from "./support.ts";

setDefaultTimeout(120_000);

const DAY_MS = 86_400_000;
const RETAIN_MS = 400 * DAY_MS;

/** One row every forty days, ten in all. */
function years() {
  const dataDir = temporaryDataDir();
  const store = openStore(dataDir);
  for (let n = 0; n < 10; n++) {
    const at = NOON_MS + n * 40 * DAY_MS;
    store.commit(entry({ request_id: `request-${n}`, served_at: new Date(at).toISOString() }), at);
  }
  const left = () => [...store.audit.walk({})].filter(({ query }) => query !== null).length;
  return { dataDir, store, left, newestMs: NOON_MS + 9 * 40 * DAY_MS };
}

const fileAt = (dataDir: string) => ({ dataDir, state: null, password: null });

test("what is older than its time goes, and the chain holds", async () => {
  const { dataDir, store, left, newestMs } = years();
  const task = { place: fileAt(dataDir), retainMs: 100 * DAY_MS, nowMs: newestMs + DAY_MS };
  expect(await runUpkeep(task)).toEqual({ erased: 7, held: null, fault: null });
  expect(left()).toBe(3);
  expect(await runUpkeep(task)).toEqual({ erased: 0, held: null, fault: null });
  expect(store.audit.verify()).toMatchObject({ rows: 10 });
  store.close();
});

test.each([
  ["years ahead", 2_000],
  ["years behind", -2_000],
])(
  "a clock that is %s erases nothing that the newest row does not show to be old",
  async (_, days) => {
    const { dataDir, store, left, newestMs } = years();
    await runUpkeep({
      place: fileAt(dataDir),
      retainMs: RETAIN_MS,
      nowMs: newestMs + days * DAY_MS,
    });
    expect(left()).toBe(10);
    store.close();
  },
);

test("a row stored under a clock that leapt ahead holds everything back for a week, and says so", async () => {
  const { dataDir, store, left, newestMs } = years();
  const leapt = newestMs + 2_000 * DAY_MS;
  const later = (ms: number) => {
    store.commit(
      entry({ request_id: `later-${ms}`, served_at: new Date(leapt).toISOString() }),
      leapt + ms,
    );
    return runUpkeep({ place: fileAt(dataDir), retainMs: RETAIN_MS, nowMs: leapt + ms });
  };
  expect(await later(DAY_MS)).toMatchObject({
    erased: 0,
    held: expect.stringMatching(/the clock leapt ahead/),
  });
  // The first row after the leap came on day 1, so the week ends on day 8.
  expect(await later(8 * DAY_MS - 1)).toMatchObject({ erased: 0 });
  expect(left()).toBe(12);
  expect(await later(8 * DAY_MS)).toMatchObject({ erased: 10, held: null });
  store.close();
});

test.each([
  [45 * DAY_MS, null],
  [45 * DAY_MS + 1, expect.stringMatching(/the clock leapt ahead/)],
])("%i ms without a row: held back is %p", async (quietMs, held) => {
  const dataDir = temporaryDataDir();
  const store = openStore(dataDir);
  for (const at of [NOON_MS, NOON_MS + quietMs])
    store.commit(entry({ request_id: `request-${at}`, served_at: new Date(at).toISOString() }), at);
  const task = { place: fileAt(dataDir), retainMs: RETAIN_MS, nowMs: NOON_MS + quietMs };
  expect(await runUpkeep(task)).toEqual({ erased: 0, held, fault: null });
  store.close();
});

test("pages that are damaged are reported", async () => {
  const dataDir = temporaryDataDir();
  const store = openStore(dataDir);
  commitMany(store, 100);
  store.close();
  const bytes = new Uint8Array(await Bun.file(storePath(dataDir)).arrayBuffer());
  bytes.fill(0xff, bytes.length - 4096 * 8);
  writeFileSync(storePath(dataDir), bytes);
  const report = await runUpkeep({ place: fileAt(dataDir), retainMs: RETAIN_MS, nowMs: NOON_MS });
  expect(report.fault).toMatch(/damaged.*put back a backup/);
});

test("the service does it in a thread of its own and logs what it did", async () => {
  const { dataDir, store, left, newestMs } = years();
  const { logger, waitFor } = createLogger();
  const end = startUpkeep({ place: fileAt(dataDir), retainMs: DAY_MS, logger, firstMs: 1 });
  // By the real clock, which most of these rows are ahead of.
  expect(await waitFor("store upkeep")).toMatchObject({ erased: 1 });
  end();
  expect(left()).toBe(9);
  expect(store.commit(entry({ request_id: "after" }), newestMs).id).not.toBe("");
  store.close();
});
