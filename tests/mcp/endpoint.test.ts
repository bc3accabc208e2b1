/** Guarantee: only a program with a key reaches the endpoint for agents, where it is on. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { MCP_BODY_BYTES_MAX } from "../../src/contract/limits.ts";
import { mcpEndpoint } from "../../src/mcp/endpoint.ts";
import { testService, useService } from "../contract/support/service.ts";
import { requestBody } from "../support/payloads.ts";
import { overHttp } from "./client.ts";

const FRIEND = "https://agent.example";
const service = useService({ beforeAll, afterAll }, { mcp: mcpEndpoint, corsOrigins: [FRIEND] });

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

async function send(message: unknown, headers: Record<string, string> = {}, url = service().url) {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `ApiKey ${service().key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text || "null") };
}

test("a key is needed, in the Authorization header, before a message is read", async () => {
  for (const [authorization, detail] of [
    ["", "No Authorization Header"],
    ["Bearer x", "Invalid Authorization Scheme"],
    ["ApiKey pw_sandbox_x", "Authorization Failed"],
  ] as const) {
    const { status, body } = await send("{", { authorization });
    expect([status, body.detail]).toEqual([401, detail]);
  }
  expect((await send(LIST)).body.result.tools.length).toBe(4);
});

test("a page of another origin is refused, though its name leads to this machine", async () => {
  for (const origin of ["http://evil.example", service().url, "null"]) {
    const { status, body } = await send(LIST, { origin });
    expect([origin, status, body.detail]).toEqual([origin, 403, "origin_not_allowed"]);
  }
  const { status, headers } = await send(LIST, { origin: FRIEND });
  expect([status, headers.get("access-control-allow-origin")]).toEqual([200, FRIEND]);
});

test("there are no sessions and no streams: only POST, and each answer is one JSON message", async () => {
  const { url, key } = service();
  for (const method of ["GET", "DELETE"]) {
    const response = await fetch(`${url}/mcp`, {
      method,
      headers: { authorization: `ApiKey ${key}`, accept: "text/event-stream" },
    });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  }
  const { headers } = await send(LIST);
  expect(headers.get("content-type")).toStartWith("application/json");
  expect(headers.has("mcp-session-id")).toBe(false);
  const accepted = await send({ jsonrpc: "2.0", method: "notifications/initialized" });
  expect([accepted.status, accepted.body]).toEqual([202, null]);
});

test("what is no single message of bounded size is refused with the contract's code", async () => {
  const filler = "x".repeat(MCP_BODY_BYTES_MAX);
  for (const [message, status, code] of [
    [{ ...LIST, params: { filler } }, 413, "payload_too_large"],
    ["{", 422, "invalid_request"],
    [[LIST, LIST], 422, "invalid_request"],
    [{ jsonrpc: "2.0", id: 1, result: {} }, 422, "invalid_request"],
    ["[".repeat(100), 422, "invalid_request"],
  ] as const) {
    const answer = await send(message);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  }
  const strange = await send({ jsonrpc: "2.0", id: 1, method: "no/such" });
  expect(strange.body.error.message).toBe("Method not found");
});

test("where it is off there is nothing, and no document of the API names it", async () => {
  const other = await testService();
  const { status } = await send(LIST, { authorization: `ApiKey ${other.key}` }, other.url);
  expect(status).toBe(404);
  await other.stop();
  expect((await service().call("GET", "/openapi.json")).text).not.toContain("/mcp");
});

test("behind another gateway its secret and its partner count", async () => {
  const secret = "between-the-two";
  const other = await testService({
    mcp: mcpEndpoint,
    gateway: "external",
    originSecret: secret,
  });
  const headers = { "x-origin-verify": secret, "x-gateway-partner-id": "sandbox-oura" };
  const { call } = await overHttp(other.url, headers);
  expect((await call("preflight")).body.tenant_id).toBe("sandbox-oura");
  expect((await call("recommend", requestBody())).failed).toBe(false);
  expect((await send(LIST, { "x-origin-verify": "wrong" }, other.url)).status).toBe(401);
  await other.stop();
});
