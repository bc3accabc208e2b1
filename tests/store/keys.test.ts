/**
 * Guarantees: a key works until it is revoked or expires, in every process at once, and is nowhere
 * on disk.
 */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { isWellFormedKey, newKey } from "../../src/store/key-format.ts";
import { openStore } from "../../src/store/sqlite/index.ts";
import { NOON_MS, rawDatabase, temporaryDataDir, temporaryStore } from "./support.ts";

const SANDBOX = { tenant: "oura", environment: "sandbox" } as const;
const HOUR_MS = 3_600_000;

describe("format", () => {
  test("has its documented shape and at least 192 random bits", () => {
    for (const environment of ["sandbox", "production"] as const) {
      const match = /^pw_(sandbox|production)_([0-9A-Za-z]+)_([0-9A-Za-z]{6})$/.exec(
        newKey(environment),
      );
      expect(match?.[1]).toBe(environment);
      expect((match?.[2] ?? "").length * Math.log2(62)).toBeGreaterThanOrEqual(192);
    }
  });

  test("a key stays valid in later versions: its lengths and its checksum are what they were", () => {
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (let n = 0; n < 200; n++) {
      const [, head = "", random = "", sum = ""] =
        /^(pw_production_([^_]+))_(.+)$/.exec(newKey("production")) ?? [];
      const digest = new Bun.CryptoHasher("sha256").update(head).digest("hex");
      let rest = BigInt(`0x${digest.slice(0, 12)}`);
      let expected = "";
      for (let at = 0; at < 6; at++) {
        expected = alphabet.charAt(Number(rest % 62n)) + expected;
        rest /= 62n;
      }
      expect([random.length, sum]).toEqual([33, expected]);
    }
  });

  test("no character is favoured", () => {
    const KEYS = 6_000;
    const counts = new Map<string, number>();
    for (let n = 0; n < KEYS; n++)
      for (const character of newKey("sandbox").split("_")[2] ?? "")
        counts.set(character, (counts.get(character) ?? 0) + 1);
    // Seven standard deviations: chance does not go that far, a bias of one byte in 256 does.
    const fair = (KEYS * 33) / 62;
    for (const count of counts.values())
      expect(Math.abs(count - fair)).toBeLessThan(7 * Math.sqrt(fair));
  });

  test("two keys share no random part, and every character of the alphabet is used", () => {
    const parts = Array.from({ length: 200 }, () => newKey("sandbox").split("_")[2] ?? "");
    expect(new Set(parts).size).toBe(200);
    expect(new Set(parts.join("")).size).toBe(62);
  });

  test("any single changed character is refused by shape or checksum alone", () => {
    const key = newKey("sandbox");
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(..."0aZ_-é "), (at, character) => {
        const changed = key.slice(0, at) + character + key.slice(at + 1);
        return changed === key || !isWellFormedKey(changed);
      }),
    );
    expect(isWellFormedKey(key)).toBe(true);
    for (const wrong of [
      "",
      "pw_",
      `${key} `,
      `${key}\n`,
      key.toUpperCase(),
      key.replace("sandbox", "production"),
    ]) {
      expect(isWellFormedKey(wrong)).toBe(false);
    }
  });
});

