/** `console login`: a one-time link into the console of the service that runs here. */
import { LINK_MINUTES, makeLink } from "../console/login.ts";
import { stateDir } from "../store/sqlite/index.ts";
import { actor } from "./actor.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine } from "./output.ts";

export const consoleLogin = defineCommand({
  name: "console login",
  summary: "prints a link into the operator's console; it works once, for some minutes",
  settings: ["dataDir"],
  run({ settings, json }) {
    const link = makeLink(stateDir(settings.dataDir), actor(), Date.now());
    if (json) {
      printJson(link);
      return 0;
    }
    printLine(link.url);
    printLine(`It works once, within ${LINK_MINUTES} minutes.`);
    return 0;
  },
});
