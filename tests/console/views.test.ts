/**
 * Guarantee: every page has a JSON call with the same data from the real store, and neither holds a
 * question unless the operator turned that on.
 *
 * @slow it starts the program
 */
import { describe, expect, test } from "bun:test";
import { VIEWS } from "../../src/console/views.ts";
import { entry, NOON_MS } from "../store/entry.ts";
import { CLIENT, type TestConsole, testConsole } from "./support.ts";

const CANARY = "why is my canary blue";
const PAGE_BYTES_MAX = 200_000;
const MINUTE_MS = 60_000;

/** A store with a key, a consent and rows, one of them erased. */
async function filled(options: { showQueries?: boolean } = {}) {
  const console = testConsole(options);
  const { store, metrics } = console;
  metrics.countEnding(CLIENT, "served");
  await store.keys.issue(
    { tenant: "oura", environment: "sandbox", label: "<b>ring</b>" },
    "command line",
  );
  await store.consent.change(CLIENT, "active", "anna", "contract");
  for (let at = 0; at < 60; at++) {
    const served = NOON_MS + at * MINUTE_MS;
    const given = entry({
      request_id: `request-${at}`,
      query: CANARY,
      outcome: at % 3 === 0 ? "insufficient_signal" : "served",
      served_at: new Date(served).toISOString(),
    });
    await store.commit(given, served);
  }
  const scope = { client_id: CLIENT, request_id: "request-0" };
  for await (const _ of store.upkeep.erase(scope, "test"));
  return console;
}

/** Of each JSON call, what its page must say too. */
// biome-ignore lint/suspicious/noExplicitAny: each call has its own form
const FACTS: Record<string, (data: any) => string[]> = {
  "/api/traffic": ({ total, queue_depth }) => [`${total} requests: `, `Now ${queue_depth}`],
  "/api/keys": (keys) => keys.map((key: { key_id: string }) => key.key_id),
  "/api/consent": (consents) => consents.map((each: { client_id: string }) => each.client_id),
  "/api/consent/:client": ({ client_id, history }) => [client_id, history[0].actor],
  "/api/audit": ({ rows }) => rows.map((row: { request_id: string }) => row.request_id),
  "/api/audit/:id": ({ request_id, hash, model_version }) => [request_id, hash, model_version],
  "/api/corpus": ({ result }) => [result.version],
  "/api/corpus/diff": ({ result }) => [result.from, `${result.unchanged} unchanged`],
  "/api/models": ({ result }) => result.models.map((model: { digest: string }) => model.digest),
  "/api/storage": ({ result }) => result.parts.map((part: { path: string }) => part.path),
  "/api/checks": (runs) => runs.map((run: { title: string }) => run.title),
};

interface Filled {
  page: string;
  api: string;
  facts: (typeof FACTS)[string] | undefined;
}

/** Every path with its parameters filled in. */
async function paths({ store }: TestConsole): Promise<Filled[]> {
  const row = (await store.audit.list({ limit: 1 }))[0]?.id ?? "";
  return VIEWS.filter(({ path }) => !path.startsWith("/checks/runs")).map(({ path, api }) => {
    const fill = (text: string) =>
      text
        .replace(":client", CLIENT)
        .replace(":id", row)
        .replace("/diff", "/diff?from=starter&to=starter");
    return { page: fill(path), api: fill(api), facts: FACTS[api] };
  });
}

test("every page is small and holds its heading, the data of its call, and no question", async () => {
  const console = await filled();
  const { get } = await console.signIn();
  for (const { page, api, facts } of await paths(console)) {
    // A call that runs a command waits for its end, and the page then shows what it found.
    const called = await get(api);
    const said = await called.text();
    expect([api, called.status, called.headers.get("content-type")]).toEqual([
      api,
      200,
      "application/json;charset=utf-8",
    ]);
    expect(said).not.toContain(CANARY);
    const shown = await get(page);
    const text = await shown.text();
    expect([page, shown.status]).toEqual([page, 200]);
    expect(text).toMatch(/<h1>[^<]+<\/h1>/);
    expect(text.length).toBeLessThan(PAGE_BYTES_MAX);
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain("<b>ring");
    const expected = facts?.(JSON.parse(said)) ?? [];
    expect([api, expected.length]).not.toEqual([api, 0]);
    for (const fact of expected)
      expect([api, text.includes(fact), fact]).toEqual([api, true, fact]);
  }
  expect(console.log()).not.toContain(CANARY);
}, 60_000);

test("the question of a row is shown where the operator turned that on", async () => {
  const console = await filled({ showQueries: true });
  const { get, json } = await console.signIn();
  const id = (await console.store.audit.list({ limit: 1 }))[0]?.id;
  expect(await (await get(`/audit/${id}`)).text()).toContain(CANARY);
  expect(await json(`/api/audit/${id}`)).toMatchObject({ query: CANARY, query_hidden: false });
});

describe("the audit browser", () => {
  test("filters and turns its pages", async () => {
    const { json } = await (await filled()).signIn();
    const first = await json("/api/audit");
    expect(first.rows).toHaveLength(50);
    expect(first.rows[0]).toMatchObject({ request_id: "request-59", erased: false });
    const second = await json(`/api/audit?before=${first.next_before}`);
    expect(second.rows).toHaveLength(10);
    expect(second.rows.at(-1)).toMatchObject({ request_id: "request-0", erased: true });
    expect(second.next_before).toBeNull();
    const few = await json("/api/audit?outcome=insufficient_signal&since=2026-11-20T12:30:00Z");
    expect(few.rows).toHaveLength(10);
    expect((await json("/api/audit?request_id=request-7")).rows).toHaveLength(1);
    expect((await json("/api/audit?client=production-oura")).rows).toEqual([]);
  });

  test.each([
    ["client=sandbox-our", 'client is "sandbox-our"', "Did you mean sandbox-oura?"],
    ["outcome=fine", 'outcome is "fine"', "give served or"],
    ["since=yesterday", 'since is "yesterday"', "give a day"],
    ["before=--help", 'the row\'s id is "--help"', "the audit page lists"],
  ])("%s is refused with the field and the fix", async (query, field, fix) => {
    const { get, json } = await testConsole().signIn();
    const { error } = await json(`/api/audit?${query}`);
    expect(error.status).toBe(422);
    expect(error.detail).toContain(field);
    expect(error.detail).toContain(fix);
    expect((await get(`/audit?${query}`)).status).toBe(422);
  });

  test("an erased row keeps its facts and says so; an unknown one is refused", async () => {
    const console = await filled();
    const { get, json } = await console.signIn();
    const [row] = await console.store.audit.list({ request_id: "request-0" });
    expect(await json(`/api/audit/${row?.id}`)).toMatchObject({ response: null, query: null });
    expect(await (await get(`/audit/${row?.id}`)).text()).toContain("were erased");
    expect((await get("/audit/01J0000000000000000000000Z")).status).toBe(422);
  });
});
