/**
 * Without an active consent there is no answer, neither a new one nor a replay.
 * @module
 */
import type { ConsentReason } from "../contract/body.ts";
import type { ConsentState } from "../store/records.ts";
import { jsonResponse } from "./envelope.ts";

/** The reason for the refusal; null where the consent is active. */
export function consentRefusal(state: ConsentState): ConsentReason | null {
  if (state === "active") return null;
  return state === "revoked" ? "consent_revoked" : "consent_not_provisioned";
}

export function refusalResponse(detail: ConsentReason): Response {
  return jsonResponse(403, { detail });
}
