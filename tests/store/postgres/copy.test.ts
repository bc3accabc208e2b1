/**
 * Guarantee: a copy between file and database is whole or not there: the same bill, the same
 * answers, the same keys and consent, what was erased stays erased, and both sides hold.
 *
 * @slow it starts PostgreSQL
 */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { copyBetween } from "../../../src/store/copy/index.ts";
import type { StateStore } from "../../../src/store/port.ts";
import { withCommitTurns } from "../../../src/store/sqlite/commit-turns.ts";
import { openStore, storePath } from "../../../src/store/sqlite/index.ts";
import { PASSWORD } from "../../support/postgres.ts";
import { entry } from "../entry.ts";
import { tamper, temporaryDataDir } from "../support.ts";
import { CLIENT, onPostgres } from "./support.ts";

const OTHER = "sandbox-whoop";

async function billOf(store: StateStore): Promise<string[]> {
  const lines: string[] = [];
  for await (const row of store.audit.bill({})) lines.push(JSON.stringify(row));
  return lines;
}

async function stateOf(store: StateStore) {
  const { hash: _, previous_hash: __, ...row } = (await store.audit.list({ limit: 1 }))[0] ?? {};
  return {
    bill: await billOf(store),
    keys: await store.keys.list(),
    consent: await store.consent.history(CLIENT),
    erased: (await store.audit.list({})).map(({ response }) => response === null),
    replayed: await store.replay(CLIENT, "request-11"),
    row,
  };
}

/** A file with two clients, a rotated key, an erasure and a signing key. */
function filled(): string {
  const dataDir = temporaryDataDir();
  const store = openStore(dataDir);
  store.consent.change(CLIENT, "active", "ada", "contract");
  const { key_id } = store.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line");
  store.keys.rotate(key_id, 60_000, "command line");
  for (let i = 0; i < 12; i++) {
    const client_id = i % 3 === 0 ? OTHER : CLIENT;
    store.commit(entry({ client_id, request_id: `request-${i}` }), Date.now());
  }
  for (const _ of store.upkeep.erase({ client_id: CLIENT, request_id: "request-4" }, "ada"));
  for (const _ of store.upkeep.erase({ client_id: OTHER }, "ada"));
  store.upkeep.checkpoint();
  store.close();
  return dataDir;
}

onPostgres("a copy", (server) => {
  const place = (dataDir: string, state: string) => ({ dataDir, state, password: PASSWORD });

  test("to the database and back keeps everything", async () => {
    const [first, second] = [filled(), temporaryDataDir()];
    const url = await server.url();
    expect(await copyBetween(place(first, url), "database")).toBe(12);
    const file = withCommitTurns(openStore(first));
    const before = await stateOf(file);
    await file.close();
    const database = await server.open(url);
    expect(await stateOf(database)).toEqual(before);
    expect(await database.audit.verify()).toMatchObject({ rows: 12 });
    await database.commit(entry({ request_id: "in between" }));
    await database.keys.revoke(before.keys[1]?.key_id ?? "", "console");
    expect(await copyBetween(place(second, url), "file")).toBe(13);
    const back = withCommitTurns(openStore(second));
    expect(await back.audit.verify()).toMatchObject({ rows: 13 });
    expect((await stateOf(back)).bill).toEqual(await billOf(database));
    expect((await back.keys.list()).at(-1)?.changes).toMatchObject([
      { change: "issued", by: "command line" },
      { change: "revoked", by: "console" },
    ]);
    expect((await stateOf(back)).bill.slice(0, 12)).toEqual(before.bill);
    expect(await back.replay(CLIENT, "request-11")).toEqual(before.replayed);
    expect((await back.commit(entry({ request_id: "later" }))).id).not.toBe("");
    expect(await back.audit.verify()).toMatchObject({ rows: 14 });
    await back.close();
  });

  test("is refused where there is a store, and while a replica serves", async () => {
    const dataDir = filled();
    const url = await server.url();
    const serving = await server.open(url, { watch: true });
    await expect(copyBetween(place(dataDir, url), "database")).rejects.toThrow("a replica serves");
    await serving.consent.change(CLIENT, "provisioned", "ada");
    await serving.close();
    await expect(copyBetween(place(dataDir, url), "database")).rejects.toThrow("already");
    await expect(copyBetween(place(dataDir, url), "file")).rejects.toThrow("already");
  });

  test("of a store that does not hold leaves nothing", async () => {
    const dataDir = filled();
    const url = await server.url();
    tamper(dataDir, "UPDATE audit_row SET outcome = 'x' WHERE sequence = 9");
    await expect(copyBetween(place(dataDir, url), "database")).rejects.toThrow("does not hold");
    const empty = await server.open(url);
    expect([await empty.keys.list(), await billOf(empty)]).toEqual([[], []]);
    const fresh = temporaryDataDir();
    await server
      .cluster()
      .admin(new URL(url).pathname.slice(1), "DELETE FROM phasewise.ledger_head");
    await expect(copyBetween(place(fresh, url), "file")).rejects.toThrow("does not hold");
    expect(existsSync(storePath(fresh))).toBe(false);
  });
});
