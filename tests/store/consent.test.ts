/**
 * Guarantee: nobody can rewrite the history of consent, nor the trail. `port/` says which steps are
 * appended.
 */
import { expect, test } from "bun:test";
import { commitMany, rawDatabase, temporaryStore } from "./support.ts";

const CLIENT = "sandbox-oura";

test.each([
  ["ledger", "subject"],
  ["audit_row", "trace_id"],
  ["audit_personal", "salt"],
] as const)("%s refuses UPDATE and DELETE, from any connection", (table, column) => {
  const { store, dataDir } = temporaryStore();
  store.consent.change(CLIENT, "active", "ada");
  commitMany(store, 2);
  const raw = rawDatabase(dataDir);
  expect(() => raw.run(`UPDATE ${table} SET ${column} = ${column}`)).toThrow("append-only");
  // A personal part may go, and is then missed by `audit verify` unless the ledger tells of it.
  if (table !== "audit_personal")
    expect(() => raw.run(`DELETE FROM ${table}`)).toThrow("append-only");
});
