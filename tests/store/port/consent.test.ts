/** Guarantee: consent is the last row of a history, and only allowed steps are appended. */
import { describe, expect, test } from "bun:test";
import { CONSENT_STATES, type ConsentState } from "../../../src/store/records.ts";
import { NOON_MS } from "../entry.ts";
import { CLIENT, portStore, refused } from "./support.ts";

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
  test.each(["provisioned", "active", "revoked"] as const)("to %s", async (wish) => {
    const { consent } = await portStore();
    for (const step of WAY_TO[from]) await consent.change(CLIENT, step, "setup");
    const before = await consent.history(CLIENT);
    const outcome = OUTCOMES[from][wish];
    if (outcome === "refused") {
      expect(await refused(() => consent.change(CLIENT, wish, "me"))).toContain(CLIENT);
      expect(await consent.history(CLIENT)).toEqual(before);
      return;
    }
    expect((await consent.change(CLIENT, wish, "me")).state).toBe(outcome.state);
    expect(await consent.state(CLIENT)).toBe(outcome.state);
    const after = await consent.history(CLIENT);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + outcome.rows);
  });
});

test("every change tells who, when and why, and touches no other client", async () => {
  const { consent } = await portStore(() => NOON_MS);
  await consent.change(CLIENT, "active", "ada", "contract 12 signed");
  expect(await consent.history(CLIENT)).toEqual(
    ["provisioned" as const, "active" as const].map((state) => ({
      client_id: CLIENT,
      state,
      at: "2026-11-20T12:00:00.000Z",
      actor: "ada",
      reason: "contract 12 signed",
    })),
  );
  expect(await consent.state("production-oura")).toBe("not_provisioned");
});
