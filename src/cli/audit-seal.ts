/**
 * `audit seal`: moves the rows of a month from the state store into a file with a signed manifest.
 */
import { UsageError } from "../contract/error.ts";
import { parseMonth } from "../operator/time.ts";
import { STATE_SETTINGS } from "../service/state.ts";
import { textOption } from "./arguments.ts";
import { defineCommand } from "./command.ts";
import { countWithNoun, printJson, printLine } from "./output.ts";
import { maintainStore } from "./with-store.ts";

const PAUSE_MS = 10;

export const auditSeal = defineCommand({
  name: "audit seal",
  summary: "moves a past month into a sealed file, where every other command still reads it",
  settings: STATE_SETTINGS,
  options: {
    month: {
      value: "YYYY-MM",
      help: "the UTC month; earlier rows that are not sealed yet are moved too",
    },
  },
  run({ settings, options, json }) {
    const month = textOption(options, "month");
    if (month === undefined)
      throw new UsageError("--month is missing: give a month such as 2026-11");
    const { until } = parseMonth(month, "--month");
    return maintainStore(settings, async ({ upkeep }) => {
      const { first, last, head } = await upkeep.seal(month, until);
      for await (const _ of upkeep.sweep()) await Bun.sleep(PAUSE_MS);
      const rows = last - first + 1;
      if (json) printJson({ month, rows, first, last, head });
      else printLine(`${month} is sealed: ${countWithNoun(rows, "row")}, head ${head}`);
      return 0;
    });
  },
});
