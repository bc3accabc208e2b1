/**
 * Guarantee: the TypeScript client gives each documented outcome its type, and tries again where
 * the contract says so and nowhere else. A real service answers over a socket.
 *
 * @slow it starts programs
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  ConsentError,
  GatewayError,
  NoAnswerError,
  PhasewiseClient,
  PhasewiseError,
  type Recommendation,
  type Scenario,
  ServiceError,
  UnexpectedAnswerError,
} from "../../clients/typescript/src/index.ts";
import { SCENARIOS } from "../../src/contract/scenario.ts";
import { useService } from "../contract/support/service.ts";
import { frame, vendorRecords } from "./support.ts";

const service = useService({ beforeAll, afterAll });
const [record] = vendorRecords();
// biome-ignore lint/suspicious/noExplicitAny: the types are tested by the compiler, in another file
const QUESTION: any = { ...frame(), oura: record?.payload };

interface Sent {
  path: string;
  body: string | null;
}

/** A client and the requests that it sends. */
async function client(options: { url?: string; attempts?: number; timeoutMs?: number } = {}) {
  const sent: Sent[] = [];
  const { url = service().url, ...rest } = options;
  const counting = (input: string | URL | Request, init?: RequestInit) => {
    const body = typeof init?.body === "string" ? init.body : null;
    sent.push({ path: new URL(String(input)).pathname, body });
    return fetch(input, init);
  };
  const phasewise = new PhasewiseClient({
    baseUrl: `${url}/`,
    apiKey: await service().issue(),
    tenant: "oura",
    fetch: counting as typeof fetch,
    ...rest,
  });
  return { phasewise, sent };
}

/** The error that is thrown. */
async function thrown(work: Promise<unknown>): Promise<PhasewiseError> {
  const error = await work.then(
    () => new Error("nothing was thrown"),
    (reason) => reason,
  );
  if (!(error instanceof PhasewiseError)) throw error;
  return error;
}

async function withoutTries(scenario: string): Promise<Recommendation> {
  const { phasewise } = await client({ attempts: 1 });
  return phasewise.recommend(QUESTION, { scenario: scenario as Scenario });
}

