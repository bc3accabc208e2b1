/**
 * The clocks of time zones, and whether the zone of the records agrees with that of the request.
 * @module
 */
import type { LocalTime } from "../types.ts";

const MS_PER_MINUTE = 60_000;
/** Every zone's offset is a whole number of quarter hours. */
const QUARTER_HOUR_MS = 15 * MS_PER_MINUTE;
const MS_PER_DAY = 86_400_000;
const ZONES_CACHED = 64;
/** Five years of days, a few kilobytes per zone. */
const OFFSETS_CACHED = 2_000;

/** Epoch milliseconds → minutes east of UTC, daylight saving included. */
export type ZoneClock = (epochMs: number) => number;

const clocks = new Map<string, ZoneClock>();

/** @param timezone IANA name, already validated */
export function zoneClock(timezone: string): ZoneClock {
  const cached = clocks.get(timezone);
  if (cached !== undefined) return cached;
  if (clocks.size === ZONES_CACHED) clocks.clear();
  const clock = newClock(timezone);
  clocks.set(timezone, clock);
  return clock;
}

/**
 * Asking the runtime for an offset is slow. It is asked once per UTC day, or per quarter hour on
 * the few days whose start and end differ.
 */
function newClock(timezone: string): ZoneClock {
  const format = zoneFormat(timezone);
  const asked = new Map<number, number>();
  const offsetAt = (instant: number): number => {
    const cached = asked.get(instant);
    if (cached !== undefined) return cached;
    if (asked.size === OFFSETS_CACHED) asked.clear();
    const offset = zoneOffsetMinutes(format, instant);
    asked.set(instant, offset);
    return offset;
  };
  return (epochMs) => {
    const start = Math.floor(epochMs / MS_PER_DAY) * MS_PER_DAY;
    const offset = offsetAt(start);
    if (offset === offsetAt(start + MS_PER_DAY)) return offset;
    return offsetAt(Math.floor(epochMs / QUARTER_HOUR_MS) * QUARTER_HOUR_MS);
  };
}

function zoneOffsetMinutes(format: Intl.DateTimeFormat, epochMs: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(epochMs)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((wall - epochMs) / MS_PER_MINUTE);
}

function zoneFormat(timezone: string): Intl.DateTimeFormat {
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

/**
 * True when a record has an offset that the zone did not have at that instant. Travel is a common,
 * harmless cause.
 */
export function offsetsDisagree(offsets: readonly LocalTime[], timezone: string): boolean {
  const offsetAt = zoneClock(timezone);
  return offsets.some(({ epoch_ms, offset_minutes }) => offsetAt(epoch_ms) !== offset_minutes);
}
