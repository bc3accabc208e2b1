/** The number and the last day of a signed bundle, as an operator gives and reads them. */
import { UsageError } from "../contract/error.ts";
import { isCalendarDay } from "../contract/formats.ts";
import { SEQUENCE_MAX } from "../library/bundle-head.ts";
import { countOption, textOption } from "./arguments.ts";
import type { Invocation, Option } from "./command.ts";

const DAY_MS = 86_400_000;
const DEFAULT_LIFE = "365d";
const LIFE_DAYS_MAX = 3_650;
const NEVER = "never";

export const ISSUE_OPTIONS: Readonly<Record<"sequence" | "expires" | "release", Option>> = {
  sequence: {
    value: "N",
    help: "the number of the signed bundle; without it, one more than the last one with the key",
  },
  expires: {
    value: "DAY",
    help: `the last UTC day on which the signed bundle may be imported, a span such as 90d, or ${NEVER}`,
    default: DEFAULT_LIFE,
  },
  release: { value: "VERSION", help: "a version, `starter` or `current`", default: "current" },
};

/** @throws UsageError */
export function readIssue(options: Invocation<never>["options"]): {
  sequence: number | undefined;
  expires: string | null;
} {
  const sequence = countOption(options, "sequence");
  if (sequence !== undefined && sequence > SEQUENCE_MAX)
    throw new UsageError(`--sequence is a number up to ${SEQUENCE_MAX}`);
  return { sequence, expires: lastDay(textOption(options, "expires") ?? DEFAULT_LIFE) };
}

export function issueText({
  sequence,
  expires,
}: {
  sequence: number | null;
  expires: string | null;
}): string {
  if (sequence === null) return "without number";
  return `number ${sequence}, ${expires === null ? "without last day" : `to be taken until ${expires}`}`;
}

/** The last UTC day of a bundle that is made now; null where it has none. */
function lastDay(text: string): string | null {
  if (text === NEVER) return null;
  const days = Number(/^(\d{1,4})d$/.exec(text)?.[1]);
  if (days >= 1 && days <= LIFE_DAYS_MAX) return dayOf(Date.now() + days * DAY_MS);
  if (isCalendarDay(text) && text >= dayOf(Date.now())) return text;
  throw new UsageError(
    `--expires is ${JSON.stringify(text)}: give a day that is not over such as 2027-06-30, days from 1d to ${LIFE_DAYS_MAX}d, or ${NEVER}`,
  );
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, "YYYY-MM-DD".length);
}
