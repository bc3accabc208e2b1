/**
 * Time zones by their IANA names and the local calendar of a request.
 * @module
 */
import { zoneClock } from "../engine/signals/offsets.ts";
import type { Day } from "../engine/types.ts";

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
const DAY_CHARS = 10;

/** Time zones that were looked up and exist; at most as many as there are zones. */
const existing = new Set(["UTC", "GMT"]);

/**
 * Whether the name is UTC, GMT or an IANA `Region/City` in its own spelling. Abbreviations and
 * offsets are not.
 */
export function isTimezone(name: string): boolean {
  if (existing.has(name)) return true;
  if (!name.includes("/")) return false;
  try {
    // The runtime accepts any case and returns the right one.
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions();
    if (timeZone !== name) return false;
    existing.add(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * The last local day that a record may carry: tomorrow, because the vendors' sleep day begins at
 * 18:00.
 * @param timezone a name that `isTimezone` accepts
 */
export function newestAllowedDay(nowMs: number, timezone: string): Day {
  const wall = nowMs + zoneClock(timezone)(nowMs) * MS_PER_MINUTE;
  return new Date(wall + MS_PER_DAY).toISOString().slice(0, DAY_CHARS);
}
