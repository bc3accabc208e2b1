/**
 * Guarantee: consent is the last row of a history that nobody can rewrite, and only allowed steps
 * are appended.
 */
import { describe, expect, test } from "bun:test";
import { CONSENT_STATES, type ConsentState } from "../../src/store/types.ts";
import { commitMany, NOON_MS, rawDatabase, temporaryStore } from "./support.ts";

const CLIENT = "sandbox-oura";
type Wish = Exclude<ConsentState, "not_provisioned">;
const WAY_TO: Record<ConsentState, readonly Wish[]> = {
  not_provisioned: [],
  provisioned: ["provisioned"],
  active: ["active"],
  revoked: ["active", "revoked"],
};
/** From each state, what each wish leads to; `refused` leaves the history as it was. */
const OUTCOMES: Record<
  ConsentState,
  Record<Wish, { state: ConsentState; rows: number } | "refused">
> = {
  not_provisioned: {
    provisioned: { state: "provisioned", rows: 1 },
    active: { state: "active", rows: 2 },
    revoked: "refused",
  },
  provisioned: {
    provisioned: { state: "provisioned", rows: 0 },
    active: { state: "active", rows: 1 },
    revoked: { state: "revoked", rows: 1 },
  },
  active: {
    provisioned: { state: "active", rows: 0 },
    active: { state: "active", rows: 0 },
    revoked: { state: "revoked", rows: 1 },
  },
  revoked: {
    provisioned: "refused",
    active: { state: "active", rows: 1 },
    revoked: { state: "revoked", rows: 0 },
  },
};

describe.each(CONSENT_STATES)("from %s", (from) => {
  test.each(["provisioned", "active", "revoked"] as const)("to %s", (wish) => {
    const { store } = temporaryStore();
    for (const step of WAY_TO[from]) store.consent.change(CLIENT, step, "setup");
    const before = store.consent.history(CLIENT);
    const outcome = OUTCOMES[from][wish];
    if (outcome === "refused") {
      expect(() => store.consent.change(CLIENT, wish, "me")).toThrow(CLIENT);
      expect(store.consent.history(CLIENT)).toEqual(before);
      return;
    }
    expect(store.consent.change(CLIENT, wish, "me").state).toBe(outcome.state);
    expect(store.consent.state(CLIENT)).toBe(outcome.state);
    const after = store.consent.history(CLIENT);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + outcome.rows);
  });
});

test("every change tells who, when and why, and touches no other client", () => {
  const { store } = temporaryStore({ now: () => NOON_MS });
  store.consent.change(CLIENT, "active", "ada", "contract 12 signed");
  expect(store.consent.history(CLIENT)).toEqual(
    ["provisioned" as const, "active" as const].map((state) => ({
      client_id: CLIENT,
      state,
      at: "2026-11-20T12:00:00.000Z",
      actor: "ada",
      reason: "contract 12 signed",
    })),
  );
  expect(store.consent.state("production-oura")).toBe("not_provisioned");
});

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
