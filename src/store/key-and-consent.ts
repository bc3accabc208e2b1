/**
 * A request needs a usable key and an active consent. The store checks both with every look for a
 * recorded answer and again in the commit of a new one, because either can end meanwhile.
 * @module
 */
import type { ConsentState } from "./records.ts";

/** The gateway answers it like any invalid key. */
export class KeyEndedError extends Error {}

export class ConsentEndedError extends Error {
  constructor(readonly state: ConsentState) {
    super(`consent is ${state}`);
  }
}

/** @throws KeyEndedError or ConsentEndedError */
export function requireKeyAndConsent(keyHolds: boolean, consent: ConsentState): void {
  if (!keyHolds) throw new KeyEndedError();
  if (consent !== "active") throw new ConsentEndedError(consent);
}
