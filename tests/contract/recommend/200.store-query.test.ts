/**
 * POST recommendation → 200: the audit row keeps the masked question, or with `--store-query none`
 * no question.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Body, requestBody } from "../../support/payloads.ts";
import { type TestService, useService } from "../support/service.ts";

const masked = useService({ beforeAll, afterAll });
const none = useService({ beforeAll, afterAll }, { storeQuery: "none" });

const QUERY = "I'm Sarah Kim, sarah@example.org. Why is my CANARY lower?";

async function rowOf(own: TestService, body: Body) {
  const answer = await own.post(body);
  expect(answer.status).toBe(200);
  const row = (await own.store.audit.list({ limit: 1 }))[0];
  if (row === undefined || row.signals === null) throw new Error("no row was written");
  return { row, answer };
}

test("by default the masked question, which the engine was given too", async () => {
  const { row } = await rowOf(masked(), requestBody({ query: QUERY }));
  expect(row.query).toBe("I'm [name], [email]. Why is my CANARY lower?");
  expect(masked().engine.calls.at(-1)?.query).toBe(row.query);
  expect(row.signals).not.toHaveProperty("query_stored");
  expect(masked().log()).not.toMatch(/Sarah|sarah@|CANARY/);
});

describe("with none", () => {
  test("no word of it is in the row or the log; the engine was given it, and the row says that there was one", async () => {
    const { row } = await rowOf(none(), requestBody({ query: QUERY }));
    expect(none().engine.calls.at(-1)?.query).toContain("CANARY");
    expect(row.query).toBeNull();
    expect(row.signals?.query_stored).toBe(false);
    expect(JSON.stringify(row)).not.toMatch(/CANARY|Sarah|sarah@/);
    expect(none().log()).not.toMatch(/CANARY|Sarah|sarah@/);
  });

  test("a request without a question reads as before", async () => {
    const { row } = await rowOf(none(), requestBody({ query: null }));
    expect(row.query).toBeNull();
    expect(row.signals).not.toHaveProperty("query_stored");
  });

  test("the answer is replayed like any other", async () => {
    const body = requestBody({ query: QUERY });
    const { answer } = await rowOf(none(), body);
    const again = await none().post(body);
    expect([again.text, again.headers.get("x-service-cache")]).toEqual([answer.text, "hit"]);
  });
});
