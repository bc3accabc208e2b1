/** Guarantee: the trail is listed, billed, checked and erased alike in both stores. */
import { describe, expect, test } from "bun:test";
import type { StateStore } from "../../../src/store/port.ts";
import type { AuditFilter } from "../../../src/store/records.ts";
import { entry, NOON_MS } from "../entry.ts";
import { all, CLIENT, portStore } from "./support.ts";

const DAY_MS = 86_400_000;
const OTHER = "production-oura";

/** A row of two clients in turn, one a day. */
async function rowsOver(days: number): Promise<StateStore> {
  let nowMs = NOON_MS;
  const store = await portStore(() => nowMs);
  for (let n = 0; n < days; n++, nowMs += DAY_MS) {
    const client_id = n % 2 === 0 ? CLIENT : OTHER;
    const served_at = new Date(nowMs).toISOString();
    const trace_id = `trc_${n}`;
    await store.commit(entry({ client_id, served_at, trace_id, request_id: `request-${n}` }));
  }
  return store;
}

const day = (n: number) => new Date(NOON_MS + n * DAY_MS).toISOString();
const erase = async (store: StateStore, scope: Parameters<StateStore["upkeep"]["erase"]>[0]) =>
  (await all<number>(store.upkeep.erase(scope, "ada"))).reduce((sum, rows) => sum + rows, 0);

test.each<[string, AuditFilter, number[]]>([
  ["all", {}, [0, 1, 2, 3, 4]],
  ["one client's", { client_id: OTHER }, [1, 3]],
  ["one request", { request_id: "request-2" }, [2]],
  ["one trace", { trace_id: "trc_3" }, [3]],
  ["one trace of another client", { trace_id: "trc_3", client_id: CLIENT }, []],
  ["the newest", { limit: 2 }, [3, 4]],
  ["one client's newest", { limit: 2, client_id: CLIENT }, [2, 4]],
  ["the days between", { since: day(1), until: day(4) }, [1, 2, 3]],
  ["from a day on", { since: day(3) }, [3, 4]],
  ["before a day", { until: day(2) }, [0, 1]],
  ["an outcome that none has", { outcome: "insufficient_signal" }, []],
])("lists %s, oldest first", async (_, filter, expected) => {
  const store = await rowsOver(5);
  const listed = (await store.audit.list(filter)).map(({ request_id }) => request_id);
  expect(listed).toEqual(expected.map((n) => `request-${n}`));
});

test("bills each row once, and walks the same rows", async () => {
  const store = await rowsOver(5);
  const billed = await all(store.audit.bill({}));
  const walked = await all(store.audit.walk({}));
  expect(billed.map(({ request_id }) => request_id)).toEqual(
    walked.map(({ request_id }) => request_id),
  );
  expect(billed).toHaveLength(5);
});

test("tells where the clock leapt ahead of the newest row, and not of a quiet month", async () => {
  let nowMs = NOON_MS;
  const store = await portStore(() => nowMs);
  const commitAt = async (days: number) => {
    nowMs = NOON_MS + days * DAY_MS;
    await store.commit(entry({ request_id: `day-${days}`, served_at: day(days) }));
    return await store.upkeep.times();
  };
  await commitAt(0);
  expect(await commitAt(31)).toEqual({ newest_ms: nowMs, leapt_at_ms: null });
  expect(await commitAt(31 + 45)).toEqual({ newest_ms: nowMs, leapt_at_ms: null });
  const leaptDays = 31 + 45 + 45 + 1 / DAY_MS;
  expect(await commitAt(leaptDays)).toEqual({ newest_ms: nowMs, leapt_at_ms: nowMs });
});

describe("an erasure", () => {
  test("of one request takes its personal part and leaves the bill, the others and the chain", async () => {
    const store = await rowsOver(4);
    const before = await all(store.audit.bill({}));
    expect(await erase(store, { client_id: CLIENT, request_id: "request-2" })).toBe(1);
    const rows = await store.audit.list({});
    expect(rows.map(({ response }) => response === null)).toEqual([false, false, true, false]);
    expect(rows[2]).toMatchObject({ query: null, signals: null, citations: null });
    expect(await all(store.audit.bill({}))).toEqual(before);
    expect(await store.replay(CLIENT, "request-2")).toBeNull();
    expect(await store.audit.verify()).toMatchObject({ rows: 4 });
  });

  test("of a time takes what was served before it, and a second one finds nothing", async () => {
    const store = await rowsOver(5);
    expect(await erase(store, { before: day(3) })).toBe(3);
    expect(await erase(store, { before: day(3) })).toBe(0);
    const left = (await store.audit.list({})).filter(({ response }) => response !== null);
    expect(left.map(({ request_id }) => request_id)).toEqual(["request-3", "request-4"]);
    expect(await store.audit.verify()).toMatchObject({ rows: 5 });
  });
});

describe("a checkpoint", () => {
  test("holds now and after more was added, erased and changed", async () => {
    const store = await portStore();
    expect(await store.audit.verify(await store.upkeep.checkpoint())).toMatchObject({ rows: 0 });
    for (let n = 0; n < 5; n++) await store.commit(entry({ request_id: `request-${n}` }));
    const checkpoint = await store.upkeep.checkpoint();
    expect(await store.audit.verify(checkpoint)).toMatchObject({ rows: 5 });
    await store.commit(entry({ request_id: "later" }));
    await store.consent.change(CLIENT, "active", "ada");
    await erase(store, { client_id: CLIENT });
    expect(await store.audit.verify(checkpoint)).toMatchObject({ rows: 6 });
  });

  test("of another store, or one that was changed, is no proof", async () => {
    const store = await rowsOver(2);
    const signed = await store.upkeep.checkpoint();
    const other = await (await portStore()).upkeep.checkpoint();
    expect(await store.audit.verify(other)).toMatchObject({
      why: expect.stringMatching(/does not know its key/),
    });
    const changed = { ...signed, checkpoint: { ...signed.checkpoint, rows: 1 } };
    expect(await store.audit.verify(changed)).toMatchObject({
      why: expect.stringMatching(/signature does not hold/),
    });
  });
});
