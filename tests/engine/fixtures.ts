/** Builders for measurements and signals, shared by the engine's tests. */
import type {
  DailyValues,
  LocalTime,
  Measurements,
  MeasureSignal,
  Night,
  RmssdMs,
  SignalMeasure,
  Signals,
} from "../../src/engine/types.ts";

export const EMPTY: Measurements = {
  nights: [],
  naps: [],
  days: [],
  heart_rate_days: [],
  workouts: [],
  offsets: [],
  age_band: null,
};

/** `dayOf(0)` is 2026-10-01; later indices are later days. */
export function dayOf(index: number): string {
  return new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10);
}

export function localTime(iso: string): LocalTime {
  const offset = /([+-])(\d\d):(\d\d)$/.exec(iso);
  const minutes = offset ? Number(offset[2]) * 60 + Number(offset[3]) : 0;
  return { epoch_ms: Date.parse(iso), offset_minutes: offset?.[1] === "-" ? -minutes : minutes };
}

/** The values of a night. A test may say rMSSD as a plain number. */
type NightValues = Omit<Partial<Night>, "hrv_rmssd_ms"> & { hrv_rmssd_ms?: number | null };

export function night(index: number, { hrv_rmssd_ms = null, ...values }: NightValues = {}): Night {
  return {
    day: dayOf(index),
    bedtime_start: null,
    bedtime_end: null,
    total_sleep_s: null,
    time_in_bed_s: null,
    awake_s: null,
    latency_s: null,
    deep_s: null,
    rem_s: null,
    light_s: null,
    hrv_rmssd_ms: hrv_rmssd_ms as RmssdMs | null,
    heart_rate_bpm: null,
    lowest_heart_rate_bpm: null,
    breaths_per_min: null,
    temperature_deviation_c: null,
    ...values,
  };
}

export function daily(index: number, values: Partial<DailyValues> = {}): DailyValues {
  return {
    day: dayOf(index),
    resting_heart_rate_bpm: null,
    vo2max_ml_kg_min: null,
    spo2_percent: null,
    temperature_deviation_c: null,
    ...values,
  };
}

/** Of three nights that were alike. */
export function signal(
  measure: SignalMeasure,
  recent: number,
  baseline: number | null,
): MeasureSignal {
  const direction =
    baseline === null
      ? "unknown"
      : recent > baseline
        ? "higher"
        : recent < baseline
          ? "lower"
          : "usual";
  const deviation =
    baseline === null ? null : direction === "usual" ? 0 : direction === "higher" ? 1.8 : -1.8;
  return {
    measure,
    recent,
    recent_days: 3,
    baseline,
    baseline_days: baseline === null ? 0 : 20,
    deviation,
    direction,
    newest_day: "2026-11-18",
    latest: recent,
    latest_deviation: deviation,
    latest_direction: direction,
    low: recent,
    high: recent,
  };
}

export function signals(measures: MeasureSignal[], changes: Partial<Signals> = {}): Signals {
  return {
    measures,
    nights: 23,
    days: 23,
    first_day: "2026-10-27",
    newest_day: "2026-11-18",
    sufficient: true,
    stale: false,
    offset_mismatch: false,
    age_band: null,
    ...changes,
  };
}
