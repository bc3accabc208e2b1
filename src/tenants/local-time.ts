/**
 * Vendor timestamps as instants, with the offset of the clock they were read from.
 * @module
 */
import { zoneClock } from "../engine/signals/offsets.ts";
import type { Day, LocalTime } from "../engine/types.ts";
import { PLAUSIBLE, plausible } from "./plausible.ts";

const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;
const MS_PER_DAY = 24 * MS_PER_HOUR;
/** Every zone's offset is a whole number of quarter hours. */
const QUARTER_HOUR_MS = 15 * MS_PER_MINUTE;
/** A sleep day ends at 18:00 local time; later samples belong to the coming night. */
const SLEEP_DAY_SHIFT_MS = 6 * MS_PER_HOUR;
const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:[Zz]|([+-])(\d{2}):?(\d{2}))$/;
const DAY_CHARS = 10;

/** The instant of an ISO 8601 text; null without an offset, because the instant is then unknown. */
export function localTime(text: string | null | undefined): LocalTime | null {
  const parts = typeof text === "string" ? TIMESTAMP.exec(text) : null;
  if (parts === null) return null;
  const [, date, time, sign, hours = "0", minutes = "0"] = parts;
  const wall = Date.parse(`${date}T${time}Z`);
  if (!Number.isFinite(wall)) return null;
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return { epoch_ms: wall - offset * MS_PER_MINUTE, offset_minutes: offset || 0 };
}

const OFFSET = /^(?:[Zz]|([+-])(\d{2}):?(\d{2}))$/;

/** "-05:00" → −300; null where it is no offset. */
function offsetMinutes(text: string | null | undefined): number | null {
  const parts = typeof text === "string" ? OFFSET.exec(text) : null;
  if (parts === null) return null;
  const [, sign, hours = "0", minutes = "0"] = parts;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) || 0;
}

/** Reads an instant and the offset that was sent beside it. */
export type OffsetClock = (instant: string, offset: string | null | undefined) => LocalTime | null;

/** Reads an instant on the clock of the offset that was sent with it, else on that of the zone. */
export function localTimeReader(timezone: string): OffsetClock {
  const offsetAt = zoneClock(timezone);
  return (instant, offset) => {
    const time = localTime(instant);
    if (time === null) return null;
    return {
      epoch_ms: time.epoch_ms,
      offset_minutes: offsetMinutes(offset) ?? offsetAt(time.epoch_ms),
    };
  };
}

/**
 * Reads Unix seconds on the clock of a zone. Where the runtime does not know the vendor's zone,
 * that of the request is used.
 */
export function unixTime(
  seconds: unknown,
  timezone: string,
  vendorsZone?: string | null,
): LocalTime | null {
  const known = plausible(seconds, PLAUSIBLE.unix_s);
  if (known === null) return null;
  const epoch_ms = known * MS_PER_SECOND;
  return { epoch_ms, offset_minutes: (clockOf(vendorsZone) ?? zoneClock(timezone))(epoch_ms) };
}

function clockOf(timezone: string | null | undefined): ReturnType<typeof zoneClock> | null {
  try {
    return timezone?.includes("/") ? zoneClock(timezone) : null;
  } catch {
    return null;
  }
}

/**
 * Reads an instant on the clock of its own offset. A `Z` comes from a vendor's back end and says
 * nothing of the user's clock, so such an instant is read on that of the request's zone.
 */
export function wallClock(timezone: string): (instant: string) => LocalTime | null {
  const inZone = localTimeReader(timezone);
  return (instant) => (/[Zz]$/.test(instant) ? inZone(instant, null) : localTime(instant));
}

/** The calendar day on that clock; null before 1970, when no wearable measured. */
export function localDay({ epoch_ms, offset_minutes }: LocalTime): Day | null {
  return epoch_ms < 0
    ? null
    : new Date(epoch_ms + offset_minutes * MS_PER_MINUTE).toISOString().slice(0, DAY_CHARS);
}

/**
 * Finds an instant's local sleep day (which turns at 18:00). It expects samples in about their
 * order, and computes the day again only where a sample leaves the previous one.
 */
export function sleepDayFinder(timezone: string): (epochMs: number) => Day {
  const offsetAt = zoneClock(timezone);
  let quarter = Number.NaN;
  let number = Number.NaN;
  let day: Day = "";
  return (epochMs) => {
    const asked = Math.floor(epochMs / QUARTER_HOUR_MS);
    if (asked === quarter) return day;
    quarter = asked;
    const wall = epochMs + offsetAt(epochMs) * MS_PER_MINUTE;
    const dayNumber = Math.floor((wall + SLEEP_DAY_SHIFT_MS) / MS_PER_DAY);
    if (dayNumber !== number) {
      number = dayNumber;
      day = new Date(dayNumber * MS_PER_DAY).toISOString().slice(0, DAY_CHARS);
    }
    return day;
  };
}
