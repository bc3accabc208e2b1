/**
 * Time zones by their IANA names and the local calendar of a request.
 * @module
 */
import { zoneClock } from "../engine/signals/offsets.ts";
import type { Day } from "../engine/types.ts";

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
const DAY_CHARS = 10;

/** Names that were looked up and exist: as many as there are zones, at most. */
const known = new Set(["UTC", "GMT"]);

/** An IANA `Region/City` name in its own spelling, or UTC or GMT; abbreviations and offsets are none. */
export function isTimezone(name: string): boolean {
  if (known.has(name)) return true;
  if (!name.includes("/")) return false;
  try {
    // The runtime accepts any case and answers in the right one.
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions();
    if (timeZone !== name) return false;
    known.add(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * The last local day a record may carry: tomorrow, because the vendors' sleep day already begins at 18:00.
 * @param timezone a name that `isTimezone` accepts
 */
export function newestAllowedDay(nowMs: number, timezone: string): Day {
  const wall = nowMs + zoneClock(timezone)(nowMs) * MS_PER_MINUTE;
  return new Date(wall + MS_PER_DAY).toISOString().slice(0, DAY_CHARS);
}
