/**
 * What the nights of all vendors share: which of a day's sleeps is the night, and which values
 * cannot be true.
 * @module
 */

import type { Day, LocalTime, Nap, Night } from "../engine/types.ts";
import { type Bounds, PLAUSIBLE, plausible } from "./plausible.ts";
import { rmssdMs } from "./rmssd.ts";

const MS_PER_SECOND = 1_000;
/** Oura's own limit between a main sleep and a nap, for records without a known type. */
export const MAIN_SLEEP_SECONDS_MIN = 3 * 60 * 60;
/**
 * In all 48 recorded periods the durations add up exactly. Elsewhere they may differ by this much;
 * a larger difference is a contradiction.
 */
export const SECONDS_OFF_MAX = 60 * 60;
/** A long sleep is hours of sleep. One with less than an hour was counted in another unit. */
export const LONG_SLEEP_SECONDS_MIN = 60 * 60;

/** Both or none: a night that ends before it begins has no bedtime to trust. */
export function inOrder(
  start: LocalTime | null,
  end: LocalTime | null,
): [LocalTime | null, LocalTime | null] {
  return start !== null && end !== null && end.epoch_ms <= start.epoch_ms
    ? [null, null]
    : [start, end];
}

/**
 * The main sleep of each day. If the user was up for a while, the sleep before and after is one
 * night. Of overlapping records, which are one night sent twice, the longest counts.
 */
export function mainNights(nights: readonly Night[]): Night[] {
  const byDay = new Map<Day, Night[]>();
  for (const night of nights) {
    const ofDay = byDay.get(night.day);
    if (ofDay === undefined) byDay.set(night.day, [night]);
    else ofDay.push(night);
  }
  return [...byDay.values()].map(nightOfDay);
}

/** Longest first. Ties are broken by content, so that the order of the records does not matter. */
function byLength(a: Night, b: Night): number {
  return length(b) - length(a) || (JSON.stringify(a) > JSON.stringify(b) ? -1 : 1);
}

/** @param nights at least one */
function nightOfDay(nights: readonly Night[]): Night {
  const apart: Night[] = [];
  for (const night of [...nights].sort(byLength))
    if (apart.every((held) => isApart(held, night))) apart.push(night);
  const whole: Night[] = [];
  for (const night of apart.sort((a, b) => startOf(a) - startOf(b))) {
    const before = whole.at(-1);
    const one = before === undefined ? null : joined(before, night);
    if (one === null) whole.push(night);
    else whole.splice(-1, 1, one);
  }
  return whole.reduce((longest, night) => (byLength(night, longest) < 0 ? night : longest));
}

function startOf({ bedtime_start }: Night): number {
  return bedtime_start?.epoch_ms ?? 0;
}

/** False where they overlap, or where one of them has no place in time. */
function isApart(a: Night, b: Night): boolean {
  const [first, second] = startOf(a) <= startOf(b) ? [a, b] : [b, a];
  return (
    first.bedtime_start !== null &&
    first.bedtime_end !== null &&
    second.bedtime_start !== null &&
    second.bedtime_start.epoch_ms >= first.bedtime_end.epoch_ms
  );
}

/** After more time awake than this, the second sleep is a separate one. */
const UP_SECONDS_MAX = 3 * 60 * 60;

/**
 * Null where they are far apart, or one of them has no length.
 * @param a the earlier one
 */
function joined(a: Night, b: Night): Night | null {
  if (a.bedtime_end === null || a.total_sleep_s === null || b.total_sleep_s === null) return null;
  const up = (startOf(b) - a.bedtime_end.epoch_ms) / MS_PER_SECOND;
  if (up > UP_SECONDS_MAX) return null;
  const total = a.total_sleep_s + b.total_sleep_s;
  const sum = (of: (night: Night) => number | null) =>
    both(of(a), of(b), (one, other) => one + other);
  /** Weighted by how long the user slept in each. */
  const mean = (of: (night: Night) => number | null) => {
    const [shareOfA, shareOfB] = [(a.total_sleep_s ?? 0) / total, (b.total_sleep_s ?? 0) / total];
    return both(of(a), of(b), (one, other) => one * shareOfA + other * shareOfB) ?? of(a) ?? of(b);
  };
  return {
    day: a.day,
    bedtime_start: a.bedtime_start,
    bedtime_end: b.bedtime_end,
    total_sleep_s: total,
    time_in_bed_s: sum((night) => night.time_in_bed_s),
    awake_s: sum((night) => night.awake_s),
    latency_s: a.latency_s,
    deep_s: sum((night) => night.deep_s),
    rem_s: sum((night) => night.rem_s),
    light_s: sum((night) => night.light_s),
    hrv_rmssd_ms: rmssdMs(mean((night) => night.hrv_rmssd_ms)),
    heart_rate_bpm: mean((night) => night.heart_rate_bpm),
    lowest_heart_rate_bpm:
      both(a.lowest_heart_rate_bpm, b.lowest_heart_rate_bpm, Math.min) ??
      a.lowest_heart_rate_bpm ??
      b.lowest_heart_rate_bpm,
    breaths_per_min: mean((night) => night.breaths_per_min),
    temperature_deviation_c: a.temperature_deviation_c ?? b.temperature_deviation_c,
  };
}

function both(
  one: number | null,
  other: number | null,
  of: (one: number, other: number) => number,
): number | null {
  return one === null || other === null ? null : of(one, other);
}

function length(night: Night): number {
  return night.total_sleep_s ?? night.time_in_bed_s ?? 0;
}

/**
 * As sent, else asleep + awake, else the time between the bedtimes; equal in all 48 recorded
 * periods. Missing where these contradict each other.
 */
