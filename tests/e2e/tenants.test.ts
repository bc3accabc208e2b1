/**
 * Guarantees of every tenant on the running service with its real engine: an answer tells the
 * numbers that were sent, and a proprietary score changes none of its bytes.
 *
 * @slow it drives the executable
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { requestExample } from "../../src/contract/openapi/request.ts";
import type { RecommendationResponse } from "../../src/contract/response.ts";
import { TENANTS } from "../../src/tenants/index.ts";
import { portalFiles } from "../contract/support/portal.ts";
import { freshBody } from "../portal/ready-bodies.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { type Body, requestBody, yesterday } from "../support/payloads.ts";
import { issueKey, type RunningService, serve } from "../support/program.ts";
import { TENANT_CASES } from "../support/tenants/index.ts";
import { BY_HAND, inWords, levels } from "../tenants/by-hand.ts";

const CANARY = 987_654_321;

/** A canary under every such name, beside the members of every object. */
function scored(node: unknown, scores: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((each) => scored(each, scores));
  if (typeof node !== "object" || node === null) return node;
  return {
    ...Object.fromEntries(scores.map((name) => [name, CANARY])),
    ...Object.fromEntries(Object.entries(node).map(([key, value]) => [key, scored(value, scores)])),
  };
}

describe.skipIf(!HAS_EXECUTABLE)("a tenant", () => {
  const folder = temporaryFolder("tenants");
  const data = join(folder.path, "data");
  let service: RunningService;

  beforeAll(async () => {
    service = await serve([EXECUTABLE], data);
  }, 120_000);
  afterAll(async () => {
    await service.stop();
    folder.remove();
  });

  test.each([...TENANT_CASES])(
    "$slug is answered with her numbers, whatever the vendor's scores",
    async ({ slug, payload, reads, scores }) => {
      const key = await issueKey([EXECUTABLE], data, slug);
      const ask = async (sent: unknown): Promise<RecommendationResponse> => {
        const query = reads.includes("hrv_rmssd_ms")
          ? "Why is my HRV lower this week?"
          : "Why did I sleep less this week?";
        const { oura: _, ...rest }: Body = requestBody({ query });
        const { status, text } = await service.post({ ...rest, [slug]: sent }, key, slug);
        expect([status, text.includes(String(CANARY))]).toEqual([200, false]);
        return JSON.parse(text) as RecommendationResponse;
      };
      const plain = await ask(payload(yesterday()));
      expect(plain.suppression_reason).toBeNull();
      // As counted by hand: 38 ms after 49, or 24,300 s after 27,000.
      const told = reads.includes("hrv_rmssd_ms")
        ? [/\b38\b/, /\b49\b/]
        : [/6 hours 45/, /7 hours 30/];
      for (const number of told) expect(plain.recommendation).toMatch(number);
      const content = ({ request_id, trace_id, served_at, ...each }: RecommendationResponse) =>
        each;
      expect(content(await ask(scored(payload(yesterday()), scores)))).toEqual(content(plain));
    },
    60_000,
  );

  test("every ready body of the portal is answered with her numbers, without a warning", async () => {
    for (const tenant of TENANTS) {
      const key = await issueKey([EXECUTABLE], data, tenant.slug);
      const example = requestExample(tenant);
      for (const body of [example, { ...example, query: null }]) {
        const fresh = freshBody(JSON.stringify(body));
        const { status, text } = await service.post(fresh, key, tenant.slug);
        const answer = JSON.parse(text) as RecommendationResponse;
        const { suppression_reason, warnings } = answer;
        const told = [tenant.slug, status, suppression_reason, warnings];
        expect(told).toEqual([tenant.slug, 200, null, []]);
        const { sleep_s = [] } = BY_HAND[tenant.slug]?.(example[tenant.slug] as Body) ?? {};
        for (const level of levels(sleep_s))
          expect(answer.recommendation).toContain(inWords(level));
      }
    }
  });

  test("the executable has the whole portal inside", async () => {
    for (const path of portalFiles.keys()) {
      const response = await fetch(service.url + path);
      expect([path, response.status]).toEqual([path, 200]);
    }
  });
});
