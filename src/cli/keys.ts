/**
 * `keys issue|list|revoke|rotate`: the partners' credentials. A key is printed once and never
 * stored.
 */
import { UsageError } from "../contract/error.ts";
import { SLUGS } from "../operator/clients.ts";
import { keyStatus } from "../operator/keys.ts";
import { parseDuration } from "../operator/time.ts";
import { STATE_SETTINGS } from "../service/state.ts";
import { ENVIRONMENTS, type IssuedKey, type ListedKey } from "../store/records.ts";
import { choiceOption, textOption } from "./arguments.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine, printTable } from "./output.ts";
import { withStore } from "./with-store.ts";

const DEFAULT_GRACE = "24h";

function printIssued(issued: IssuedKey): void {
  printLine(`key_id     ${issued.key_id}`);
  printLine(`client_id  ${issued.client_id}`);
  printLine(`expires    ${issued.expires_at ?? "never"}`);
  printLine(`key        ${issued.key}`);
  printLine("Keep the key now: only its hash is stored, it cannot be shown again.");
}

export const keysIssue = defineCommand({
  name: "keys issue",
  summary: "makes an API key and prints it, once",
  settings: STATE_SETTINGS,
  options: {
    tenant: { value: SLUGS.join("|"), help: "the wearable whose records the key may send" },
    environment: { value: ENVIRONMENTS.join("|"), help: "the environment that the key belongs to" },
    label: { value: "TEXT", help: "a note that keys list shows" },
    "expires-in": {
      value: "DURATION",
      help: "a lifetime such as 90d; without it the key does not expire",
    },
  },
  run({ settings, options, json }) {
    const tenant = choiceOption(options, "tenant", SLUGS);
    const environment = choiceOption(options, "environment", ENVIRONMENTS);
    const label = textOption(options, "label");
    const lifetime = textOption(options, "expires-in");
    const expires_in_ms =
      lifetime === undefined ? undefined : parseDuration(lifetime, "--expires-in");
    if (expires_in_ms === 0) throw new UsageError("--expires-in must be longer than zero");
    return withStore(
      settings,
      async (store) => {
        const issued = await store.keys.issue(
          { tenant, environment, label, expires_in_ms },
          "command line",
        );
        const { key_id, key, client_id } = issued;
        if (json) {
          printJson({ key_id, key, client_id });
          return 0;
        }
        printIssued(issued);
        const consent = await store.consent.state(client_id);
        const next = consent === "active" ? "" : ` Next: phasewise consent activate ${client_id}`;
        printLine(`Consent of ${client_id} is ${consent}.${next}`);
        return 0;
      },
      { create: true },
    );
  },
});

/** What happened to a key last, and from where. */
function lastChange({ changes }: ListedKey): string {
  const last = changes.at(-1);
  return last === undefined ? "" : `${last.change}, ${last.by}`;
}

export const keysList = defineCommand({
  name: "keys list",
  summary: "lists the keys, oldest first; none is shown itself",
  settings: STATE_SETTINGS,
  run({ settings, json }) {
    return withStore(settings, async (store) => {
      const keys = await store.keys.list();
      if (json) printJson(keys);
      else {
        printTable(
          [
            "key_id",
            "client_id",
            "status",
            "created",
            "expires",
            "last_used",
            "last_change",
            "replaces",
            "label",
          ],
          keys.map((key) => [
            key.key_id,
            key.client_id,
            keyStatus(key, Date.now()),
            key.created_at,
            key.expires_at ?? "never",
            key.last_used_at ?? "never",
            lastChange(key),
            key.replaces ?? "",
            key.label ?? "",
          ]),
        );
      }
      return 0;
    });
  },
});

export const keysRevoke = defineCommand({
  name: "keys revoke",
  summary: "ends a key at once; a running server refuses it from the next request on",
  positionals: ["KEY_ID"],
  settings: STATE_SETTINGS,
  run({ settings, positionals, json }) {
    const keyId = positionals[0] ?? "";
    return withStore(settings, async (store) => {
      const record = await store.keys.revoke(keyId, "command line");
      if (json) printJson(record);
      else printLine(`${keyId} is revoked since ${record.revoked_at}`);
      return 0;
    });
  },
});

export const keysRotate = defineCommand({
  name: "keys rotate",
  summary: "issues a successor with the same lifetime and lets the old key expire",
  positionals: ["KEY_ID"],
  settings: STATE_SETTINGS,
  options: {
    grace: {
      value: "DURATION",
      help: "how long the old key still works; 0m ends it now",
      default: DEFAULT_GRACE,
    },
  },
  run({ settings, options, positionals, json }) {
    const keyId = positionals[0] ?? "";
    const grace = textOption(options, "grace") ?? DEFAULT_GRACE;
    const graceMs = parseDuration(grace, "--grace");
    return withStore(settings, async (store) => {
      const issued = await store.keys.rotate(keyId, graceMs, "command line");
      const { key_id, key, client_id } = issued;
      if (json) {
        printJson({ key_id, key, client_id, replaces: keyId });
        return 0;
      }
      printIssued(issued);
      printLine(
        `The old key ${keyId} works for ${grace} more, or until its own expiry if that is sooner.`,
      );
      return 0;
    });
  },
});
