/**
 * Finds the partner behind a request: by API key (embedded gateway), or by another gateway's header
 * (external gateway).
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { PARTNER_HEADER, type Partner, partnerOf } from "../origin/partner.ts";
import type { StateStore } from "../store/port.ts";
import type { ConsentState, Environment } from "../store/records.ts";
import { Denial, unauthorized } from "./denial.ts";

const ORIGIN_VERIFY_HEADER = "x-origin-verify";

interface IdentifiedCaller {
  partner: Partner;
  /** Null behind another gateway, which has its own limit. */
  key_id: string | null;
  /** The consent as it was when the credential was checked. */
  consent: ConsentState;
}

/** Called as soon as the credential is accepted, so that later refusals can carry the quota. */
type OnKeyAccepted = (keyId: string) => void;

/** @param rechecked whether the caller is checked again before it is answered */
export type Identify = (
  headers: Headers,
  onKey: OnKeyAccepted,
  rechecked?: boolean,
) => Promise<IdentifiedCaller>;

/** Checks API keys. A partner header that a caller sends is never read. */
export function identifyByKey(
  store: Pick<StateStore, "identify">,
  environments: readonly Environment[],
): Identify {
  return async (received, onKey, rechecked) => {
    const caller = await store.identify(presentedKey(received), rechecked);
    if (caller === null || !environments.includes(caller.key.environment))
      throw unauthorized("Authorization Failed");
    const { key_id, client_id } = caller.key;
    onKey(key_id);
    return { partner: requirePartner(client_id), key_id, consent: caller.consent };
  };
}

/** Trusts the other gateway's header only after its shared secret. */
export function identifyByGateway(
  secret: string,
  { consent }: Pick<StateStore, "consent">,
  environments: readonly Environment[],
): Identify {
  return async (headers) => {
    if (!equalInConstantTime(headers.get(ORIGIN_VERIFY_HEADER) ?? "", secret)) {
      throw unauthorized("Authorization Failed");
    }
    const partner = requirePartner(headers.get(PARTNER_HEADER) ?? "");
    if (!environments.includes(partner.environment)) throw unauthorized("Authorization Failed");
    return { partner, key_id: null, consent: await consent.state(partner.client_id) };
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
