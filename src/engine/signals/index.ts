/**
 * Turns measurements into signals: the recent level of each measure against the person's own
 * baseline.
 * @module
 */
import { STALE_AFTER_DAYS } from "../../contract/limits.ts";
import {
  type Day,
  type Measurements,
  type MeasureSignal,
  SIGNAL_MEASURES,
  type SignalMeasure,
  type Signals,
} from "../types.ts";
import { MEASURE_RULES } from "./measures.ts";
import { offsetsDisagree } from "./offsets.ts";
import { median, robustSpread } from "./robust.ts";
import { type DaySeries, daySeries } from "./series.ts";
import { distinctDays, isSufficient, NIGHT_PHYSIOLOGY } from "./sufficiency.ts";

/** The recent level takes up to three days, so that one odd night does not decide it. */
const RECENT_DAYS_MAX = 3;
/** Readings older than this before the newest one are not recent. */
const RECENT_WITHIN_DAYS = 14;
const BASELINE_WITHIN_DAYS = 90;
/** A baseline needs at least this many earlier days. */
const BASELINE_DAYS_MIN = 4;
/** A baseline takes up to four weeks, about one cycle, so that it contains each phase. */
const BASELINE_DAYS_MAX = 28;
/**
 * A level counts as higher or lower from one robust spread on. The spread has a floor: the smallest
 * change worth mentioning.
 */
const DIRECTION_DEVIATION_MIN = 1;

const DIGITS_AFTER_POINT = 4;
const MS_PER_DAY = 86_400_000;

export interface SignalOptions {
  /** IANA name, already validated. */
  timezone: string;
  /** The last local day a record may carry. */
  newest_allowed_day: Day;
}

/**
 * Pure. The order of the records does not matter.
 * @throws Error where two nights have the same day
 */
export function computeSignals(measurements: Measurements, options: SignalOptions): Signals {
  const series = daySeries(measurements, options.timezone);
  const mainSleeps = new Set(measurements.nights.map(({ day }) => day));
  const nightDays = nightsWithPhysiology(series, measurements, mainSleeps);
  const recordDays = [
    ...measurements.nights,
    ...measurements.naps,
    ...measurements.days,
    ...measurements.workouts,
  ]
    .map(({ day }) => day)
    .concat(measurements.heart_rate_days)
    .sort();
  const newest = recordDays.at(-1) ?? null;
  return {
    measures: SIGNAL_MEASURES.flatMap((measure) => measureSignal(measure, series[measure]) ?? []),
    nights: nightDays.size,
    days: new Set(recordDays).size,
    first_day: recordDays[0] ?? null,
    newest_day: newest,
    sufficient: isSufficient(series, measurements, nightDays),
    stale: newest !== null && daysBetween(newest, options.newest_allowed_day) > STALE_AFTER_DAYS,
    offset_mismatch: offsetsDisagree(measurements.offsets, options.timezone),
    age_band: measurements.age_band,
  };
}

const UNCOMPARED = {
  deviation: null,
  direction: "unknown",
  latest_deviation: null,
  latest_direction: "unknown",
} as const;

function nightsWithPhysiology(
  series: Record<SignalMeasure, DaySeries>,
  measurements: Measurements,
  mainSleeps: ReadonlySet<Day>,
): Set<Day> {
  const days = distinctDays(series, NIGHT_PHYSIOLOGY);
  for (const night of measurements.nights)
    if (night.temperature_deviation_c !== null) days.add(night.day);
  return new Set([...days].filter((day) => mainSleeps.has(day)));
}

function measureSignal(measure: SignalMeasure, series: DaySeries): MeasureSignal | null {
  const all = [...series.keys()].sort();
  const newest = all.at(-1);
  if (newest === undefined) return null;
  const days = all.filter((day) => daysBetween(day, newest) <= BASELINE_WITHIN_DAYS);
  const late = days.filter((day) => daysBetween(day, newest) <= RECENT_WITHIN_DAYS).length;
  const recentDays = Math.min(recentDaysFor(days.length), late);
  const values = days.map((day) => series.get(day) ?? 0);
  const recent = values.slice(-recentDays);
  const earlier = values.slice(0, -recentDays).slice(-BASELINE_DAYS_MAX);
  const latest = recent.slice(-1);
  const level = {
    measure,
    recent: rounded(median(recent)),
    recent_days: recent.length,
    low: rounded(Math.min(...recent)),
    high: rounded(Math.max(...recent)),
    latest: rounded(median(latest)),
    baseline_days: earlier.length,
    newest_day: newest,
  };
  if (earlier.length < BASELINE_DAYS_MIN) return { ...level, baseline: null, ...UNCOMPARED };
  const deviation = deviationOf(measure, recent, earlier);
  const latestDeviation = deviationOf(measure, latest, earlier);
  return {
    ...level,
    baseline: rounded(median(earlier)),
    deviation: rounded(deviation),
    direction: directionOf(deviation),
    latest_deviation: rounded(latestDeviation),
    latest_direction: directionOf(latestDeviation),
  };
}

/**
 * Three recent days where a baseline remains; with five or six days in all, one or two, because a
 * comparison says more than a longer average.
 */
function recentDaysFor(days: number): number {
  const left = days - BASELINE_DAYS_MIN;
  return left >= 1 ? Math.min(left, RECENT_DAYS_MAX) : RECENT_DAYS_MAX;
}

function deviationOf(
  measure: SignalMeasure,
  recent: readonly number[],
  earlier: readonly number[],
): number {
  const { scale, floor } = MEASURE_RULES[measure];
  const scaled = (values: readonly number[]) => (scale === "log" ? values.map(Math.log) : values);
  return (median(scaled(recent)) - median(scaled(earlier))) / robustSpread(scaled(earlier), floor);
}

function directionOf(deviation: number): MeasureSignal["direction"] {
  if (deviation >= DIRECTION_DEVIATION_MIN) return "higher";
  return deviation <= -DIRECTION_DEVIATION_MIN ? "lower" : "usual";
}

function daysBetween(earlier: Day, later: Day): number {
  return (Date.parse(`${later}T00:00:00Z`) - Date.parse(`${earlier}T00:00:00Z`)) / MS_PER_DAY;
}

/** Keeps the audit row readable. It is far below any difference that a text mentions. */
function rounded(value: number): number {
  const factor = 10 ** DIGITS_AFTER_POINT;
  return Math.round(value * factor) / factor || 0;
}