describe("each scenario of the sandbox", () => {
  test.each(SCENARIOS.filter(({ status }) => status === 200))(
    "$name is an answer",
    async ({ name, outcome }) => {
      if (outcome.kind !== "answer") throw new Error("a 200 is an answer");
      const answer: Recommendation = await withoutTries(name);
      expect(answer.outcome).toBe(outcome.suppression === null ? "served" : "suppressed");
      expect(answer.suppression_reason as string | null).toBe(outcome.suppression);
      expect(answer.warnings).toEqual([...outcome.warnings]);
      expect(answer.meta).toMatchObject({ replayed: outcome.replay, attempts: 1, sunset: null });
      expect(answer.meta.requestRid).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test.each(SCENARIOS.filter(({ status }) => status !== 200))(
    "$name is an error of its class",
    async ({ name, status, outcome }) => {
      const error = await thrown(withoutTries(name));
      expect([error.status, error.attempts]).toEqual([status, 1]);
      if (outcome.kind === "consent") {
        expect(error).toBeInstanceOf(ConsentError);
        expect(error).toMatchObject({ code: outcome.detail, name: "ConsentError" });
      } else if (outcome.kind === "limit") {
        expect(error).toBeInstanceOf(GatewayError);
        expect(error).toMatchObject({ code: "Rate limit exceeded", name: "GatewayError" });
      } else if (outcome.kind === "error") {
        expect(error).toBeInstanceOf(ServiceError);
        expect(error).toMatchObject({ code: outcome.code, categories: [...outcome.categories] });
        const { problems } = error as ServiceError;
        expect(problems.map(({ path }) => path)).toEqual(
          outcome.code === "invalid_request" ? ["/timezone"] : [],
        );
      }
    },
  );
});

describe("it tries again", () => {
  test.concurrent.each([
    ["rate_limited_once", 1_000],
    ["persistence_failed_once", 1_000],
    ["service_unavailable_once", 2_000],
  ] as const)("%s: after %i ms at least, with the same bytes", async (scenario, leastMs) => {
    const { phasewise, sent } = await client();
    const began = performance.now();
    const answer = await phasewise.recommend(QUESTION, { scenario });
    expect([answer.outcome, answer.meta.attempts, sent.length]).toEqual(["served", 2, 2]);
    expect(sent[1]).toEqual(sent[0]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(leastMs);
  });

  test.concurrent("until its tries are spent, and says how many they were", async () => {
    const { phasewise, sent } = await client({ attempts: 2 });
    const error = await thrown(phasewise.recommend(QUESTION, { scenario: "rate_limited" }));
    expect([error.status, error.attempts, sent.length]).toEqual([429, 2, 2]);
  });

  test.concurrent("a second call makes a request_id of its own", async () => {
    const { phasewise, sent } = await client();
    await phasewise.recommend(QUESTION);
    await phasewise.recommend({ ...QUESTION, request_id: "mine" });
    const ids = sent.map(({ body }) => JSON.parse(body ?? "").request_id);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(ids[1]).toBe("mine");
  });
});

test.each([
  "invalid_request",
  "out_of_scope_medication",
  "consent_revoked",
  "internal_error",
] as const)("it does not try again after %s", async (scenario) => {
  const { phasewise, sent } = await client();
  const error = await thrown(phasewise.recommend(QUESTION, { scenario }));
  expect([error.attempts, sent.length]).toEqual([1, 1]);
});

test("preflight tells who calls; a wrong key is the gateway's refusal, asked once", async () => {
  const { phasewise } = await client();
  expect(await phasewise.preflight()).toMatchObject({
    tenant_id: "sandbox-oura",
    consent_active: true,
  });
  const options = { baseUrl: service().url, apiKey: "pw_sandbox_no", tenant: "oura" } as const;
  const error = await thrown(new PhasewiseClient(options).preflight());
  expect(error).toMatchObject({ status: 401, code: "Authorization Failed", attempts: 1 });
});

/** A server that answers the tries in turn; `null` leaves one open. */
function serverOf(...answers: (((request: Request) => Response) | null)[]) {
  let asked = 0;
  const server = Bun.serve({
    port: 0,
    fetch: (request) => {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      return answer?.(request) ?? new Promise<Response>(() => {});
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    asked: () => asked,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

const ANSWER = {
  request_id: "r",
  recommendation: null,
  citations: [],
  recommendation_confidence: 0.4,
  suggested_questions: [],
  trace_id: "trc",
  served_at: "2027-01-01T00:00:00.000Z",
  model_version: "m",
  suppression_reason: "a_reason_of_tomorrow",
  warnings: ["a_warning_of_tomorrow"],
  a_member_of_tomorrow: 1,
};

describe("on the way", () => {
  test.concurrent("a try without an answer in time is followed by another", async () => {
    await using server = serverOf(null, () => Response.json(ANSWER));
    // The second try has as long, so a busy machine must answer it within this time.
    const { phasewise, sent } = await client({ url: server.url, timeoutMs: 1_500 });
    const answer = await phasewise.recommend(QUESTION);
    expect([answer.meta.attempts, server.asked()]).toEqual([2, 2]);
    expect(sent[1]).toEqual(sent[0]);
  });

  test.concurrent("nobody listens: an error without a status, after all tries", async () => {
    const gone = serverOf(null);
    await gone[Symbol.asyncDispose]();
    const { phasewise } = await client({ url: gone.url, attempts: 2 });
    const error = await thrown(phasewise.recommend(QUESTION));
    expect(error).toBeInstanceOf(NoAnswerError);
    expect([error.status, error.attempts]).toEqual([null, 2]);
    expect(error.cause).toBeInstanceOf(Error);
  });

  test.concurrent("an answer of a deprecated operation tells both dates", async () => {
    const dates = { deprecation: "@1796083200", sunset: "Mon, 01 Mar 2027 00:00:00 GMT" };
    await using server = serverOf(() => Response.json(ANSWER, { headers: dates }));
    const { phasewise } = await client({ url: server.url });
    expect((await phasewise.recommend(QUESTION)).meta).toMatchObject(dates);
  });

  test.concurrent("a wait longer than answers are replayed is not begun", async () => {
    const headers = { "retry-after": "301" };
    await using server = serverOf(() => new Response("", { status: 503, headers }));
    const { phasewise } = await client({ url: server.url });
    const error = await thrown(phasewise.recommend(QUESTION));
    expect([error.status, error.attempts]).toEqual([503, 1]);
  });

  test.concurrent("a redirect is not followed, so key and data go nowhere else", async () => {
    await using elsewhere = serverOf(() => Response.json(ANSWER));
    await using server = serverOf(() => Response.redirect(`${elsewhere.url}/`, 307));
    const { phasewise } = await client({ url: server.url });
    const error = await thrown(phasewise.recommend(QUESTION));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect([error.status, elsewhere.asked(), server.asked()]).toEqual([307, 0, 1]);
  });

  test.concurrent.each([
    ["a page", "<html>Welcome</html>"],
    ["JSON that is no answer", '{"ok":true}'],
    ["nothing", ""],
  ])("a 200 with %s is no answer", async (_, text) => {
    await using server = serverOf(() => new Response(text));
    const { phasewise } = await client({ url: server.url });
    const error = await thrown(phasewise.recommend(QUESTION));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ text, status: 200 });
  });

  test.concurrent.each([
    [
      { recommendation: "A text.", suppression_reason: "below_client_threshold" },
      "below_client_threshold",
    ],
    [{ recommendation: null, suppression_reason: null }, "unknown"],
  ])("%j is not shown", async (members, reason) => {
    await using server = serverOf(() => Response.json({ ...ANSWER, ...members }));
    const { phasewise } = await client({ url: server.url });
    const answer = await phasewise.recommend(QUESTION);
    expect([answer.outcome, answer.recommendation]).toEqual(["suppressed", null]);
    expect(answer.suppression_reason).toBe(reason);
  });

  test.concurrent("codes and members of tomorrow are passed on", async () => {
    await using server = serverOf(
      () => Response.json(ANSWER),
      () => {
        const error = { code: "an_error_of_tomorrow", message: "No.", details: [{ new: 1 }] };
        return Response.json({ request_id: null, trace_id: "trc", error }, { status: 409 });
      },
    );
    const { phasewise } = await client({ url: server.url });
    const answer = await phasewise.recommend(QUESTION);
    expect(answer).toMatchObject({ ...ANSWER, outcome: "suppressed" });
    const error = await thrown(phasewise.recommend(QUESTION));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: "an_error_of_tomorrow", problems: [], categories: [] });
  });

  test.concurrent.each([
    ["an answer", null],
    ["a wait", () => new Response("", { status: 503, headers: { "retry-after": "60" } })],
  ])("the caller's signal ends %s at once, with its own reason", async (_, answer) => {
    await using server = serverOf(answer);
    const { phasewise } = await client({ url: server.url });
    const reason = new Error("the page was left");
    const leaving = new AbortController();
    const ended = phasewise.recommend(QUESTION, { signal: leaving.signal }).catch((error) => error);
    while (server.asked() === 0) await Bun.sleep(5);
    await Bun.sleep(100);
    const left = performance.now();
    leaving.abort(reason);
    expect(await ended).toBe(reason);
    expect(performance.now() - left).toBeLessThan(5_000);
    expect(server.asked()).toBe(1);
    const late = phasewise.recommend(QUESTION, { signal: leaving.signal });
    expect(await late.catch((error) => error)).toBe(reason);
    expect(server.asked()).toBe(1);
  });
});
