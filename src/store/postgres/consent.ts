/** The consent of a client in PostgreSQL. */
import { stepsTo, toChange } from "../consent-steps.ts";
import type { ConsentStore } from "../port.ts";
import type { ConsentChange, ConsentState } from "../records.ts";
import type { Client } from "./client.ts";
import { lockClient } from "./client-lock.ts";
import { about, append, latest } from "./ledger.ts";
import { type Clock, storeTime } from "./time.ts";

export function createConsent(client: Client, clock: Clock): ConsentStore {
  return {
    async state(clientId): Promise<ConsentState> {
      const event = await client.run((sql) => latest(sql, "consent", clientId));
      return event === null ? "not_provisioned" : toChange(event).state;
    },

    async history(clientId): Promise<ConsentChange[]> {
      const events = await client.run((sql) => about(sql, "consent", clientId));
      return events.map(toChange);
    },

    change: (clientId, state, actor, reason) =>
      client.transaction(async (sql) => {
        await lockClient(sql, clientId);
        const last = await latest(sql, "consent", clientId);
        const from = last === null ? "not_provisioned" : toChange(last).state;
        for (const step of stepsTo(state, from, clientId)) {
          const content = { state: step, actor, reason: reason ?? null };
          const at_ms = await storeTime(sql, clock);
          await append(sql, { at_ms, kind: "consent", subject: clientId, content });
        }
        const current = await latest(sql, "consent", clientId);
        if (current === null) throw new Error("a consent change left no event");
        return toChange(current);
      }),
  };
}
