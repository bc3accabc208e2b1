/**
 * POST recommendation with `X-Sandbox-Scenario`: each documented outcome on request, for sandbox
 * keys alone, by the ordinary way of a request.
 *
 * @slow it takes seconds
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { replayRow } from "../../../src/cli/audit-replay.ts";
import { CONSENT_REASONS } from "../../../src/contract/body.ts";
import { ERROR_STATUS } from "../../../src/contract/error.ts";
import { SUPPRESSION_REASONS, WARNINGS } from "../../../src/contract/response.ts";
import { SAFETY_CATEGORIES } from "../../../src/contract/safety.ts";
import {
  type Outcome,
  SCENARIO_HEADER,
  SCENARIOS,
  type Scenario,
} from "../../../src/contract/scenario.ts";
import type { AuditRow } from "../../../src/store/records.ts";
import { type Body, requestBody, yesterday } from "../../support/payloads.ts";
import { TENANT_CASES } from "../../support/tenants/index.ts";
import { type Answer, PREFLIGHT, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });
const production = useService({ beforeAll, afterAll });
beforeAll(async () => {
  await production().store.consent.change("production-oura", "active", "test");
});
beforeEach(() => {
  service().engine.calls.length = 0;
  service().engine.judged.length = 0;
});

const header = (name: string) => ({ [SCENARIO_HEADER]: name });
const ask = (name: string, body = requestBody(), options: { key?: string } = {}) =>
  service().post(body, { ...options, headers: header(name) });

function bodyFor(tenant: string): Body {
  const found = TENANT_CASES.find(({ slug }) => slug === tenant);
  const { oura: _, ...rest } = requestBody();
  return { ...rest, [tenant]: found?.payload(yesterday()) };
}

/** The rows of one request. */
async function rowsOf({ request_id }: Body): Promise<AuditRow[]> {
  const rows = await service().store.audit.list({});
  return rows.filter(
    (row): row is AuditRow => row.request_id === request_id && row.response !== null,
  );
}

const outcomeOf: {
  [K in Outcome["kind"]]: (outcome: Extract<Outcome, { kind: K }>, answer: Answer) => void;
} = {
  answer({ suppression, warnings, replay, categories }, { json, headers }) {
    expect(json.suppression_reason).toBe(suppression);
    expect(json.warnings).toEqual(warnings);
    expect(json.recommendation === null).toBe(suppression !== null);
    expect(json.citations.length === 0).toBe(suppression !== null);
    expect(headers.get("x-service-cache")).toBe(replay ? "hit" : "miss");
    const unfit = categories.length > 0 || warnings.includes("unsupported_language");
    expect(json.suggested_questions.length === 0).toBe(unfit);
    expect(json.recommendation_confidence === 0).toBe(unfit);
  },
  consent({ detail }, { json }) {
    expect(json).toEqual({ detail });
  },
  limit(_, { json, headers }) {
    expect(json.detail).toBe("Rate limit exceeded");
    expect(headers.get("retry-after")).toBe("1");
    expect(headers.get("ratelimit")).toBe('"default";r=0;t=1');
  },
  error({ code, categories }, { json, headers }) {
    expect(json.error.code).toBe(code);
    if (code === "invalid_request") expect(json.error.details).toHaveLength(1);
    else if (code === "out_of_scope")
      expect(json.error.details).toEqual(categories.map((category) => ({ category })));
    else expect(json.error.details).toBeNull();
    expect(headers.get("retry-after")).toBe(code === "service_unavailable" ? "2" : null);
  },
  unknown() {
    throw new Error("no documented scenario is unknown");
  },
};

function expectOutcome({ outcome }: Scenario, answer: Answer): void {
  outcomeOf[outcome.kind](outcome as never, answer);
}

describe.each(["oura", "polar", "google-health"])("tenant %s", (tenant) => {
  test.each(SCENARIOS)("$name is a $status, recorded as any other answer", async (scenario) => {
    const body = bodyFor(tenant);
    const answer = await service().post(body, { tenant, headers: header(scenario.name) });
    expect(answer.status).toBe(scenario.status);
    expectOutcome(scenario, answer);
    expect(answer.headers.has("ratelimit")).toBe(true);
    const rows = await rowsOf(body);
    if (answer.status === 200) {
      expect(rows.map(({ response, client_id }) => [client_id, response])).toEqual([
        [`sandbox-${tenant}`, answer.text],
      ]);
      expect(rows[0]?.signals.scenario).toBe(scenario.name);
      expect(rows[0]?.outcome).toBe(answer.json.suppression_reason ?? "served");
    } else expect(rows).toEqual([]);
    expect([service().engine.calls, service().engine.judged]).toEqual([[], []]);
  });
});

