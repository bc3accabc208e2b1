/**
 * Turns sleep periods into nights and naps. A day usually has several periods, of which only the
 * main one is the night.
 * @module
 */
import type { Day, LocalTime, Nap, Night } from "../../engine/types.ts";
import { localTime } from "../local-time.ts";
import { isObject, type Records } from "./lists.ts";
import { PLAUSIBLE, plausible } from "./plausible.ts";

type SleepPeriod = Records["sleep"][number];

/** Oura's own limit between a main sleep and a nap, for records without a known type. */
const MAIN_SLEEP_SECONDS_MIN = 3 * 60 * 60;
const MS_PER_SECOND = 1_000;

type Kind = "night" | "nap" | "ignored";

function kindOf(period: SleepPeriod): Kind {
  switch (period.type) {
    case "long_sleep":
      return "night";
    case "sleep":
    case "late_nap":
      return "nap";
    case "rest":
    case "deleted":
      return "ignored";
    default: {
      const total = plausible(period.total_sleep_duration, PLAUSIBLE.sleep_s);
      return total !== null && total >= MAIN_SLEEP_SECONDS_MIN ? "night" : "nap";
    }
  }
}

/**
 * The main sleep of each day. `readinessTemperature` is used where the sleep has no deviation of
 * its own. If the user was up for a while, the sleep before and after is one night. Of overlapping
 * records, which are one night sent twice, the longest counts.
 */
export function readNights(
  periods: readonly SleepPeriod[],
  readinessTemperature: ReadonlyMap<Day, number>,
): Night[] {
  const byDay = new Map<Day, Night[]>();
  for (const period of periods.filter((candidate) => kindOf(candidate) === "night")) {
    const night = nightOf(period, readinessTemperature.get(period.day) ?? null);
    const held = byDay.get(night.day);
    if (held === undefined) byDay.set(night.day, [night]);
    else held.push(night);
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
  const sum = (of: (night: Night) => number | null) => both(of(a), of(b), (one, other) => one + other);
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
    hrv_rmssd_ms: mean((night) => night.hrv_rmssd_ms),
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

export function readNaps(periods: readonly SleepPeriod[]): Nap[] {
  return periods
    .filter((period) => kindOf(period) === "nap")
    .map((period) => ({
      day: period.day,
      total_sleep_s: plausible(period.total_sleep_duration, PLAUSIBLE.sleep_s),
    }));
}

function length(night: Night): number {
  return night.total_sleep_s ?? night.time_in_bed_s ?? 0;
}

function nightOf(period: SleepPeriod, readinessTemperature: number | null): Night {
  const [start, end] = inOrder(localTime(period.bedtime_start), localTime(period.bedtime_end));
  const between = start === null || end === null ? null : (end.epoch_ms - start.epoch_ms) / MS_PER_SECOND;
  const total = asleep(period, between);
  const awake = plausible(period.awake_time, PLAUSIBLE.duration_s);
  const stages = stagesOf(period, total);
  return {
    day: period.day,
    bedtime_start: start,
    bedtime_end: end,
    total_sleep_s: total,
    time_in_bed_s: timeInBed(period.time_in_bed, total, awake, between),
    awake_s: awake,
    latency_s: plausible(period.latency, PLAUSIBLE.duration_s),
    ...stages,
    hrv_rmssd_ms:
      plausible(period.average_hrv, PLAUSIBLE.hrv_ms) ?? meanOf(period.hrv?.items ?? [], PLAUSIBLE.hrv_ms),
    heart_rate_bpm:
      plausible(period.average_heart_rate, PLAUSIBLE.heart_rate_bpm) ??
      meanOf(period.heart_rate?.items ?? [], PLAUSIBLE.heart_rate_bpm),
    lowest_heart_rate_bpm: plausible(period.lowest_heart_rate, PLAUSIBLE.heart_rate_bpm),
    breaths_per_min: plausible(period.average_breath, PLAUSIBLE.breaths_per_min),
    temperature_deviation_c:
      plausible(period.temperature_deviation, PLAUSIBLE.temperature_deviation_c) ??
      nestedTemperature(period.readiness) ??
      readinessTemperature,
  };
}

/**
 * In all 48 recorded periods the durations add up exactly. Elsewhere they may differ by this much;
 * a larger difference is a contradiction.
 */
const SECONDS_OFF_MAX = 60 * 60;
/** A long sleep has at least three hours. One shorter than this was counted in another unit. */
const LONG_SLEEP_SECONDS_MIN = 60 * 60;

/** Both or none: a night that ends before it begins has no bedtime to trust. */
function inOrder(start: LocalTime | null, end: LocalTime | null): [LocalTime | null, LocalTime | null] {
  return start !== null && end !== null && end.epoch_ms <= start.epoch_ms ? [null, null] : [start, end];
}

/**
 * Missing where it cannot be true: longer than the time between the bedtimes, or minutes sent as
 * seconds.
 */
function asleep({ type, total_sleep_duration }: SleepPeriod, between: number | null): number | null {
  const total = plausible(total_sleep_duration, PLAUSIBLE.sleep_s);
  if (total === null || (type === "long_sleep" && total < LONG_SLEEP_SECONDS_MIN)) return null;
  return between !== null && total > between + SECONDS_OFF_MAX ? null : total;
}

/** Missing where the stages are longer than their sleep. */
function stagesOf(period: SleepPeriod, total: number | null): Pick<Night, "deep_s" | "rem_s" | "light_s"> {
  const [deep_s = null, rem_s = null, light_s = null] = [
    period.deep_sleep_duration,
    period.rem_sleep_duration,
    period.light_sleep_duration,
  ].map((seconds) => plausible(seconds, PLAUSIBLE.duration_s));
  const sum = (deep_s ?? 0) + (rem_s ?? 0) + (light_s ?? 0);
  const fits = total === null ? period.total_sleep_duration == null : sum <= total + SECONDS_OFF_MAX;
  return fits ? { deep_s, rem_s, light_s } : { deep_s: null, rem_s: null, light_s: null };
}

/**
 * As sent, else asleep + awake, else the time between the bedtimes; equal in all 48 recorded
 * periods. Missing where these contradict each other.
 */
function timeInBed(
  sent: unknown,
  total: number | null,
  awake: number | null,
  between: number | null,
): number | null {
  const added = total === null || awake === null ? null : total + awake;
  const known = [sent, added, between]
    .flatMap((seconds) => plausible(seconds, PLAUSIBLE.sleep_s) ?? [])
    .filter((seconds) => seconds >= (total ?? 0));
  const [first] = known;
  if (first === undefined) return null;
  return Math.max(...known) - Math.min(...known) <= SECONDS_OFF_MAX ? first : null;
}

/** The mean of the plausible samples. */
function meanOf(items: readonly unknown[], bounds: Parameters<typeof plausible>[1]): number | null {
  const valid = items.flatMap((item) => plausible(item, bounds) ?? []);
  return valid.length === 0 ? null : valid.reduce((sum, value) => sum + value, 0) / valid.length;
}

function nestedTemperature(readiness: unknown): number | null {
  return isObject(readiness)
    ? plausible(readiness.temperature_deviation, PLAUSIBLE.temperature_deviation_c)
    : null;
}
