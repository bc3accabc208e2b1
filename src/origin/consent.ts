/**
 * Without an active consent there is no answer, neither a new one nor a replay.
 * @module
 */
import type { ConsentReason } from "../contract/body.ts";
import type { ConsentStore } from "../store/types.ts";
import { jsonResponse } from "./envelope.ts";

/** The reason for the refusal; null where the consent is active. */
export function consentRefusal(consent: ConsentStore, clientId: string): ConsentReason | null {
  const state = consent.state(clientId);
  if (state === "active") return null;
  return state === "revoked" ? "consent_revoked" : "consent_not_provisioned";
}

export function refusalResponse(detail: ConsentReason): Response {
  return jsonResponse(403, { detail });
}
