/**
 * A request needs a usable key and an active consent. Both are checked again after the body has
 * arrived and after the answer is computed, because either can end meanwhile.
 * @module
 */
import type { ConsentStore } from "../store/types.ts";
import { consentRefusal } from "./consent.ts";
import type { Partner } from "./partner.ts";

/** The gateway answers it like any invalid key. */
export class KeyEnded extends Error {}

export class ConsentEnded extends Error {}

/** @throws KeyEnded or ConsentEnded */
export function requireKeyAndConsent(
  consent: ConsentStore,
  { partner, isKeyValid }: { partner: Partner; isKeyValid(): boolean },
): void {
  if (!isKeyValid()) throw new KeyEnded();
  if (consentRefusal(consent, partner.client_id) !== null) throw new ConsentEnded();
}
