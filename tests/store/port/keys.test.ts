/** Guarantee: a key works until it is revoked or expires, and its list tells what became of it. */
import { describe, expect, test } from "bun:test";
import { newKey } from "../../../src/store/key-format.ts";
import { NOON_MS } from "../entry.ts";
import { BY, CLIENT, portStore, refused, SANDBOX } from "./support.ts";

const HOUR_MS = 3_600_000;
/** A use is written a second after it, and later on a busy machine. */
const WRITTEN_WITHIN_MS = 10_000;
const TRIES_MAX = 100;

describe("a key", () => {
  test("is found with its own record, and nothing for a well-formed stranger", async () => {
    const store = await portStore();
    const { key, ...record } = await store.keys.issue({ ...SANDBOX, label: "pilot" }, BY);
    expect((await store.identify(key))?.key).toEqual(record);
    expect(record.client_id).toBe(CLIENT);
    expect(record.key_id).toMatch(/^key_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(await store.identify(newKey("sandbox"))).toBeNull();
  });

  test("that expires stops at its very instant", async () => {
    let nowMs = NOON_MS;
    const store = await portStore(() => nowMs);
    const { key, expires_at } = await store.keys.issue({ ...SANDBOX, expires_in_ms: HOUR_MS }, BY);
    expect(expires_at).toBe("2026-11-20T13:00:00.000Z");
    nowMs = NOON_MS + HOUR_MS - 1;
    expect(await store.identify(key)).not.toBeNull();
    nowMs += 1;
    expect(await store.identify(key)).toBeNull();
  });

  test("that is used in one hour and in the next is listed with the later use", async () => {
    let nowMs = NOON_MS;
    const store = await portStore(() => nowMs);
    const { key, key_id } = await store.keys.issue(SANDBOX, BY);
    for (const at of ["2026-11-20T12:00:00.000Z", "2026-11-20T13:00:00.000Z"]) {
      nowMs = Date.parse(at);
      let used: string | null | undefined;
      for (let tries = 0; tries < TRIES_MAX && used !== at; tries++) {
        await store.identify(key);
        await Bun.sleep(WRITTEN_WITHIN_MS / TRIES_MAX);
        used = (await store.keys.list()).find((each) => each.key_id === key_id)?.last_used_at;
      }
      expect(used).toBe(at);
    }
  });

  test("that is revoked again keeps the first time", async () => {
    let nowMs = NOON_MS;
    const { keys } = await portStore(() => nowMs);
    const { key_id } = await keys.issue(SANDBOX, BY);
    const first = await keys.revoke(key_id, BY);
    nowMs += HOUR_MS;
    expect(await keys.revoke(key_id, BY)).toEqual(first);
    expect(first.revoked_at).toBe("2026-11-20T12:00:00.000Z");
  });

  test("that was revoked has no successor, an unknown one is named to nobody", async () => {
    const { keys } = await portStore();
    const { key_id, key } = await keys.issue(SANDBOX, BY);
    await keys.revoke(key_id, BY);
    expect(await refused(() => keys.rotate(key_id, 0, BY))).toContain("no longer valid");
    expect(await refused(() => keys.revoke(key, BY))).toContain("no key has this id");
    expect(await keys.list()).toHaveLength(1);
  });
});

describe("rotation", () => {
  test("keeps both keys working for the grace period, and the successor for the asked lifetime", async () => {
    let nowMs = NOON_MS;
    const store = await portStore(() => nowMs);
    const lifetime = { label: "pilot", expires_in_ms: 48 * HOUR_MS };
    const old = await store.keys.issue({ ...SANDBOX, ...lifetime }, BY);
    nowMs += HOUR_MS;
    const successor = await store.keys.rotate(old.key_id, 24 * HOUR_MS, BY);
    expect(successor).toMatchObject({ client_id: old.client_id, label: "pilot", revoked_at: null });
    expect(successor.key).not.toBe(old.key);
    expect(successor.expires_at).toBe(new Date(nowMs + 48 * HOUR_MS).toISOString());
    expect(await store.identify(old.key)).not.toBeNull();
    nowMs += 24 * HOUR_MS;
    expect(await store.identify(old.key)).toBeNull();
    expect(await store.identify(successor.key)).not.toBeNull();
  });

  test("never prolongs a key by its grace period", async () => {
    let nowMs = NOON_MS;
    const { keys } = await portStore(() => nowMs);
    const old = await keys.issue({ ...SANDBOX, expires_in_ms: HOUR_MS }, BY);
    nowMs += 1;
    const successor = await keys.rotate(old.key_id, 24 * HOUR_MS, BY);
    const listed = (await keys.list()).map(({ key_id, expires_at }) => [key_id, expires_at]);
    expect(listed).toEqual([
      [old.key_id, "2026-11-20T13:00:00.000Z"],
      [successor.key_id, "2026-11-20T13:00:00.001Z"],
    ]);
  });

  test("tells which key took the place of which", async () => {
    const { keys } = await portStore();
    const first = await keys.issue(SANDBOX, BY);
    const second = await keys.rotate(first.key_id, HOUR_MS, BY);
    const third = await keys.rotate(second.key_id, HOUR_MS, BY);
    expect((await keys.list()).map(({ key_id, replaces }) => [key_id, replaces])).toEqual([
      [first.key_id, null],
      [second.key_id, first.key_id],
      [third.key_id, second.key_id],
    ]);
  });
});
