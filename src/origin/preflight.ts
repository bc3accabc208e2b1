/**
 * The pre-flight tells a partner what it may do, without work for the engine.
 * @module
 */
import type { Preflight } from "../contract/body.ts";
import { RATE_LIMIT_REQUESTS_MAX, RATE_LIMIT_WINDOW_SECONDS } from "../contract/limits.ts";
import type { ConsentState } from "../store/records.ts";
import { jsonResponse } from "./envelope.ts";
import type { Partner } from "./partner.ts";

/** Every key may do the same today. The list lets this change without breaking a client. */
const SCOPES = ["recommendation:create", "health:read"];
const SECONDS_PER_MINUTE = 60;

export function preflight(partner: Partner, consent_state: ConsentState): Response {
  const body: Preflight = {
    tenant_id: partner.client_id,
    tenant: partner.tenant,
    environment: partner.environment,
    consent_state,
    consent_active: consent_state === "active",
    scopes: SCOPES,
    rate_limit_per_min: (RATE_LIMIT_REQUESTS_MAX * SECONDS_PER_MINUTE) / RATE_LIMIT_WINDOW_SECONDS,
  };
  return jsonResponse(200, body);
}
