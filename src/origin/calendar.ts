/**
 * Time zones by their IANA names and the local calendar of a request.
 * @module
 */
import type { Day } from "../engine/types.ts";

const ZONES_WITHOUT_REGION = new Set(["UTC", "GMT"]);
const MS_PER_DAY = 86_400_000;
const DAY_CHARS = 10;

/** An IANA `Region/City` name in its own spelling, or UTC or GMT; abbreviations and offsets are none. */
export function isTimezone(name: string): boolean {
  if (ZONES_WITHOUT_REGION.has(name)) return true;
  if (!name.includes("/")) return false;
  try {
    // The runtime accepts any case and answers in the right one.
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone === name;
  } catch {
    return false;
  }
}

/**
 * The last local day a record may carry: tomorrow, because the vendors' sleep day already begins at 18:00.
 * @param timezone a name that `isTimezone` accepts
 */
export function newestAllowedDay(nowMs: number, timezone: string): Day {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
  }).formatToParts(nowMs);
  const field = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const today = Date.UTC(field("year"), field("month") - 1, field("day"));
  return new Date(today + MS_PER_DAY).toISOString().slice(0, DAY_CHARS);
}