describe("authenticate", () => {
  test("finds the key's own record and nothing for a well-formed stranger", () => {
    const { store } = temporaryStore();
    const { key, ...record } = store.keys.issue({ ...SANDBOX, label: "pilot" }, "command line");
    expect(store.keys.authenticate(key)).toEqual(record);
    expect(record.client_id).toBe("sandbox-oura");
    expect(record.key_id).toMatch(/^key_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(store.keys.authenticate(newKey("sandbox"))).toBeNull();
  });

  test("a wrong checksum is refused without touching the database", () => {
    const { store, dataDir } = temporaryStore();
    const { key } = store.keys.issue(SANDBOX, "command line");
    rawDatabase(dataDir).run("DROP TABLE api_key");
    const last = key.at(-1) === "0" ? "1" : "0";
    expect(store.keys.authenticate(key.slice(0, -1) + last)).toBeNull();
    expect(() => store.keys.authenticate(key)).toThrow();
  });

  test("an expired key stops at its very instant", () => {
    let nowMs = NOON_MS;
    const { store } = temporaryStore({ now: () => nowMs });
    const { key, expires_at } = store.keys.issue(
      { ...SANDBOX, expires_in_ms: HOUR_MS },
      "command line",
    );
    expect(expires_at).toBe("2026-11-20T13:00:00.000Z");
    nowMs = NOON_MS + HOUR_MS - 1;
    expect(store.keys.authenticate(key)).not.toBeNull();
    nowMs += 1;
    expect(store.keys.authenticate(key)).toBeNull();
  });

  test("sees what another connection revoked, with the next call", () => {
    const { store, dataDir } = temporaryStore();
    const { key, key_id } = store.keys.issue(SANDBOX, "command line");
    expect(store.keys.authenticate(key)).not.toBeNull();
    const operator = openStore(dataDir);
    operator.keys.revoke(key_id, "command line");
    operator.close();
    expect(store.keys.authenticate(key)).toBeNull();
  });
});

test("the plain key, and its random part, are in no file of the data directory", () => {
  const { store, dataDir } = temporaryStore();
  const issued = store.keys.issue(SANDBOX, "command line");
  const successor = store.keys.rotate(issued.key_id, HOUR_MS, "command line");
  store.keys.authenticate(issued.key);
  const contents = () =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"))
      .join("");
  for (const key of [issued.key, successor.key]) {
    expect(contents()).not.toContain(key);
    expect(contents()).not.toContain(key.split("_")[2] ?? "");
  }
  expect(contents()).toContain(issued.key_id);
});

describe("revoke and rotate", () => {
  test("a repeated revocation keeps the first time", () => {
    let nowMs = NOON_MS;
    const { store } = temporaryStore({ now: () => nowMs });
    const { key_id } = store.keys.issue(SANDBOX, "command line");
    const first = store.keys.revoke(key_id, "command line");
    nowMs += HOUR_MS;
    expect(store.keys.revoke(key_id, "command line")).toEqual(first);
    expect(first.revoked_at).toBe("2026-11-20T12:00:00.000Z");
  });

  test("rotation keeps both keys working for the grace period, and the successor for the asked lifetime", () => {
    let nowMs = NOON_MS;
    const { store } = temporaryStore({ now: () => nowMs });
    const old = store.keys.issue(
      { ...SANDBOX, label: "pilot", expires_in_ms: 48 * HOUR_MS },
      "command line",
    );
    nowMs += HOUR_MS;
    const successor = store.keys.rotate(old.key_id, 24 * HOUR_MS, "command line");
    expect(successor).toMatchObject({ client_id: old.client_id, label: "pilot", revoked_at: null });
    expect(successor.key).not.toBe(old.key);
    expect(successor.expires_at).toBe(new Date(nowMs + 48 * HOUR_MS).toISOString());
    expect(store.keys.authenticate(old.key)).not.toBeNull();
    nowMs += 24 * HOUR_MS;
    expect(store.keys.authenticate(old.key)).toBeNull();
    expect(store.keys.authenticate(successor.key)).not.toBeNull();
  });

  test("a grace period never prolongs a key", () => {
    let nowMs = NOON_MS;
    const { store } = temporaryStore({ now: () => nowMs });
    const old = store.keys.issue({ ...SANDBOX, expires_in_ms: HOUR_MS }, "command line");
    nowMs += 1;
    const successor = store.keys.rotate(old.key_id, 24 * HOUR_MS, "command line");
    const listed = store.keys.list().map(({ key_id, expires_at }) => [key_id, expires_at]);
    expect(listed).toEqual([
      [old.key_id, "2026-11-20T13:00:00.000Z"],
      [successor.key_id, "2026-11-20T13:00:00.001Z"],
    ]);
  });

  test("a revoked key has no successor, an unknown one is named to nobody", () => {
    const { store } = temporaryStore();
    const { key_id, key } = store.keys.issue(SANDBOX, "command line");
    store.keys.revoke(key_id, "command line");
    expect(() => store.keys.rotate(key_id, 0, "command line")).toThrow("no longer valid");
    expect(() => store.keys.revoke(key, "command line")).toThrow("no key has this id");
    expect(store.keys.list()).toHaveLength(1);
  });
});

describe("what keys list tells", () => {
  const listed = (store: ReturnType<typeof temporaryStore>["store"], keyId: string) =>
    store.keys.list().find(({ key_id }) => key_id === keyId);

  test("a key's last use, to the hour, written behind the request and kept over a restart", async () => {
    let nowMs = NOON_MS;
    const dataDir = temporaryDataDir();
    const store = openStore(dataDir, { now: () => nowMs, elapsedMs: () => 0 });
    const { key, key_id } = store.keys.issue(SANDBOX, "command line");
    const uses = () => rawDatabase(dataDir).query("SELECT * FROM key_use").all();
    expect(listed(store, key_id)?.last_used_at).toBeNull();
    store.keys.authenticate(key);
    expect(uses()).toEqual([]);
    for (let tries = 0; tries < 50 && uses().length === 0; tries++) await Bun.sleep(100);
    expect(uses()).toHaveLength(1);
    store.close();

    const seen: (string | null | undefined)[] = [];
    for (const minutes of [30, 61, 62]) {
      nowMs = NOON_MS + minutes * 60_000;
      const next = openStore(dataDir, { now: () => nowMs, elapsedMs: () => 0 });
      next.keys.authenticate(key);
      next.close();
      const after = openStore(dataDir);
      seen.push(listed(after, key_id)?.last_used_at);
      after.close();
    }
    expect(seen).toEqual([
      "2026-11-20T12:00:00.000Z",
      "2026-11-20T13:01:00.000Z",
      "2026-11-20T13:01:00.000Z",
    ]);
  });

  test("a refused key was not used, and a last use that cannot be written refuses nobody", () => {
    const dataDir = temporaryDataDir();
    const store = openStore(dataDir);
    const refused = store.keys.issue(SANDBOX, "command line");
    store.keys.revoke(refused.key_id, "command line");
    expect(store.keys.authenticate(refused.key)).toBeNull();
    const { key, key_id } = store.keys.issue(SANDBOX, "command line");
    rawDatabase(dataDir).run("DROP TABLE key_use");
    expect(store.keys.authenticate(key)?.key_id).toBe(key_id);
    store.close();
  });

  test("what was done to each key, when and from where; a repeated revocation adds nothing", () => {
    let nowMs = NOON_MS;
    const { store } = temporaryStore({ now: () => nowMs });
    const { key_id } = store.keys.issue(SANDBOX, "command line");
    nowMs += HOUR_MS;
    const successor = store.keys.rotate(key_id, 0, "console");
    store.keys.revoke(successor.key_id, "command line");
    store.keys.revoke(successor.key_id, "console");
    expect(store.keys.list().map(({ changes }) => changes)).toEqual([
      [
        { change: "issued", at: "2026-11-20T12:00:00.000Z", by: "command line" },
        { change: "rotated", at: "2026-11-20T13:00:00.000Z", by: "console" },
      ],
      [
        { change: "issued", at: "2026-11-20T13:00:00.000Z", by: "console" },
        { change: "revoked", at: "2026-11-20T13:00:00.000Z", by: "command line" },
      ],
    ]);
    expect(store.audit.verify()).toMatchObject({ rows: 0 });
  });

  test("which key took the place of which, over several rotations", () => {
    const { store } = temporaryStore();
    const first = store.keys.issue(SANDBOX, "command line");
    const second = store.keys.rotate(first.key_id, HOUR_MS, "command line");
    const third = store.keys.rotate(second.key_id, HOUR_MS, "command line");
    expect(store.keys.list().map(({ key_id, replaces }) => [key_id, replaces])).toEqual([
      [first.key_id, null],
      [second.key_id, first.key_id],
      [third.key_id, second.key_id],
    ]);
  });
});
