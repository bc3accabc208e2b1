/** Guarantee: one (client, request) is billed once per window, and gets one answer in it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ConsentEndedError, KeyEndedError } from "../../../src/store/key-and-consent.ts";
import { entry, NOON_MS } from "../entry.ts";
import { BY, CLIENT, portStore, SANDBOX } from "./support.ts";

const { request_id, response } = entry();
const WINDOW_MS = 300_000;

describe("the idempotency window", () => {
  test.each([
    [0, true],
    [WINDOW_MS - 1, true],
    [WINDOW_MS, false],
  ])("%d ms after the answer: replayed %p", async (elapsedMs, hit) => {
    let nowMs = NOON_MS;
    const store = await portStore(() => nowMs);
    await store.commit(entry());
    nowMs += elapsedMs;
    const expected = hit ? { body: response, stored_at_ms: NOON_MS } : null;
    expect(await store.replay(CLIENT, request_id)).toEqual(expected);
  });

  test("belongs to one client", async () => {
    const store = await portStore();
    await store.commit(entry());
    expect(await store.replay("production-oura", request_id)).toBeNull();
  });

  test("tells apart request ids that differ only in what UTF-8 cannot write", async () => {
    const store = await portStore();
    const id = fc.string({
      unit: fc.constantFrom("\ud800", "\ud801", "\udc00", "\0", "a", "é", "e\u0301"),
      minLength: 1,
      maxLength: 4,
    });
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(id, async (request) => {
        const known = (await store.replay(CLIENT, request))?.body;
        expect(known).toBe(seen.has(request) ? JSON.stringify(request) : undefined);
        seen.add(request);
        await store.commit(entry({ request_id: request, response: JSON.stringify(request) }));
      }),
      { numRuns: 50 },
    );
  });

  test("an answer after it replaces the entry and is billed again", async () => {
    let nowMs = NOON_MS;
    const store = await portStore(() => nowMs);
    await store.commit(entry());
    nowMs += WINDOW_MS;
    await store.commit(entry({ response: "later" }));
    expect((await store.replay(CLIENT, request_id))?.body).toBe("later");
    expect(await store.audit.list({})).toHaveLength(2);
  });

  test("a second commit within it returns the first row and adds nothing", async () => {
    const store = await portStore();
    const first = await store.commit(entry());
    expect(await store.commit(entry({ response: "from elsewhere" }))).toEqual(first);
    expect(await store.audit.list({})).toHaveLength(1);
  });
});

test("commits that are asked for together each get a row, and the chain holds", async () => {
  const store = await portStore();
  const asked = Array.from({ length: 12 }, (_, i) => entry({ request_id: `r-${i % 8}` }));
  const rows = await Promise.all(asked.map((made) => store.commit(made)));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(8);
  expect(await store.audit.verify()).toMatchObject({ rows: 8 });
});

test.each([
  ["a number JSON cannot say", { timings_ms: { rerank: Number.NaN } }],
  ["a served_at that is not in its one form", { served_at: "2026-11-20T12:00:00Z" }],
])("%s is refused, and nothing is kept", async (_, wrong) => {
  const store = await portStore();
  await expect(store.commit(entry(wrong))).rejects.toThrow("persistence_failed");
  expect(await store.audit.list({})).toEqual([]);
  expect(await store.replay(CLIENT, request_id)).toBeNull();
});

test.each([
  ["key", KeyEndedError],
  ["consent", ConsentEndedError],
] as const)(
  "a %s that has ended: nothing is kept, and nothing is replayed",
  async (what, ended) => {
    const store = await portStore();
    const { key_id } = await store.keys.issue(SANDBOX, BY);
    await store.consent.change(CLIENT, "active", "operator");
    const caller = { client_id: CLIENT, key_id };
    await store.commit(entry({ request_id: "before" }), caller);
    if (what === "key") await store.keys.revoke(key_id, BY);
    else await store.consent.change(CLIENT, "revoked", "operator");
    await expect(store.commit(entry(), caller)).rejects.toThrow(ended);
    const replayed = async () => store.replay(CLIENT, "before", caller);
    await expect(replayed()).rejects.toThrow(ended);
    expect(await store.audit.list({})).toHaveLength(1);
  },
);
