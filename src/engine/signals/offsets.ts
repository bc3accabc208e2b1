/**
 * Does the wall clock of the records agree with the time zone of the request?
 * @module
 */
import type { LocalTime } from "../types.ts";

const MS_PER_MINUTE = 60_000;

/** Minutes east of UTC in an IANA zone at an instant, daylight saving included. */
export function zoneOffsetMinutes(format: Intl.DateTimeFormat, epochMs: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(epochMs)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((wall - epochMs) / MS_PER_MINUTE);
}

export function zoneFormat(timezone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

/** True when a record carries an offset that the zone did not have at that instant. Travel is a common, harmless cause. */
export function offsetsDisagree(offsets: readonly LocalTime[], timezone: string): boolean {
  const format = zoneFormat(timezone);
  return offsets.some(
    ({ epoch_ms, offset_minutes }) => zoneOffsetMinutes(format, epoch_ms) !== offset_minutes,
  );
}
