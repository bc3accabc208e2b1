/** A known path with a wrong method → 405 with Allow, before any credential is asked for. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

test.each([
  ["GET", "/v1/oura/recommendation", "POST"],
  ["PUT", "/v1/oura/recommendation", "POST"],
  ["DELETE", "/v1/unknown/recommendation", "POST"],
  ["OPTIONS", "/v1/oura/recommendation", "POST"],
  ["POST", "/v1/health/me", "GET, HEAD"],
  ["OPTIONS", "/v1/health/me", "GET, HEAD"],
  ["PATCH", "/v1/health", "GET, HEAD"],
  ["POST", "/v1/health/ready", "GET, HEAD"],
  ["PUT", "/openapi.json", "GET, HEAD"],
  ["POST", "/docs", "GET, HEAD"],
  ["POST", "/docs/first-call", "GET, HEAD"],
  ["POST", "/metrics", "GET, HEAD"],
])("%s %s allows %s", async (method, path, allow) => {
  const { status, json, headers } = await service().call(method, path);
  expect(status).toBe(405);
  expect(headers.get("allow")).toBe(allow);
  expect(json).toMatchObject({ status: 405, title: "Method Not Allowed", instance: path });
});

test("HEAD where only POST is answered: the same without a body", async () => {
  const { status, text, headers } = await service().call("HEAD", "/v1/oura/recommendation");
  expect([status, text, headers.get("allow")]).toEqual([405, "", "POST"]);
});
