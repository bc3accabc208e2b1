/**
 * `audit checkpoint`: signs the ends of the chain and the ledger, to be kept on another machine.
 */
import { existsSync } from "node:fs";
import { OperatorError } from "../contract/error.ts";
import { writeFileDurably } from "../files/durable.ts";
import { STATE_SETTINGS } from "../service/state.ts";
import { textOption } from "./arguments.ts";
import { defineCommand } from "./command.ts";
import { countWithNoun, printJson, printLine } from "./output.ts";
import { withStore } from "./with-store.ts";

export const auditCheckpoint = defineCommand({
  name: "audit checkpoint",
  summary:
    "signs where chain and ledger end; a checkpoint kept elsewhere reveals rows that were cut off later",
  settings: STATE_SETTINGS,
  options: { out: { value: "FILE", help: "writes it to this file instead of to stdout" } },
  run({ settings, options, json }) {
    const out = textOption(options, "out");
    if (out !== undefined && existsSync(out)) {
      throw new OperatorError(`${out} exists already; give another name`);
    }
    return withStore(settings, async ({ upkeep }) => {
      const signed = await upkeep.checkpoint();
      if (out !== undefined) writeFileDurably(out, `${JSON.stringify(signed, null, 2)}\n`);
      if (json || out === undefined) printJson(signed);
      else
        printLine(
          `checkpoint of ${countWithNoun(signed.checkpoint.rows, "row")} in ${out}: keep it on another machine`,
        );
      return 0;
    });
  },
});