export function timeInBed(
  sent: unknown,
  total: number | null,
  awake: number | null,
  between: number | null,
): number | null {
  const added = total === null || awake === null ? null : total + awake;
  const lengths = [sent, added, between]
    .flatMap((seconds) => plausible(seconds, PLAUSIBLE.sleep_s) ?? [])
    .filter((seconds) => seconds >= (total ?? 0));
  const [first] = lengths;
  if (first === undefined) return null;
  return Math.max(...lengths) - Math.min(...lengths) <= SECONDS_OFF_MAX ? first : null;
}

/** The mean of the plausible samples. */
export function meanOf(items: readonly unknown[], bounds: Bounds): number | null {
  const valid = items.flatMap((item) => plausible(item, bounds) ?? []);
  return valid.length === 0 ? null : valid.reduce((sum, value) => sum + value, 0) / valid.length;
}

/** Each offset once, at the latest instant at which it was seen. */
export function distinctOffsets(nights: readonly Night[]): LocalTime[] {
  const latest = new Map<number, LocalTime>();
  for (const { bedtime_start, bedtime_end } of nights) {
    for (const time of [bedtime_start, bedtime_end]) {
      if (time === null) continue;
      const known = latest.get(time.offset_minutes);
      if (known === undefined || time.epoch_ms > known.epoch_ms)
        latest.set(time.offset_minutes, time);
    }
  }
  return [...latest.values()].sort((a, b) => a.offset_minutes - b.offset_minutes);
}

/** Sleep without a measured stage may be this long, because staging errs by as much. */
const UNMEASURED_SECONDS_MAX = 15 * 60;

/** One sleep in vendor-neutral members; seconds as sent, nothing checked. */
export interface SleepPeriod {
  day: Day;
  bedtime_start: LocalTime;
  bedtime_end: LocalTime;
  deep_s: unknown;
  rem_s: unknown;
  light_s: unknown;
  awake_s: unknown;
  /** Sleep whose stage was not measured. */
  unmeasured_s?: unknown;
  /** Asleep in all, of a sleep without stages. */
  asleep_s?: unknown;
  in_bed_s?: unknown;
  latency_s?: unknown;
}
type Physiology = Pick<
  Night,
  | "hrv_rmssd_ms"
  | "heart_rate_bpm"
  | "lowest_heart_rate_bpm"
  | "breaths_per_min"
  | "temperature_deviation_c"
>;

export function napOf(period: SleepPeriod): Nap {
  return { day: period.day, total_sleep_s: asleepSeconds(period) };
}

/** For vendors that do not say which of their sleeps is the night. */
export function isNap(period: SleepPeriod): boolean {
  const seconds = asleepSeconds(period) ?? secondsOf(period);
  return seconds !== null && seconds < MAIN_SLEEP_SECONDS_MIN;
}

/**
 * Deep, light and REM sleep together, or the sleep of a period without stages. Null where a stage
 * is missing, where too much was not measured, or where they do not fill the time between the
 * bedtimes, so that another unit must have been used.
 */
function asleepSeconds(period: SleepPeriod): number | null {
  const [deep, rem, light, awake, unmeasured] = [
    period.deep_s,
    period.rem_s,
    period.light_s,
    period.awake_s,
    period.unmeasured_s ?? 0,
  ].map((seconds) => plausible(seconds, PLAUSIBLE.duration_s));
  if (unmeasured == null || unmeasured > UNMEASURED_SECONDS_MAX) return null;
  const slept =
    deep == null || rem == null || light == null
      ? plausible(period.asleep_s, PLAUSIBLE.sleep_s)
      : deep + rem + light;
  if (slept === null) return null;
  const between = secondsOf(period);
  if (between !== null) {
    const accounted = slept + unmeasured + (awake ?? 0);
    if (
      accounted > between + SECONDS_OFF_MAX ||
      (awake != null && accounted < between - SECONDS_OFF_MAX)
    )
      return null;
  }
  return plausible(slept, PLAUSIBLE.sleep_s);
}

/** Null where the end is not after the start, or more than a day after it. */
function secondsOf({ bedtime_start, bedtime_end }: SleepPeriod): number | null {
  return plausible(
    (bedtime_end.epoch_ms - bedtime_start.epoch_ms) / MS_PER_SECOND,
    PLAUSIBLE.sleep_s,
  );
}

/**
 * A main sleep. Its durations count only together: where they do not fit between the bedtimes, they
 * were counted in another unit or belong to another sleep.
 */
export function nightFrom(period: SleepPeriod, physiology: Partial<Physiology>): Night {
  const between = secondsOf(period);
  const slept = asleepSeconds(period);
  const total = slept !== null && slept >= LONG_SLEEP_SECONDS_MIN ? slept : null;
  const seconds = (value: unknown) =>
    total === null ? null : plausible(value, PLAUSIBLE.duration_s);
  const awake = seconds(period.awake_s);
  return {
    day: period.day,
    bedtime_start: between === null ? null : period.bedtime_start,
    bedtime_end: between === null ? null : period.bedtime_end,
    total_sleep_s: total,
    time_in_bed_s: total === null ? null : timeInBed(period.in_bed_s, total, awake, between),
    awake_s: awake,
    latency_s: seconds(period.latency_s),
    deep_s: seconds(period.deep_s),
    rem_s: seconds(period.rem_s),
    light_s: seconds(period.light_s),
    hrv_rmssd_ms: null,
    heart_rate_bpm: null,
    lowest_heart_rate_bpm: null,
    breaths_per_min: null,
    temperature_deviation_c: null,
    ...physiology,
  };
}
