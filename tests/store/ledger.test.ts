/**
 * Guarantee: consent, keys and what else happened to the store stand in one chained ledger; a
 * change past the program is found.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { tamper, temporaryStore } from "./support.ts";

setDefaultTimeout(60_000);

const SANDBOX = { tenant: "oura", environment: "sandbox" } as const;

function withHistory() {
  const opened = temporaryStore();
  const { store } = opened;
  store.consent.change("sandbox-oura", "active", "ada", "contract 12");
  const { key_id } = store.keys.issue({ ...SANDBOX, label: "pilot" }, "command line");
  const successor = store.keys.rotate(key_id, 60_000, "command line");
  store.keys.revoke(successor.key_id, "command line");
  store.consent.change("sandbox-oura", "revoked", "ada");
  return { ...opened, key_id };
}

test("a history made by the program holds", () => {
  expect(withHistory().store.audit.verify()).toMatchObject({ rows: 0, head: "0".repeat(64) });
});

describe("finds", () => {
  test.each([
    [
      "a state of consent that was changed",
      `content = replace(content, '"active"', '"revoked"')`,
      2,
    ],
    ["a reason that was changed", `content = replace(content, 'contract 12', 'contract 13')`, 1],
    ["an event that was moved to another client", "subject = 'production-oura'", 1],
    ["an event that was given another time", "at_ms = at_ms - 1", 1],
  ])("%s", (_, change, sequence) => {
    const { store, dataDir } = withHistory();
    tamper(dataDir, `UPDATE ledger SET ${change} WHERE sequence = ${sequence}`);
    expect(store.audit.verify()).toMatchObject({
      part: "ledger event",
      broken: String(sequence),
      why: "content does not match its hash",
    });
  });

  test("an event that was removed, and a tail that was cut off", () => {
    const middle = withHistory();
    tamper(middle.dataDir, "DELETE FROM ledger WHERE sequence = 3");
    expect(middle.store.audit.verify()).toMatchObject({
      broken: "4",
      why: expect.stringMatching(/before it is missing/),
    });
    const tail = withHistory();
    tamper(tail.dataDir, "DELETE FROM ledger WHERE sequence >= 7");
    expect(tail.store.audit.verify()).toMatchObject({
      part: "ledger event",
      why: expect.stringMatching(/the end of the ledger/),
    });
  });

  test.each([
    [
      "a revocation that was taken back",
      "UPDATE api_key SET revoked_at_ms = NULL",
      /revoked_at_ms/,
    ],
    ["an expiry that was moved", "UPDATE api_key SET expires_at_ms = 9e12", /expires_at_ms/],
    [
      "another secret under a known id",
      "UPDATE api_key SET key_sha256 = 'x' || rowid",
      /key_sha256/,
    ],
    ["a key that was removed", "DELETE FROM api_key WHERE rowid = 1", /the table does not/],
    [
      "a key that nobody issued",
      `INSERT INTO api_key SELECT 'key_x', 'x', tenant, environment, label, created_at_ms, lifetime_ms,
        expires_at_ms, revoked_at_ms FROM api_key LIMIT 1`,
      /does not know this key/,
    ],
  ])("%s", (_, sql, why) => {
    const { store, dataDir } = withHistory();
    tamper(dataDir, sql);
    expect(store.audit.verify()).toMatchObject({ part: "key", why: expect.stringMatching(why) });
  });
});
