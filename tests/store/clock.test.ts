/**
 * Guarantee: a clock that steps back never bills a request twice, never opens a second window and
 * never turns the chain's order round; a leap ahead is written down.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { openStore } from "../../src/store/sqlite/index.ts";
import { count, entry, NOON_MS, rawDatabase, temporaryDataDir, temporaryStore } from "./support.ts";

setDefaultTimeout(60_000);

const { client_id, request_id, response } = entry();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe("a clock that steps back", () => {
  test.each([1_000, 300_000, HOUR_MS, 400 * DAY_MS])("by %d ms bills nothing twice", (stepMs) => {
    const { store, dataDir } = temporaryStore();
    store.commit(entry(), NOON_MS);
    expect(store.replay(client_id, request_id, NOON_MS - stepMs)?.body).toBe(response);
    store.commit(entry({ response: "again" }), NOON_MS - stepMs);
    expect(count(dataDir, "audit_row")).toBe(1);
  });

  test("leaves the window open for its five minutes and no longer, by the time that passes", () => {
    let elapsedMs = 0;
    const { store } = temporaryStore({ elapsedMs: () => elapsedMs });
    store.commit(entry(), NOON_MS);
    const behind = NOON_MS - HOUR_MS;
    elapsedMs = 299_999;
    expect(store.replay(client_id, request_id, behind + elapsedMs)?.body).toBe(response);
    elapsedMs = 300_000;
    expect(store.replay(client_id, request_id, behind + elapsedMs)).toBeNull();
  });

  test("while nothing runs is seen at the next start", () => {
    const dataDir = temporaryDataDir();
    const before = openStore(dataDir);
    before.commit(entry(), NOON_MS);
    before.close();
    const after = openStore(dataDir);
    expect(after.replay(client_id, request_id, NOON_MS - DAY_MS)?.body).toBe(response);
    after.close();
  });

  test("does not turn round ids, chain and ledger", () => {
    let nowMs = NOON_MS;
    const { store, dataDir } = temporaryStore({ now: () => nowMs });
    const ids = [0, 5_000, -DAY_MS, -DAY_MS, 1].map((shiftMs, i) => {
      nowMs = NOON_MS + shiftMs;
      store.consent.change(client_id, i % 2 === 0 ? "active" : "revoked", "ada");
      return store.commit(entry({ request_id: `r${i}` }), nowMs).id;
    });
    expect(ids).toEqual([...ids].sort());
    const times = store.consent.history(client_id).map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    expect(store.audit.verify()).toMatchObject({ rows: 5 });
    expect(rawDatabase(dataDir).query("SELECT newest_ms FROM audit_head").get()).toEqual({
      newest_ms: NOON_MS + 5_000,
    });
  });

  test("does not make an expired key work again", () => {
    let nowMs = NOON_MS;
    const { store } = temporaryStore({ now: () => nowMs });
    const { key } = store.keys.issue(
      {
        tenant: "oura",
        environment: "sandbox",
        expires_in_ms: HOUR_MS,
      },
      "command line",
    );
    store.commit(entry(), NOON_MS + 2 * HOUR_MS);
    expect(store.keys.authenticate(key)).toBeNull();
    nowMs = NOON_MS;
    expect(store.keys.authenticate(key)).toBeNull();
  });
});

describe("a leap ahead of the newest row", () => {
  function leaps(dataDir: string): unknown[] {
    return rawDatabase(dataDir).query("SELECT content FROM ledger WHERE kind = 'clock'").all();
  }

  test("by years stands in the ledger; a quiet month does not", () => {
    const { store, dataDir } = temporaryStore();
    store.commit(entry({ request_id: "a" }), NOON_MS);
    store.commit(entry({ request_id: "b" }), NOON_MS + 31 * DAY_MS);
    expect(leaps(dataDir)).toEqual([]);
    const to_ms = NOON_MS + 1_000 * DAY_MS;
    store.commit(entry({ request_id: "c" }), to_ms);
    const content = JSON.stringify({ from_ms: NOON_MS + 31 * DAY_MS, to_ms });
    expect(leaps(dataDir)).toEqual([{ content }]);
    expect(store.audit.verify()).toMatchObject({ rows: 3 });
  });
});
