/** GET /docs → 200: the reference for people is one page that loads nothing else. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

test("names every operation, status and schema, and links nowhere else", async () => {
  const { status, text, headers } = await service().call("GET", "/docs");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  for (const words of [
    "/v1/oura/recommendation",
    "/v1/health/me",
    "out_of_scope",
    "persistence_failed",
    "average_hrv",
    "RateLimit-Policy",
    "consent_revoked",
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toMatch(/<script|<link|<img|@import|url\(/);
  for (const [, target] of text.matchAll(/(?:href|src)="([^"]*)"/g))
    expect(target).toMatch(/^(#|\/)/);
  expect(text).not.toContain("[object Object]");
  expect(text).not.toContain("undefined");
});

test("every inner link has its target, and the page's own style is the one its policy allows", async () => {
  const { text, headers } = await service().call("GET", "/docs");
  for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) expect(text).toContain(`id="${id}"`);
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
});
