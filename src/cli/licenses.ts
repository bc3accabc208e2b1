/** `licenses`: prints the notice of phasewise and the licence texts of everything inside it. */
import { readLicenses } from "../native/licenses.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine } from "./output.ts";

export const licenses = defineCommand({
  name: "licenses",
  summary: "prints the licence text of everything that is inside the executable",
  settings: [],
  async run({ json }) {
    const { notice, components } = await readLicenses();
    if (json) {
      printJson(components);
      return 0;
    }
    printLine(notice);
    for (const { name, version, license, text } of components)
      printLine(`${"=".repeat(80)}\n${name} ${version}: ${license}\n\n${text.trim()}\n`);
    return 0;
  },
});