test("there is a scenario for each suppression, warning, category, consent refusal and error", () => {
  const names = SCENARIOS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const {
    out_of_scope: _,
    payload_too_large: __,
    unsupported_media_type: ___,
    ...codes
  } = ERROR_STATUS;
  expect(names).toEqual(
    expect.arrayContaining([
      ...SUPPRESSION_REASONS,
      ...WARNINGS,
      ...CONSENT_REASONS,
      ...SAFETY_CATEGORIES.map((category) => `out_of_scope_${category}`),
      ...Object.keys(codes),
    ]),
  );
});

test("the page for partners and the API document list the scenarios as they are", async () => {
  const page = readFileSync(join(import.meta.dir, "../../../docs/partners/testing.md"), "utf8");
  const rows = SCENARIOS.map(
    ({ name, status, summary }) => `| \`${name}\` | ${status} | ${summary} |`,
  );
  expect(page).toContain(`\n|---|---|---|\n${rows.join("\n")}\n\n`);
  const { json } = await service().call("GET", "/openapi.json");
  const { SandboxScenario } = json.components.parameters;
  expect(SandboxScenario.schema.enum).toEqual(SCENARIOS.map(({ name }) => name));
  for (const { slug } of TENANT_CASES) {
    const { parameters } = json.paths[`/v1/${slug}/recommendation`].post;
    expect(parameters).toEqual([{ $ref: "#/components/parameters/SandboxScenario" }]);
  }
});

describe("a scenario's answer", () => {
  test.each([0.3, 0.5, 0.9])("is below the caller's threshold of %d", async (minimum) => {
    const body = { ...requestBody(), minimum_confidence: minimum };
    const { json } = await ask("below_client_threshold", body);
    expect(json.recommendation_confidence).toBeLessThan(minimum);
  });

  test("cites each source that its text names, and names each that it cites", async () => {
    for (const name of ["served", "thin_evidence"]) {
      const { recommendation, citations } = (await ask(name)).json;
      const named = new Set<string>(recommendation.match(/\p{Lu}\w+(?: et al\.)?, \d{4}/gu));
      const cited = citations.map(
        ({ authors, year }: { authors: string; year: number }) =>
          `${authors.replace(/ \p{Lu}\b/u, "")}, ${year}`,
      );
      expect([...named].sort()).toEqual(cited.sort());
    }
  });

  test("meets the caller's own floor where it is served", async () => {
    const high = requestBody({ minimum_confidence: 0.95 });
    expect((await ask("served", high)).json.recommendation_confidence).toBe(0.95);
  });

  test("is rebuilt byte for byte from its row, without the engine", async () => {
    const silent = {
      recommend: () => Promise.reject(new Error("the engine was asked")),
      categories: () => Promise.reject(new Error("the engine was asked")),
      search: () => Promise.reject(new Error("the engine was asked")),
    };
    for (const { name, status } of SCENARIOS) {
      if (status !== 200) continue;
      const body = requestBody({ request_id: `not-a-uuid ${name}` });
      await ask(name, body);
      const [row] = await rowsOf(body);
      if (row === undefined) throw new Error(`${name} left no row`);
      const { model_version, corpus_version } = row;
      expect([
        name,
        await replayRow(row, { engine: silent, model_version, corpus_version }),
      ]).toEqual([name, true]);
    }
  });

  test("is replayed to a repeated request_id, whatever scenario that one names", async () => {
    for (const name of ["served", "replay", "insufficient_signal"]) {
      const body = requestBody();
      const first = await ask(name, body);
      for (const again of [await ask("internal_error", body), await service().post(body)]) {
        expect(again.text).toBe(first.text);
        expect(again.headers.get("x-service-cache")).toBe("hit");
      }
      expect(await rowsOf(body)).toHaveLength(1);
    }
  });
});

