/**
 * Guarantee: what somebody changes in the database past the program shows in `audit verify`, and
 * an erasure removes the personal part and nothing else.
 *
 * @slow it starts PostgreSQL
 */
import { describe, expect, test } from "bun:test";
import type { AuditFilter } from "../../../src/store/records.ts";
import { entry } from "../entry.ts";
import { CLIENT, commitMany, databaseOf, onPostgres } from "./support.ts";

const FREE = "SET search_path = phasewise; SET session_replication_role = replica;";

onPostgres("the trail", (server) => {
  async function filled() {
    const url = await server.url();
    const store = await server.open(url);
    await store.consent.change(CLIENT, "active", "test");
    await store.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line");
    await commitMany(store, 4);
    await commitMany(store, 3, "sandbox-whoop");
    const tamper = (sql: string) => server.cluster().admin(databaseOf(url), `${FREE} ${sql}`);
    return { store, tamper };
  }

  test("guards refuse a change, even of the tables' owner", async () => {
    const url = await server.url();
    await commitMany(await server.open(url), 1);
    for (const sql of [
      "UPDATE phasewise.audit_row SET outcome = 'x'",
      "DELETE FROM phasewise.audit_row",
      "UPDATE phasewise.audit_personal SET packed = ''",
    ])
      await expect(server.cluster().admin(databaseOf(url), sql)).rejects.toThrow("append-only");
  });

  test("a chain of two months goes through the end of the first", async () => {
    const { store, tamper } = await filled();
    await tamper(`INSERT INTO audit_month SELECT m.client_id, '2000-01', 1, 2, m.previous_hash,
        r.id, encode(r.hash, 'hex'), m.newest_ms
      FROM audit_month m JOIN audit_row r ON r.client_id = m.client_id AND r.sequence = 2;
      UPDATE audit_month m SET first = 3, previous_hash = f.hash
      FROM audit_month f WHERE f.client_id = m.client_id AND f.month < m.month;`);
    expect(await store.audit.verify()).toMatchObject({ rows: 7 });
    await tamper("UPDATE audit_month SET row_count = 1 WHERE month = '2000-01'");
    expect(await store.audit.verify()).toMatchObject({
      part: "record",
      why: "its last row is not the recorded one",
    });
    await tamper(`UPDATE audit_month SET row_count = 2 WHERE month = '2000-01';
      UPDATE audit_month SET previous_hash = hash WHERE month > '2000-01'`);
    expect(await store.audit.verify()).toMatchObject({
      part: "record",
      why: "it does not begin where the month before ends",
    });
  });

  describe("shows", () => {
    test.each([
      ["a changed fact", "UPDATE audit_row SET outcome = 'served!' WHERE sequence = 2", "row"],
      ["a changed answer", "UPDATE audit_personal SET packed = '\\x00' WHERE sequence = 2", "row"],
      ["a lost answer", "DELETE FROM audit_personal WHERE sequence = 2", "row"],
      ["a row that was taken out", "DELETE FROM audit_row WHERE sequence = 2", "row"],
      ["a cut tail", `DELETE FROM audit_row WHERE client_id = '${CLIENT}' AND sequence = 4`, "row"],
      ["a client's rows taken away", `DELETE FROM audit_row WHERE client_id = '${CLIENT}'`, "row"],
      [
        "a client's rows and records taken away",
        `DELETE FROM audit_row WHERE client_id = '${CLIENT}'; DELETE FROM audit_month WHERE client_id = '${CLIENT}'`,
        null,
      ],
      [
        "a changed consent",
        "UPDATE ledger SET content = replace(content, 'active', 'revoked')",
        "ledger event",
      ],
      [
        "a key that was put in",
        "INSERT INTO api_key VALUES ('k', 'h', 'oura', 'sandbox', null, 1, null, null, null)",
        "key",
      ],
      ["a key that was taken out", "DELETE FROM api_key", "key"],
      ["a lost record of the ledger's end", "DELETE FROM ledger_head", "record"],
      ["a row too few for its record", "UPDATE audit_month SET row_count = row_count + 1", "row"],
      ["a row too many for its record", "UPDATE audit_month SET row_count = 2", "record"],
      ["another last id", "UPDATE audit_month SET id = upper(id) || 'X'", "record"],
      ["another last hash", "UPDATE audit_month SET hash = previous_hash", "record"],
      ["another beginning", "UPDATE audit_month SET previous_hash = hash", "record"],
    ])("%s", async (_, sql, part) => {
      const { store, tamper } = await filled();
      const checkpoint = await store.upkeep.checkpoint();
      await tamper(sql);
      if (part !== null) expect(await store.audit.verify()).toMatchObject({ part });
      // Only a checkpoint that is kept elsewhere shows that a whole chain is gone.
      expect(await store.audit.verify(checkpoint)).toMatchObject({ part: part ?? "checkpoint" });
    });
  });

  test("is listed by outcome, by request id, and backwards from an id", async () => {
    const { store } = await filled();
    const outcome = "insufficient_signal";
    const withheld = await store.commit(entry({ outcome, request_id: "other" }));
    const found = async (filter: AuditFilter) =>
      (await store.audit.list(filter)).map(({ request_id }) => request_id);
    expect(await found({ outcome })).toEqual(["other"]);
    expect(await found({ request_id: "other", client_id: CLIENT })).toEqual(["other"]);
    expect(await found({ request_id: "ther" })).toEqual([]);
    const before = { before_id: withheld.id, client_id: CLIENT, limit: 2 };
    expect(await found(before)).toEqual(["request-2", "request-3"]);
  });

  test("passes through a checkpoint, and through none that was changed", async () => {
    const { store } = await filled();
    const signed = await store.upkeep.checkpoint();
    await commitMany(store, 1);
    expect(await store.audit.verify(signed)).toMatchObject({ rows: 7 });
    const forged = { ...signed, checkpoint: { ...signed.checkpoint, rows: 1 } };
    expect(await store.audit.verify(forged)).toMatchObject({ part: "checkpoint" });
  });

  test("an erasure takes the answer away, keeps the bill, and the chain holds", async () => {
    const { store } = await filled();
    let rows = 0;
    const scope = { client_id: CLIENT, request_id: "request-2", reason: "ticket 7" };
    for await (const erased of store.upkeep.erase(scope, "ada")) rows += erased;
    expect(rows).toBe(1);
    expect(await store.replay(CLIENT, "request-2")).toBeNull();
    expect(await store.audit.verify()).toMatchObject({ rows: 7 });
    const erased = (await store.audit.list({})).filter(({ response }) => response === null);
    expect(erased.map(({ request_id }) => request_id)).toEqual(["request-2"]);
    let billed = 0;
    for await (const _ of store.audit.bill({})) billed += 1;
    expect(billed).toBe(7);
  });

  test("an erasure by time reaches every client, and is found again by nobody", async () => {
    const { store } = await filled();
    const before = new Date(Date.parse(entry().served_at) + 1).toISOString();
    let rows = 0;
    for await (const erased of store.upkeep.erase({ before }, "retention")) rows += erased;
    expect(rows).toBe(7);
    for await (const again of store.upkeep.erase({ before }, "retention")) expect(again).toBe(0);
    expect(await store.audit.verify()).toMatchObject({ rows: 7 });
  });
});
