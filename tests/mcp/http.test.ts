/**
 * Guarantee: an agent's tool call is a request of the API: same key, limit, consent, audit row,
 * answer and error.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { RATE_LIMIT_REQUESTS_MAX } from "../../src/contract/limits.ts";
import { SCENARIO_HEADER } from "../../src/contract/scenario.ts";
import { mcpEndpoint } from "../../src/mcp/endpoint.ts";
import { SUPPRESSED } from "../contract/support/engine.ts";
import { useService } from "../contract/support/service.ts";
import { requestBody } from "../support/payloads.ts";
import { overHttp } from "./client.ts";

const service = useService({ beforeAll, afterAll }, { mcp: mcpEndpoint });
const agent = async (key?: string) =>
  overHttp(service().url, { authorization: `ApiKey ${key ?? (await service().issue())}` });

test("the tools are four, and recommend takes the request of the key's wearable", async () => {
  for (const tenant of ["oura", "whoop"]) {
    const { client } = await agent(await service().issue({ tenant }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "recommend",
      "preflight",
      "search_evidence",
      "explain_answer",
    ]);
    const { required, properties } = tools[0]?.inputSchema ?? {};
    expect(required).toContain(tenant);
    expect(properties).toHaveProperty(["user_context", "properties", "cycle_phase", "enum"]);
    expect(Object.keys(properties ?? {})).not.toContain(tenant === "oura" ? "whoop" : "oura");
  }
});

test("recommend gives the API's answer, with one audit row; the API replays it", async () => {
  const key = await service().issue();
  const { call } = await agent(key);
  const request = requestBody();
  const before = await service().rows();
  const { failed, text, body } = await call("recommend", request);
  expect(failed).toBe(false);
  expect((await call("recommend", request)).body).toEqual(body);
  const replayed = await service().post(request, { key });
  expect([replayed.headers.get("x-service-cache"), replayed.json]).toEqual(["hit", body]);
  expect(await service().rows()).toBe(before + 1);
  for (const told of [body.recommendation, body.trace_id, body.citations[0].doi])
    expect(text).toContain(told);
});

test("a withheld answer says why, and gives nothing in its place", async () => {
  const { engine } = service();
  const served = engine.result;
  engine.result = SUPPRESSED;
  const { failed, text, body } = await (await agent()).call("recommend", requestBody());
  engine.result = served;
  expect([failed, body.recommendation]).toEqual([false, null]);
  expect(text).toStartWith("No recommendation: below_platform_threshold.");
});

test("every tool call counts in the window of the key, and listing tools does not", async () => {
  const key = await service().issue();
  const { client, call } = await agent(key);
  const tools = ["preflight", "search_evidence", "explain_answer"];
  for (let i = 0; i < RATE_LIMIT_REQUESTS_MAX - 1; i++) await call(tools[i % 3] ?? "");
  expect((await service().call("GET", "/v1/health/me", { key })).status).toBe(200);
  for (const tool of ["recommend", ...tools]) {
    const { failed, text, body } = await call(tool, requestBody());
    expect([failed, body.status, body.detail]).toEqual([true, 429, "Rate limit exceeded"]);
    expect(text).toMatch(/^429 Rate limit exceeded Retry after \d+ s\.$/);
  }
  expect((await client.listTools()).tools.length).toBe(4);
});

test("without consent there is no answer, no search and no explanation", async () => {
  const tenant = "polar";
  const { call } = await agent(await service().issue({ tenant }));
  await service().store.consent.change(`sandbox-${tenant}`, "revoked", "test");
  for (const tool of ["recommend", "search_evidence", "explain_answer"]) {
    const { failed, body } = await call(tool, { query: "sleep" });
    expect([tool, failed, body]).toEqual([tool, true, { detail: "consent_revoked" }]);
  }
  expect((await call("preflight")).body.consent_state).toBe("revoked");
});

test("a faulty request gets the contract's code and every fault, and nothing back that it sent", async () => {
  const { call } = await agent();
  const canary = "Canary-4711";
  const { failed, text, body } = await call("recommend", requestBody({ timezone: canary }));
  expect([failed, body.error.code]).toEqual([true, "invalid_request"]);
  expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(["/timezone"]);
  expect(text).toStartWith("422 invalid_request: ");
  const missing = await call("recommend", {});
  expect(missing.body.error.details.length).toBeGreaterThan(5);
  const wrong = await call("search_evidence", { query: canary, limit: 10_000 });
  expect(wrong.body.error.details[0].path).toBe("/limit");
  const unknown = await (await agent()).client
    .callTool({ name: canary })
    .catch((error: Error) => error.message);
  expect(unknown).toEndWith("there is no such tool; tools/list names them");
  expect(JSON.stringify([body, text, missing, wrong])).not.toContain(canary);
  expect(service().log()).not.toContain(canary);
});

test("search_evidence gives records with their sources, masks the words, and keeps no row", async () => {
  const before = await service().rows();
  const { call } = await agent();
  const { text, body } = await call("search_evidence", { query: " sleep of jane@example.org " });
  expect(body.records[0]).toMatchObject({
    doi: "10.1000/1",
    authors: "Baker F & Driver H",
    year: 2007,
    relevance: 0.9,
    findings: ["Sleep is stable over the cycle."],
  });
  expect(text).toContain("https://doi.org/10.1000/1");
  expect(service().engine.searched.at(-1)).toBe("sleep of [email]");
  expect(await service().rows()).toBe(before);
  expect(service().log()).not.toContain("sleep of");
});

test("explain_answer tells what an answer of the same client rests on, and of no other", async () => {
  const { call } = await agent();
  const { trace_id, request_id, citations } = (await call("recommend", requestBody())).body;
  const { body, text } = await call("explain_answer", { trace_id });
  expect(body).toMatchObject({
    request_id,
    outcome: "served",
    confidence: { value: 0.72, coverage: 0.8, specificity: 0.7, consistency: 0.6 },
    answered_by: [{ source: "calm-evenings", answers: 0.8 }],
    sources: citations,
    erased: false,
  });
  expect(text).toContain("coverage 0.8, specificity 0.7, consistency 0.6");
  const stranger = await agent(await service().issue({ tenant: "whoop" }));
  const refused = await stranger.call("explain_answer", { trace_id });
  expect([refused.failed, refused.body.error.details[0].path]).toEqual([true, "/trace_id"]);
  for (const faulty of ["trc_", `${trace_id}x`, "trc_ZZZZZZZZZZZZZZZZZZZZZZZZZZ", 7])
    expect((await call("explain_answer", { trace_id: faulty })).body.error.code).toBe(
      "invalid_request",
    );
});

test("an answer that was erased still tells its confidence", async () => {
  const { call } = await agent();
  const { trace_id, request_id } = (await call("recommend", requestBody())).body;
  const scope = { client_id: "sandbox-oura", request_id };
  const steps: number[] = [];
  for await (const erased of service().store.upkeep.erase(scope, "test")) steps.push(erased);
  expect(steps).toEqual([1]);
  const { body } = await call("explain_answer", { trace_id });
  expect(body).toMatchObject({ erased: true, sources: null, answered_by: null });
  expect(body.confidence.value).toBe(0.72);
});

test("a sandbox scenario of the message is what its tool calls meet", async () => {
  const agentWith = async (scenario: string) =>
    overHttp(service().url, {
      authorization: `ApiKey ${await service().issue()}`,
      [SCENARIO_HEADER]: scenario,
    });
  const suppressed = await (await agentWith("insufficient_signal")).call(
    "recommend",
    requestBody(),
  );
  expect(suppressed.body.suppression_reason).toBe("insufficient_signal");
  const failed = await (await agentWith("internal_error")).call("recommend", requestBody());
  expect([failed.failed, failed.text.slice(0, 18)]).toEqual([true, "500 internal_error"]);
});
