/**
 * Finds the partner behind a request: by API key (embedded gateway), or by another gateway's header
 * (external gateway).
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { PARTNER_HEADER, type Partner, partnerOf } from "../origin/partner.ts";
import type { Environment, KeyStore } from "../store/types.ts";
import { Denial, unauthorized } from "./denial.ts";

const ORIGIN_VERIFY_HEADER = "x-origin-verify";

interface Caller {
  partner: Partner;
  /** Null behind another gateway, which has its own limit. */
  key_id: string | null;
}

/** Called as soon as the credential is accepted, so that later refusals can carry the quota. */
type OnKey = (keyId: string) => void;

export type Identify = (headers: Headers, onKey: OnKey) => Caller;

/** Checks API keys. A partner header that a caller sends is never read. */
export function identifyByKey(keys: KeyStore, environments: readonly Environment[]): Identify {
  return (received, onKey) => {
    const key = keys.authenticate(presentedKey(received));
    if (key === null || !environments.includes(key.environment))
      throw unauthorized("Authorization Failed");
    onKey(key.key_id);
    return { partner: requirePartner(key.client_id), key_id: key.key_id };
  };
}

/** Trusts the other gateway's header only after its shared secret. */
export function identifyByGateway(secret: string, environments: readonly Environment[]): Identify {
  return (headers) => {
    if (!equalInConstantTime(headers.get(ORIGIN_VERIFY_HEADER) ?? "", secret)) {
      throw unauthorized("Authorization Failed");
    }
    const partner = requirePartner(headers.get(PARTNER_HEADER) ?? "");
    if (!environments.includes(partner.environment)) throw unauthorized("Authorization Failed");
    return { partner, key_id: null };
  };
}

function presentedKey(headers: Headers): string {
  const header = headers.get("authorization");
  if (header === null || header.trim() === "") throw unauthorized("No Authorization Header");
  const [scheme = "", ...rest] = header.trim().split(/\s+/);
  if (scheme.toLowerCase() !== "apikey") throw unauthorized("Invalid Authorization Scheme");
  return rest.join(" ");
}

function requirePartner(clientId: string): Partner {
  const partner = partnerOf(clientId);
  if (partner === null) throw new Denial(403, "missing_partner_id");
  return partner;
}

/**
 * Digests have one length, so the time of the comparison shows neither the secret nor its length.
 */
function equalInConstantTime(presented: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(presented), digest(secret));
}
