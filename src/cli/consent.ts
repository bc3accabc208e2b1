/**
 * `consent show|provision|activate|revoke`: whether a client's requests may be served, and who
 * changed that and why.
 */
import { requireClient } from "../operator/clients.ts";
import { STATE_SETTINGS } from "../service/state.ts";
import type { ConsentState } from "../store/records.ts";
import { actor } from "./actor.ts";
import { textOption } from "./arguments.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine, printTable } from "./output.ts";
import { withStore } from "./with-store.ts";

export const consentShow = defineCommand({
  name: "consent show",
  summary: "shows a client's consent and its history",
  positionals: ["CLIENT_ID"],
  settings: STATE_SETTINGS,
  run({ settings, positionals, json }) {
    const client_id = requireClient(positionals[0] ?? "", "CLIENT_ID");
    return withStore(settings, async (store) => {
      const consent_state = await store.consent.state(client_id);
      const history = (await store.consent.history(client_id)).map(
        ({ state, at, actor: by, reason }) => ({ state, at, actor: by, reason }),
      );
      if (json) {
        printJson({ client_id, consent_state, history });
        return 0;
      }
      printLine(`${client_id}: ${consent_state}`);
      if (history.length > 0) {
        printTable(
          ["at", "state", "by", "reason"],
          history.map((change) => [change.at, change.state, change.actor, change.reason ?? ""]),
        );
      }
      return 0;
    });
  },
});

function changeCommand(
  verb: string,
  summary: string,
  target: Exclude<ConsentState, "not_provisioned">,
) {
  return defineCommand({
    name: `consent ${verb}`,
    summary,
    positionals: ["CLIENT_ID"],
    settings: STATE_SETTINGS,
    options: { reason: { value: "TEXT", help: "the reason, for the history" } },
    run({ settings, options, positionals, json }) {
      const client_id = requireClient(positionals[0] ?? "", "CLIENT_ID");
      const reason = textOption(options, "reason");
      return withStore(
        settings,
        async (store) => {
          const before = (await store.consent.history(client_id)).length;
          const { state: consent_state, at } = await store.consent.change(
            client_id,
            target,
            actor(),
            reason,
          );
          const changed = (await store.consent.history(client_id)).length > before;
          if (json) printJson({ client_id, consent_state, changed });
          else if (changed) printLine(`${client_id}: ${consent_state}`);
          else printLine(`${client_id}: ${consent_state} since ${at}; nothing changed`);
          return 0;
        },
        { create: true },
      );
    },
  });
}

export const consentProvision = changeCommand(
  "provision",
  "records a client whose consent has yet to be activated",
  "provisioned",
);
export const consentActivate = changeCommand(
  "activate",
  "grants consent, also for a client without a record and after a revocation",
  "active",
);
export const consentRevoke = changeCommand(
  "revoke",
  "withdraws consent; a running server refuses the client from the next request on",
  "revoked",
);
