/** The consent of a client, as events in the ledger. The last event is the current state. */
import { stepsTo, toChange } from "../consent-steps.ts";
import { refuseFault } from "../fault.ts";
import type { Ledger } from "../ledger.ts";
import type { ConsentStore, Immediate, StateStore } from "../port.ts";
import type { ConsentChange, ConsentState } from "../records.ts";
import type { CachedRead } from "./read-cache.ts";

export interface ConsentStoreParts {
  ledger: Ledger;
  /** Runs one read-then-write step. */
  write: <T>(step: () => T) => T;
  /** The clock, in epoch milliseconds. */
  now: () => number;
  fault: StateStore["fault"];
  cachedRead: CachedRead;
}

export interface SqliteConsent extends Immediate<ConsentStore> {
  /** The state, also where the file was moved away. */
  stateOf(clientId: string): ConsentState;
  /** The state within a writing transaction, which nothing may be remembered of. */
  stateInside(clientId: string): ConsentState;
}

export function createConsentStore({
  ledger,
  write,
  now,
  fault,
  cachedRead,
}: ConsentStoreParts): SqliteConsent {
  function last(clientId: string): ConsentChange | null {
    const event = ledger.latest("consent", clientId);
    return event === null ? null : toChange(event);
  }
  const stateInside = (clientId: string) => last(clientId)?.state ?? "not_provisioned";
  const stateOf = cachedRead(stateInside);

  return {
    state(clientId) {
      // A database file that was moved away no longer receives withdrawals, so its consent must not
      // count.
      refuseFault(fault());
      return stateOf(clientId);
    },
    stateOf,
    stateInside,

    history(clientId) {
      return ledger.about("consent", clientId).map(toChange);
    },

    change(clientId, state, actor, reason) {
      return write(() => {
        for (const step of stepsTo(state, stateInside(clientId), clientId)) {
          const content = { state: step, actor, reason: reason ?? null };
          ledger.append({ at_ms: now(), kind: "consent", subject: clientId, content });
        }
        const current = last(clientId);
        if (current === null) throw new Error("a consent change left no event");
        return current;
      });
    },
  };
}
