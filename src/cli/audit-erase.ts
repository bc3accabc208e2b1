/**
 * `audit erase`: removes questions, signals and answers from audit rows. Billing and the chain keep
 * what they need.
 */
import { OperatorError, UsageError } from "../contract/error.ts";
import { parseInstant } from "../operator/time.ts";
import { STATE_SETTINGS } from "../service/state.ts";
import { actor } from "./actor.ts";
import { textOption } from "./arguments.ts";
import { defineCommand } from "./command.ts";
import { countWithNoun, printJson, printLine } from "./output.ts";
import { maintainStore } from "./with-store.ts";

/** Between two steps a running server can write. */
const PAUSE_MS = 10;

export const auditErase = defineCommand({
  name: "audit erase",
  summary: "erases questions, signals and answers from audit rows for good; the chain still holds",
  settings: STATE_SETTINGS,
  options: {
    client: { value: "CLIENT_ID", help: "only this client's rows" },
    "request-id": { value: "ID", help: "only the rows of this request; needs --client" },
    before: { value: "TIME", help: "only rows served before this UTC day or instant" },
    reason: { value: "TEXT", help: "the reason, for the ledger; do not name a person" },
  },
  run({ settings, options, json }) {
    const client_id = textOption(options, "client");
    const request_id = textOption(options, "request-id");
    const day = textOption(options, "before");
    if (request_id !== undefined && client_id === undefined) {
      throw new UsageError("--request-id needs --client: two clients may use one id");
    }
    if (client_id === undefined && day === undefined) {
      throw new UsageError("say what to erase: --client, --client with --request-id, or --before");
    }
    const before = day === undefined ? undefined : parseInstant(day, "--before");
    const scope = { client_id, request_id, before, reason: textOption(options, "reason") };
    return maintainStore(settings, async ({ upkeep }) => {
      let rows = 0;
      for await (const erased of upkeep.erase(scope, actor())) {
        rows += erased;
        await Bun.sleep(PAUSE_MS);
      }
      for await (const _ of upkeep.sweep()) await Bun.sleep(PAUSE_MS);
      if (!(await upkeep.foldLog())) {
        throw new OperatorError(
          `the write-ahead log may still hold the text of ${countWithNoun(rows, "erased row")}, because another process reads it: run the same command again`,
        );
      }
      if (json) printJson({ rows });
      else
        printLine(
          `${countWithNoun(rows, "row")} erased; the facts stay for the bill and the chain`,
        );
      return 0;
    });
  },
});
