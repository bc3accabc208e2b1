/** The consent of a client, as events in the ledger. The last event is the current state. */
import { OperatorError } from "../contract/error.ts";
import { refuseFault } from "./fault.ts";
import { contentOf, type Ledger, type StoredEvent } from "./ledger.ts";
import type { CachedRead } from "./read-cache.ts";
import type { ConsentChange, ConsentState, ConsentStore, Immediate, StateStore } from "./types.ts";

type Recorded = Exclude<ConsentState, "not_provisioned">;

/**
 * The events that a change appends, by the state before. There are none where the state is already
 * met, so that a script may run twice. A function refuses with a line for the operator.
 */
const STEPS: Record<
  Recorded,
  Record<ConsentState, readonly Recorded[] | ((clientId: string) => string)>
> = {
  provisioned: {
    not_provisioned: ["provisioned"],
    provisioned: [],
    active: [],
    revoked: (id) =>
      `consent of ${id} was revoked: only phasewise consent activate ${id} grants it again`,
  },
  active: {
    not_provisioned: ["provisioned", "active"],
    provisioned: ["active"],
    active: [],
    revoked: ["active"],
  },
  revoked: {
    not_provisioned: (id) => `${id} has no consent record to revoke: check the client id`,
    provisioned: ["revoked"],
    active: ["revoked"],
    revoked: [],
  },
};

function toChange(event: StoredEvent): ConsentChange {
  const { state, actor, reason } =
    contentOf<Pick<ConsentChange, "state" | "actor" | "reason">>(event);
  return {
    client_id: event.subject,
    state,
    at: new Date(event.at_ms).toISOString(),
    actor,
    reason,
  };
}

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
        const steps = STEPS[state][stateInside(clientId)];
        if (typeof steps === "function") throw new OperatorError(steps(clientId));
        for (const step of steps) {
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
