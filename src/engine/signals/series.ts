/**
 * Turns measurements into one value per measure and day. The order of records does not matter.
 * @module
 */
import type { Day, LocalTime, Measurements, Nap, Night, SignalMeasure, Workout } from "../types.ts";
import { type ZoneClock, zoneClock } from "./offsets.ts";
import { median } from "./robust.ts";

export type DaySeries = Map<Day, number>;

const MINUTES_PER_DAY = 1_440;
const NOON_MINUTES = 720;
const SECONDS_PER_MINUTE = 60;
const MS_PER_MINUTE = 60_000;

/**
 * Minutes from midnight on the clock that the record was stamped with: −45 is 23:15, 30 is 00:30.
 * The day turns at noon.
 */
export function minutesFromMidnight(time: LocalTime): number {
  const localMinutes = Math.floor(time.epoch_ms / MS_PER_MINUTE) + time.offset_minutes;
  const minuteOfDay = ((localMinutes % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  return minuteOfDay < NOON_MINUTES ? minuteOfDay : minuteOfDay - MINUTES_PER_DAY;
}

/**
 * Whether a record's offset can be that of the user's own clock. A back end that stamps everything
 * in UTC says nothing about it. A user who travels to a zone at UTC loses the bedtime too.
 */
function isOfWallClock({ epoch_ms, offset_minutes }: LocalTime, offsetAt: ZoneClock): boolean {
  return offset_minutes !== 0 || offsetAt(epoch_ms) === 0;
}

/**
 * Percent of the time in bed that was sleep. It is recomputed, because a vendor's figure may be a
 * score.
 */
function sleepEfficiency(night: Night): number | null {
  if (night.total_sleep_s === null || night.time_in_bed_s === null || night.time_in_bed_s <= 0)
    return null;
  const percent = (100 * night.total_sleep_s) / night.time_in_bed_s;
  return percent > 0 && percent <= 100 ? percent : null;
}

/** Which of a day's sleeps is the night is the mapping's choice (`tenants/nights.ts`). */
function requireOneNightPerDay(nights: readonly Night[]): void {
  const days = new Set(nights.map(({ day }) => day));
  if (days.size < nights.length) throw new Error("the mapping gave two nights of one day");
}

function put(
  series: DaySeries,
  day: Day,
  value: number | null,
  valid: (value: number) => boolean,
): void {
  if (value !== null && Number.isFinite(value) && valid(value)) series.set(day, value);
}

const positive = (value: number) => value > 0;
const notNegative = (value: number) => value >= 0;
const anyNumber = () => true;

/**
 * The valid values of each measure by day. A measure without values has an empty map.
 * @param timezone IANA name of the request
 * @throws Error where two nights have the same day
 */
export function daySeries(
  measurements: Measurements,
  timezone: string,
): Record<SignalMeasure, DaySeries> {
  const series: Record<SignalMeasure, DaySeries> = {
    hrv_rmssd_ms: new Map(),
    lowest_heart_rate_bpm: new Map(),
    heart_rate_bpm: new Map(),
    total_sleep_s: new Map(),
    sleep_efficiency_percent: new Map(),
    latency_s: new Map(),
    deep_s: new Map(),
    rem_s: new Map(),
    bedtime_minutes: new Map(),
    breaths_per_min: new Map(),
    temperature_deviation_c: medianOfDay(measurements, "temperature_deviation_c", anyNumber),
    spo2_percent: medianOfDay(measurements, "spo2_percent", positive),
    resting_heart_rate_bpm: medianOfDay(measurements, "resting_heart_rate_bpm", positive),
    vo2max_ml_kg_min: medianOfDay(measurements, "vo2max_ml_kg_min", positive),
    workout_minutes: workoutMinutes(measurements.workouts),
    awake_s: new Map(),
    nap_minutes: napMinutes(measurements.naps),
  };
  const zone = zoneClock(timezone);
  requireOneNightPerDay(measurements.nights);
  for (const night of measurements.nights) {
    const { day } = night;
    put(series.hrv_rmssd_ms, day, night.hrv_rmssd_ms, positive);
    put(series.lowest_heart_rate_bpm, day, night.lowest_heart_rate_bpm, positive);
    put(series.heart_rate_bpm, day, night.heart_rate_bpm, positive);
    put(series.total_sleep_s, day, night.total_sleep_s, positive);
    put(series.sleep_efficiency_percent, day, sleepEfficiency(night), positive);
    put(series.latency_s, day, night.latency_s, notNegative);
    put(series.deep_s, day, night.deep_s, notNegative);
    put(series.rem_s, day, night.rem_s, notNegative);
    put(series.breaths_per_min, day, night.breaths_per_min, positive);
    put(series.awake_s, day, night.awake_s, notNegative);
    // The night's own temperature is closer to the sensor than its daily copy.
    put(series.temperature_deviation_c, day, night.temperature_deviation_c, anyNumber);
    if (night.bedtime_start && isOfWallClock(night.bedtime_start, zone))
      put(series.bedtime_minutes, day, minutesFromMidnight(night.bedtime_start), anyNumber);
  }
  return { ...series, bedtime_minutes: onOneDay(series.bedtime_minutes) };
}

/**
 * Bedtimes with the day turned in the longest gap between them. For nearly everybody that is noon
 * anyway. For a night worker, 11:40 and 12:20 are forty minutes apart.
 */
function onOneDay(bedtimes: DaySeries): DaySeries {
  const times = [...bedtimes.values()].sort((a, b) => a - b);
  const [first = 0] = times;
  const last = times.at(-1) ?? 0;
  let turn = first;
  let longest = first + MINUTES_PER_DAY - last;
  for (const [at, time] of times.entries()) {
    const gap = time - (times[at - 1] ?? time);
    if (gap > longest) {
      longest = gap;
      turn = time;
    }
  }
  return new Map(
    [...bedtimes].map(([day, time]) => [day, time < turn ? time + MINUTES_PER_DAY : time]),
  );
}

type DailyMeasure =
  | "temperature_deviation_c"
  | "spo2_percent"
  | "resting_heart_rate_bpm"
  | "vo2max_ml_kg_min";

function medianOfDay(
  measurements: Measurements,
  measure: DailyMeasure,
  valid: (value: number) => boolean,
): DaySeries {
  const values = new Map<Day, number[]>();
  for (const record of measurements.days) {
    const value = record[measure];
    if (value === null || !Number.isFinite(value) || !valid(value)) continue;
    const ofDay = values.get(record.day);
    if (ofDay) ofDay.push(value);
    else values.set(record.day, [value]);
  }
  return new Map([...values].map(([day, list]) => [day, median(list)]));
}

/** Minutes of napping per day with a nap. */
function napMinutes(naps: readonly Nap[]): DaySeries {
  const series: DaySeries = new Map();
  for (const { day, total_sleep_s } of naps) {
    if (total_sleep_s === null || !(total_sleep_s > 0) || !Number.isFinite(total_sleep_s)) continue;
    series.set(day, (series.get(day) ?? 0) + total_sleep_s / SECONDS_PER_MINUTE);
  }
  return series;
}

/** Minutes of training per day with a workout. A workout sent twice (same start) counts once. */
function workoutMinutes(workouts: readonly Workout[]): DaySeries {
  const seen = new Set<string>();
  const series: DaySeries = new Map();
  for (const workout of workouts) {
    if (
      workout.duration_s === null ||
      !(workout.duration_s > 0) ||
      !Number.isFinite(workout.duration_s)
    )
      continue;
    if (workout.start) {
      const key = `${workout.start.epoch_ms}/${workout.duration_s}`;
      if (seen.has(key)) continue;
      seen.add(key);
    }
    const minutes = workout.duration_s / SECONDS_PER_MINUTE;
    series.set(workout.day, (series.get(workout.day) ?? 0) + minutes);
  }
  return series;
}
