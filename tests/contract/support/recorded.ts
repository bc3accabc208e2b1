/**
 * Bodies that a real service sends, for the examples of the API document: every refusal, and the
 * small answers. Ids, times and versions get the same values each time.
 */
import { Database } from "bun:sqlite";
import { temporaryFolder } from "../../../scripts/support/temporary-folder.ts";
import { BODY_BYTES_MAX, RATE_LIMIT_REQUESTS_MAX } from "../../../src/contract/limits.ts";
import type { Json } from "../../../src/contract/openapi/schema.ts";
import { withCommitTurns } from "../../../src/store/sqlite/commit-turns.ts";
import { openStore, storePath } from "../../../src/store/sqlite/index.ts";
import { nights, requestBody } from "../../support/payloads.ts";
import { messageOf } from "./engine.ts";
import {
  type Answer,
  PREFLIGHT,
  RECOMMENDATION,
  type TestOptions,
  type TestService,
  testService,
} from "./service.ts";

export type Recorded = Record<string, Json>;

/** The moment of every recording, so that days in it stay the same. */
const RECORDED_AT = Date.parse("2026-11-28T08:05:54.023Z");
export const RECORDED_DAY = "2026-11-27";
const RECORDED_ID = "019d5a3e-7c1b-7c2e-9a51-3d2b6f1e8a01";
export const AT_RECORDING: TestOptions = { now: () => RECORDED_AT };

/** What differs from one recording to the next. */
const SETTLED: Readonly<Record<string, string>> = {
  trace_id: "trc_01M8GK0XQ736BXEFYB0NEY6ESA",
  requestId: "28f2d802-8e27-49c8-970d-39d90ef0ac61",
  buildId: "6d1d87a5-0c5c-8f3e-9b51-2f8a7e3c1d40",
  model_version: "pw-647a230041412a144c0e",
  corpus_version: "2026-11-28-3f9c2e7a",
};

export function settled(body: Json): Json {
  if (Array.isArray(body)) return body.map(settled);
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, SETTLED[name] ?? settled(value)]),
  );
}

export function recordedBody(changes: object = {}) {
  return requestBody({
    request_id: RECORDED_ID,
    oura: { sleep: nights(RECORDED_DAY) },
    ...changes,
  });
}

type Send = (service: TestService) => Promise<Answer>;

const post =
  (changes: object = {}): Send =>
  (service) =>
    service.post(recordedBody(changes));
const get =
  (path: string): Send =>
  async (service) =>
    service.call("GET", path, { key: await service.issue() });
const withHeaders =
  (headers: Record<string, string>): Send =>
  (service) =>
    service.post(recordedBody(), { key: null, headers });

async function tooOften(service: TestService): Promise<Answer> {
  const key = await service.issue();
  for (let i = 0; i < RATE_LIMIT_REQUESTS_MAX; i++) await service.call("GET", PREFLIGHT, { key });
  return service.post(recordedBody(), { key });
}

async function faulty(service: TestService): Promise<Answer> {
  const { safety_mode, ...body } = recordedBody({ timezone: "EST" });
  Object.assign(body.user_context, { cycle_day: 41 });
  Object.assign(body.oura.sleep[1], { average_hrv: "46 ms" });
  return service.post(body);
}

const loading =
  (send: Send): Send =>
  (service) => {
    service.engine.loading = true;
    return send(service).finally(() => {
      service.engine.loading = false;
    });
  };

async function failing(service: TestService): Promise<Answer> {
  service.engine.failure = new Error("a fault");
  return post({ request_id: `${RECORDED_ID.slice(0, -1)}2` })(service).finally(() => {
    service.engine.failure = null;
  });
}

/** On one service with active consent, each by its name. */
const CALLS: Readonly<Record<string, Send>> = {
  no_authorization_header: withHeaders({}),
  invalid_authorization_scheme: withHeaders({ authorization: "Bearer abc" }),
  authorization_failed: withHeaders({ authorization: "ApiKey pw_sandbox_abc" }),
  rate_limit: tooOften,
  tenant_mismatch: (service) => service.post(recordedBody(), { tenant: "whoop", key: service.key }),
  payload_too_large: (service) => service.post("x".repeat(BODY_BYTES_MAX + 1)),
  unsupported_media_type: (service) =>
    service.post(recordedBody(), { headers: { "content-type": "text/plain" } }),
  invalid_request: faulty,
  empty_payload: post({ oura: { sleep: [] } }),
  not_json: (service) => service.post('{"request_id":'),
  out_of_scope_urgent: post({ query: messageOf(["emergency"]) }),
  out_of_scope_medical: post({ query: messageOf(["medication"]) }),
  internal_error: failing,
  service_unavailable: loading(post()),
  not_ready: loading(get("/v1/health/ready")),
  ambiguous_host: (service) =>
    service.call("GET", "/v1/health", { headers: { host: "a.example, b.example" } }),
  not_found: get("/v1/recommendation"),
  method_not_allowed: get(RECOMMENDATION),
  access_active: get(PREFLIGHT),
  live: get("/v1/health"),
  ready: get("/v1/health/ready"),
};

async function onOwnService(options: TestOptions, send: Send): Promise<Json> {
  const service = await testService({ ...AT_RECORDING, ...options });
  try {
    return settled((await send(service)).json);
  } finally {
    await service.stop();
  }
}

/** Another process holds the lock on the database. */
async function unrecorded(): Promise<Json> {
  const folder = temporaryFolder("recorded");
  const store = openStore(folder.path, { busyTimeoutMs: 1 });
  const other = new Database(storePath(folder.path));
  try {
    store.consent.change("sandbox-oura", "active", "test");
    const { key } = store.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line");
    return await onOwnService(
      { store: withCommitTurns(store, { giveUpAfterMs: 1 }) },
      (service) => {
        other.run("BEGIN IMMEDIATE");
        return service.post(recordedBody(), { key });
      },
    );
  } finally {
    other.close();
    store.close();
    folder.remove();
  }
}

export async function recordRefusals(): Promise<Recorded> {
  const bodies: Recorded = {};
  const service = await testService(AT_RECORDING);
  for (const [name, send] of Object.entries(CALLS))
    bodies[name] = settled((await send(service)).json);
  await service.stop();
  const external: TestOptions = { gateway: "external", originSecret: "secret" };
  bodies.missing_partner_id = await onOwnService(
    external,
    withHeaders({ "x-origin-verify": "secret" }),
  );
  bodies.consent_not_provisioned = await onOwnService({ consent: "provisioned" }, post());
  bodies.consent_revoked = await onOwnService({ consent: "revoked" }, post());
  bodies.access_not_provisioned = await onOwnService({ consent: "provisioned" }, get(PREFLIGHT));
  bodies.persistence_failed = await unrecorded();
  return bodies;
}