describe("a refusal", () => {
  test("is not kept: the same request_id without the header is answered", async () => {
    for (const { name, status } of SCENARIOS) {
      if (status === 200) continue;
      const body = requestBody();
      expect((await ask(name, body)).status).toBe(status);
      const { status: after, headers } = await service().post(body);
      expect([name, after, headers.get("x-service-cache")]).toEqual([name, 200, "miss"]);
    }
  });

  test.each(["persistence_failed_once", "service_unavailable_once", "rate_limited_once"])(
    "%s refuses one try and serves the next, with one row",
    async (name) => {
      const body = requestBody();
      const key = await service().issue();
      expect((await ask(name, body, { key })).status).not.toBe(200);
      const served = await ask(name, body, { key });
      expect([served.status, served.json.suppression_reason]).toEqual([200, null]);
      expect(await rowsOf(body)).toHaveLength(1);
    },
  );

  test("over the limit costs nothing of the limit, and holds for its key alone", async () => {
    const key = await service().issue();
    for (let i = 0; i < 40; i++) await ask("rate_limited", requestBody(), { key });
    const { headers } = await service().call("GET", PREFLIGHT, { key });
    expect(headers.get("ratelimit")).toBe('"default";r=29;t=60');
    const other = await ask("rate_limited_once");
    expect(other.status).toBe(429);
  });

  test("is no fault in the operator's figures", async () => {
    for (const name of [
      "internal_error",
      "persistence_failed",
      "service_unavailable",
      "rate_limited",
    ])
      await ask(name);
    const page = (await service().call("GET", "/metrics")).text;
    expect(page).toMatch(/requests_total\{operation="sandbox",status="500"\} [1-9]/);
    expect(page).not.toMatch(/requests_total\{operation="recommend",status="50\d"\}/);
    expect(page).toMatch(/^phasewise_audit_failures_total 0$/m);
    expect(page).not.toMatch(/phasewise_unavailable_total\{[^}]*\} [1-9]/);
    expect(page).not.toMatch(/outcome="(internal_error|persistence_failed|throttled)"\} [1-9]/);
    expect(service().log()).not.toMatch(/"level":[56]0/);
  });
});

describe("the ordinary refusals come first", () => {
  test("a faulty body", async () => {
    const body = requestBody({ timezone: "EST", safety_mode: "lax" });
    const { status, json } = await ask("served", body);
    expect(status).toBe(422);
    expect(json.error.details.map(({ path }: { path: string }) => path)).toEqual([
      "/safety_mode",
      "/timezone",
    ]);
  });

  test("a key of another tenant", async () => {
    const options = { key: await service().issue({ tenant: "polar" }), headers: header("served") };
    expect((await service().post(requestBody(), options)).json.detail).toBe("tenant_mismatch");
  });

  test("no consent", async () => {
    const { store } = service();
    await store.consent.change("sandbox-garmin", "revoked", "test");
    const options = { tenant: "garmin", headers: header("served") };
    const { status, json } = await service().post(bodyFor("garmin"), options);
    expect([status, json]).toEqual([403, { detail: "consent_revoked" }]);
  });
});

test.each(["", "Served", "served, served", "toString", "unknown"])(
  "the name %j is a 422 that names the header and every scenario, and is not kept",
  async (name) => {
    const body = requestBody();
    const { status, json } = await ask(name, body);
    expect([status, json.error.code, json.request_id]).toEqual([
      422,
      "invalid_request",
      body.request_id,
    ]);
    const [{ message, fix }] = json.error.details;
    expect(message).toContain(SCENARIO_HEADER);
    for (const scenario of SCENARIOS) expect(fix).toContain(scenario.name);
    expect(await rowsOf(body)).toEqual([]);
  },
);

describe("a production key", () => {
  const plain = ({ text, headers, status }: Answer) => ({
    status,
    body: text.replace(/"(request_id|trace_id|served_at)":"[^"]*"/g, '"$1":""'),
    headers: [...headers].filter(([name]) => !["zp-rid", "date"].includes(name)),
  });
  const asked = async (headers: Record<string, string>) =>
    production().post(requestBody(), {
      key: await production().issue({ environment: "production" }),
      headers,
    });

  test("is answered alike with any scenario and without, by the engine", async () => {
    production().clock.freeze();
    const without = plain(await asked({}));
    expect(without.status).toBe(200);
    const names = [...SCENARIOS.map(({ name }) => name), "no-such-scenario"];
    for (const name of names)
      expect([name, plain(await asked(header(name)))]).toEqual([name, without]);
    expect(production().engine.calls).toHaveLength(names.length + 1);
    for (const row of await production().store.audit.list({}))
      expect(row.signals).not.toHaveProperty("scenario");
  });
});
