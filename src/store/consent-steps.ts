/** The consent of a client as events of the ledger; the same in every database. */
import { OperatorError } from "../contract/error.ts";
import { contentOf, type StoredEvent } from "./ledger.ts";
import type { ConsentChange, ConsentState } from "./records.ts";

export type RecordedConsent = Exclude<ConsentState, "not_provisioned">;

/**
 * The events that a change appends, by the state before. There are none where the state is already
 * met, so that a script may run twice. A function refuses with a line for the operator.
 */
const STEPS: Record<
  RecordedConsent,
  Record<ConsentState, readonly RecordedConsent[] | ((clientId: string) => string)>
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

export function toChange(event: StoredEvent): ConsentChange {
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

/**
 * The events that bring a client from one state to another.
 * @throws OperatorError where the state does not allow the step
 */
export function stepsTo(
  state: RecordedConsent,
  from: ConsentState,
  clientId: string,
): readonly RecordedConsent[] {
  const steps = STEPS[state][from];
  if (typeof steps === "function") throw new OperatorError(steps(clientId));
  return steps;
}
