/**
 * Guarantees of the file's store behind the port: commits take turns with the event loop, wait for
 * another process's lock within their limit, and keep nothing after it.
 */
import { expect, test } from "bun:test";
import { Deadline } from "../../src/origin/deadline.ts";
import { withCommitTurns } from "../../src/store/sqlite/commit-turns.ts";
import { count, entry, NOON_MS, rawDatabase, temporaryStore } from "./support.ts";

/** A store whose lock is looked for, not waited for, with a second connection to its file. */
function lockable(options: { giveUpAfterMs?: number } = {}) {
  const { store, dataDir } = temporaryStore({ lockWaitMs: 0 });
  const other = rawDatabase(dataDir);
  return {
    store: withCommitTurns(store, { now: () => NOON_MS, ...options }),
    lock: () => other.run("BEGIN IMMEDIATE"),
    free: () => other.run("ROLLBACK"),
    rows: () => count(dataDir, "audit_row"),
  };
}

const waits = (ms: number) => new Deadline(performance.now(), ms);

test("commits that are asked for at once are kept in their order, and the loop turns between them", async () => {
  const { store, rows } = lockable();
  const order: string[] = [];
  const asked = ["a", "b", "c"].map((request_id) =>
    store.commit(entry({ request_id })).then(() => order.push(request_id)),
  );
  setImmediate(() => order.push("a turn of the loop"));
  await Promise.all(asked);
  expect(order).toEqual(["a", "a turn of the loop", "b", "c"]);
  expect(rows()).toBe(3);
});

test("a commit waits for the lock while reads go on, and is kept when the lock is free", async () => {
  const { store, lock, free, rows } = lockable();
  lock();
  const committed = store.commit(entry(), undefined, waits(10_000));
  await Bun.sleep(60);
  expect(await store.replay(entry().client_id, entry().request_id)).toBeNull();
  free();
  expect((await committed).response).toBe(entry().response);
  expect(rows()).toBe(1);
});

test("a commit gives up after its time, and the next one is not held up by it", async () => {
  const { store, lock, free, rows } = lockable({ giveUpAfterMs: 60 });
  lock();
  await expect(store.commit(entry())).rejects.toMatchObject({ code: "persistence_failed" });
  free();
  await store.commit(entry({ request_id: "next" }));
  expect(rows()).toBe(1);
});

test("nothing is kept after the limit, which may be extended while the commit waits", async () => {
  const { store, lock, free, rows } = lockable();
  lock();
  const short = store.commit(entry({ request_id: "short" }), undefined, waits(50));
  const limit = waits(50);
  const extended = store.commit(entry({ request_id: "extended" }), undefined, limit);
  limit.putOff(waits(10_000));
  await expect(short).rejects.toMatchObject({ code: "service_unavailable" });
  await Bun.sleep(60);
  free();
  await extended;
  expect(rows()).toBe(1);
});
