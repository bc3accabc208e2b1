/**
 * Defines the formats `date` and `date-time` for every schema of the program.
 * @module
 */
import { FormatRegistry } from "@sinclair/typebox";
import { TypeSystemPolicy } from "@sinclair/typebox/system";

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):?([0-5]\d))?$/;

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

/** ISO 8601 date and time. The offset is optional; a caller that needs it must check it. */
function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  return parts?.[1] !== undefined && isCalendarDay(parts[1]);
}

FormatRegistry.Set("date", isCalendarDay);
FormatRegistry.Set("date-time", isDateTime);
// JSON text such as 1e999 parses to Infinity. That is an implausible number, hence missing data,
// and not a wrong type.
TypeSystemPolicy.AllowNaN = true;
