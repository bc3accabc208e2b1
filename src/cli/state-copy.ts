/** `state copy`: moves the state from the file to a database that replicas share, or back. */

import { placeOf, STATE_SETTINGS } from "../service/state.ts";
import { copyBetween } from "../store/copy/index.ts";
import { choiceOption } from "./arguments.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine } from "./output.ts";

export const stateCopy = defineCommand({
  name: "state copy",
  summary:
    "copies keys, consent and audit rows from the file to the database of --state or back, whole or not at all",
  settings: STATE_SETTINGS,
  options: {
    to: { value: "database|file", help: "where the copy goes; there must be no store yet" },
  },
  async run({ settings, options, json }) {
    const to = choiceOption(options, "to", ["database", "file"]);
    const rows = await copyBetween(placeOf(settings), to);
    if (json) printJson({ to, rows });
    else printLine(`${rows} audit rows are in the ${to}; both chains hold`);
    return 0;
  },
});
