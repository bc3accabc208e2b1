/**
 * Defines the formats of text for every schema of the program.
 * @module
 */
import { FormatRegistry } from "@sinclair/typebox";
import { TypeSystemPolicy } from "@sinclair/typebox/system";

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_CHARS = 10;
const DATE_AND_TIME =
  /^\d{4}-\d{2}-\d{2}[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d{1,9})?)?/.source;
const OFFSET = /(?:[Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)/.source;

/**
 * Timestamps as vendors write them, in ISO 8601. RFC 3339's `date-time` is stricter, so the API
 * document has these patterns in place of a format.
 */
export const OWN_FORMATS = {
  /** A date and time, with or without an offset. */
  timestamp: new RegExp(`${DATE_AND_TIME}${OFFSET}?$`),
  /** The same with its offset, so that it is the same instant everywhere. */
  instant: new RegExp(`${DATE_AND_TIME}${OFFSET}$`),
} as const satisfies Record<string, RegExp>;

/** A day that exists in the calendar, `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  const parts = DATE.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return (
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  );
}

function isTimeLike(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text) && isCalendarDay(text.slice(0, DATE_CHARS));
}

FormatRegistry.Set("date", isCalendarDay);
FormatRegistry.Set("date-time", isTimeLike(OWN_FORMATS.instant));
for (const [name, pattern] of Object.entries(OWN_FORMATS))
  FormatRegistry.Set(name, isTimeLike(pattern));
// JSON text such as 1e999 parses to Infinity. That is an implausible number, hence missing data,
// and not a wrong type.
TypeSystemPolicy.AllowNaN = true;
