/**
 * What a request may be answered on: a usable key and an active consent. Either can end while the
 * body is on its way or the answer is computed, and then nothing more is answered.
 * @module
 */
import type { ConsentStore } from "../store/types.ts";
import { consentRefusal } from "./consent.ts";
import type { Partner } from "./partner.ts";

/** The gateway answers it as it answers any key that does not hold. */
export class KeyEnded extends Error {}

export class ConsentEnded extends Error {}

/** @throws KeyEnded or ConsentEnded */
export function requireStanding(
  consent: ConsentStore,
  { partner, keyHolds }: { partner: Partner; keyHolds(): boolean },
): void {
  if (!keyHolds()) throw new KeyEnded();
  if (consentRefusal(consent, partner.client_id) !== null) throw new ConsentEnded();
}
