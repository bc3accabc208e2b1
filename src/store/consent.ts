/** Consent of a client as an append-only history; its last row is the state. */
import type { Database } from "bun:sqlite";
import { OperatorError } from "../contract/error.ts";
import { writeStep } from "./database.ts";
import type { ConsentChange, ConsentState, ConsentStore } from "./types.ts";

type Recorded = Exclude<ConsentState, "not_provisioned">;

interface ConsentRow {
  client_id: string;
  state: Recorded;
  at_ms: number;
  actor: string;
  reason: string | null;
}

/**
 * The rows a wished state appends, by the state before; none where the wish is already met, so that a script may run
 * twice. A refusal is a line for the operator.
 */
const STEPS: Record<Recorded, Record<ConsentState, readonly Recorded[] | ((clientId: string) => string)>> = {
  provisioned: {
    not_provisioned: ["provisioned"],
    provisioned: [],
    active: [],
    revoked: (id) => `consent of ${id} was revoked: only phasewise consent activate ${id} grants it again`,
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

function toChange({ at_ms, ...row }: ConsentRow): ConsentChange {
  return { ...row, at: new Date(at_ms).toISOString() };
}

/** @param now the clock, in epoch milliseconds */
export function createConsentStore(db: Database, now: () => number): ConsentStore {
  const columns = "client_id, state, at_ms, actor, reason";
  const last = db.query<ConsentRow, [string]>(
    `SELECT ${columns} FROM consent_change WHERE client_id = ? ORDER BY sequence DESC LIMIT 1`,
  );
  const all = db.query<ConsentRow, [string]>(
    `SELECT ${columns} FROM consent_change WHERE client_id = ? ORDER BY sequence`,
  );
  const insert = db.query<null, [string, Recorded, number, string, string | null]>(
    `INSERT INTO consent_change (${columns}) VALUES (?, ?, ?, ?, ?)`,
  );

  return {
    state(clientId) {
      return last.get(clientId)?.state ?? "not_provisioned";
    },

    history(clientId) {
      return all.all(clientId).map(toChange);
    },

    change(clientId, state, actor, reason) {
      return writeStep(db, () => {
        const steps = STEPS[state][last.get(clientId)?.state ?? "not_provisioned"];
        if (typeof steps === "function") throw new OperatorError(steps(clientId));
        for (const step of steps) insert.run(clientId, step, now(), actor, reason ?? null);
        const current = last.get(clientId);
        if (current === null) throw new Error("a consent change left no row");
        return toChange(current);
      });
    },
  };
}
