/**
 * Guarantees of SQLite's file: audit row and cache entry exist together or not at all, and the
 * window holds over restarts and processes. What holds of every store is in `port/answers.test.ts`,
 * a clock that is set back in `clock.test.ts`.
 *
 * @slow it starts programs
 */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { ServiceError } from "../../src/contract/error.ts";
import { ConsentEndedError, KeyEndedError } from "../../src/store/key-and-consent.ts";
import { isLocked, openStore, storePath } from "../../src/store/sqlite/index.ts";
import { count, entry, NOON_MS, rawDatabase, temporaryDataDir, temporaryStore } from "./support.ts";

const { client_id, request_id, response } = entry();

describe("the idempotency window", () => {
  test("survives a restart", () => {
    const dataDir = temporaryDataDir();
    const before = openStore(dataDir);
    before.commit(entry(), NOON_MS);
    before.close();
    const after = openStore(dataDir);
    expect(after.replay(client_id, request_id, NOON_MS + 1)?.body).toBe(response);
    after.close();
  });

  test("expired entries of others are purged by the next answer, audit rows stay", () => {
    const { store, dataDir } = temporaryStore();
    for (let i = 0; i < 5; i++) store.commit(entry({ request_id: `r${i}` }), NOON_MS);
    store.commit(entry({ request_id: "last" }), NOON_MS + 300_000);
    expect([count(dataDir, "audit_row"), count(dataDir, "idempotency_entry")]).toEqual([6, 1]);
  });

  test("a second commit by another process returns the first row and adds nothing", () => {
    const { store, dataDir } = temporaryStore();
    const first = store.commit(entry(), NOON_MS);
    const other = openStore(dataDir);
    expect(other.commit(entry({ response: "from another process" }), NOON_MS + 1_000)).toEqual(
      first,
    );
    other.close();
    expect([count(dataDir, "audit_row"), count(dataDir, "idempotency_entry")]).toEqual([1, 1]);
  });
});

/** @param locked whether another process's lock is the cause, so that another try may succeed */
function expectPersistenceFailed(commit: () => unknown, locked = false): void {
  try {
    commit();
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: "persistence_failed", status: 502, details: null });
    expect((error as ServiceError).publicMessage).not.toMatch(
      /sqlite|database|\.ts|table|constraint/i,
    );
    expect(isLocked(error)).toBe(locked);
    return;
  }
  throw new Error("the commit did not fail");
}

test.each(["audit_row", "audit_head", "idempotency_entry"])(
  "a commit that fails at %s leaves neither row nor entry, and the chain whole",
  (table) => {
    const { store, dataDir } = temporaryStore();
    store.commit(entry({ request_id: "before" }), NOON_MS);
    const change = table === "audit_head" ? "UPDATE" : "INSERT";
    const raw = rawDatabase(dataDir);
    raw.run(
      `CREATE TRIGGER broken BEFORE ${change} ON ${table} BEGIN SELECT RAISE(ABORT, 'disk gone'); END`,
    );
    expectPersistenceFailed(() => store.commit(entry(), NOON_MS));
    expect(store.replay(client_id, request_id, NOON_MS)).toBeNull();
    expect([count(dataDir, "audit_row"), count(dataDir, "idempotency_entry")]).toEqual([1, 1]);
    raw.run("DROP TRIGGER broken");
    store.commit(entry(), NOON_MS);
    expect(store.audit.verify()).toMatchObject({ rows: 2 });
    expect(store.replay(client_id, request_id, NOON_MS)?.body).toBe(response);
  },
);

test("a database locked by another process is waited for, then the commit fails and keeps nothing", async () => {
  const waitMs = 200;
  const { store, dataDir } = temporaryStore({ busyTimeoutMs: waitMs });
  const holder = Bun.spawn(
    [process.execPath, join(import.meta.dir, "hold-lock.ts"), storePath(dataDir)],
    {
      stdin: "pipe",
      stdout: "pipe",
    },
  );
  await holder.stdout.getReader().read();
  const started = performance.now();
  expectPersistenceFailed(() => store.commit(entry(), NOON_MS), true);
  expect(performance.now() - started).toBeGreaterThanOrEqual(waitMs * 0.9);
  expect(store.replay(client_id, request_id, NOON_MS)).toBeNull();
  holder.stdin.end();
  await holder.exited;
  store.commit(entry(), NOON_MS);
  expect([count(dataDir, "audit_row"), count(dataDir, "idempotency_entry")]).toEqual([1, 1]);
});

test.each([
  ["key", KeyEndedError],
  ["consent", ConsentEndedError],
] as const)(
  "a %s that ends while a commit waits for the lock: nothing is kept or served",
  async (what, ended) => {
    const { store, dataDir } = temporaryStore();
    const { key_id } = store.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line");
    store.consent.change(client_id, "active", "operator");
    const caller = { client_id, key_id };
    const operator = Bun.spawn(
      [
        process.execPath,
        join(import.meta.dir, "slow-end.ts"),
        dataDir,
        what,
        what === "key" ? key_id : client_id,
      ],
      { stdout: "pipe" },
    );
    await operator.stdout.getReader().read();
    // The first check passes, since the operator has not committed yet.
    expect(() => store.commit(entry(), Date.now(), caller)).toThrow(ended);
    expect(await operator.exited).toBe(0);
    expect([count(dataDir, "audit_row"), count(dataDir, "idempotency_entry")]).toEqual([0, 0]);
  },
);
