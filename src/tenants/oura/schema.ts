/**
 * The Oura payload as partners send it: the raw fields that are read, with units. Every other
 * member, proprietary aggregates included, is accepted with any value and never read. Source: Oura
 * API v2, OpenAPI 1.29 to 1.37.
 * @module
 */
import { Type } from "@sinclair/typebox";
import { HEART_RATE_RECORDS_MAX, SAMPLES_MAX, SLEEP_RECORDS_MAX } from "../../contract/limits.ts";
import { EXAMPLE_NIGHTS, localExampleTime } from "../example-nights.ts";
import {
  anyObject,
  day,
  list,
  number,
  optional,
  optionalTimestamp,
  payloadProperties,
  rule,
  someRecord,
  someRecordWords,
  text,
  timestamp,
} from "../schema-fields.ts";

const SAMPLE_ITEMS = "One value per interval; null is a gap.";
const items = (maxItems: number) =>
  Type.Array(Type.Union([Type.Number(), Type.Null()]), { maxItems, description: SAMPLE_ITEMS });
const interval = number("Seconds between two items.");

/** Samples at equal intervals; `null` is a gap. */
const Samples = Type.Object({
  interval,
  items: optional(items(SAMPLES_MAX), SAMPLE_ITEMS),
  timestamp: optionalTimestamp("When the first item was taken."),
});
const samples = (description: string) => optional(Samples, description);

export const Temperature = Type.Object({
  temperature_deviation: number("°C from the person's own baseline."),
});

const SleepRecord = Type.Object({
  day: day("Day the sleep belongs to, as the vendor assigned it (not the date of bedtime_end)."),
  type: text("long_sleep, sleep, late_nap, rest or deleted; only long_sleep counts as a night."),
  bedtime_start: optionalTimestamp("ISO 8601 with UTC offset."),
  bedtime_end: optionalTimestamp("ISO 8601 with UTC offset."),
  total_sleep_duration: number("Seconds asleep."),
  time_in_bed: number("Seconds in bed."),
  awake_time: number("Seconds awake in bed."),
  latency: number("Seconds until asleep."),
  deep_sleep_duration: number("Seconds in deep sleep."),
  rem_sleep_duration: number("Seconds in REM sleep."),
  light_sleep_duration: number("Seconds in light sleep."),
  average_hrv: number("rMSSD in ms."),
  average_heart_rate: number("Mean heart rate in bpm."),
  lowest_heart_rate: number("bpm; 255 and 0 mean missing."),
  average_breath: number("Breaths per minute."),
  temperature_deviation: number("°C from the person's own baseline."),
  hrv: samples("rMSSD in ms, per 5 minutes."),
  heart_rate: samples("bpm, per 5 minutes."),
  readiness: Type.Optional(
    Type.Unknown({
      description: "Only temperature_deviation (°C) is read; score and contributors are discarded.",
    }),
  ),
});

const bpm = number("Beats per minute; 255 and 0 mean missing.");
const source = text("awake, rest, sleep, workout, live or session.");
export const HeartRateRow = Type.Object({
  timestamp: timestamp("When it was measured."),
  bpm,
  source,
});
export const HeartRateSamples = Type.Object({
  timestamp: timestamp("When the first item was taken."),
  interval,
  items: items(HEART_RATE_RECORDS_MAX),
  source,
});
const DocumentedEnvelope = Type.Object({
  data: Type.Array(HeartRateRow, {
    maxItems: HEART_RATE_RECORDS_MAX,
    description: "The vendor's list response, forwarded untouched.",
  }),
});

const Vo2MaxRecord = Type.Object({
  day: day("Day of the estimate."),
  vo2_max: number("VO2max in ml/kg/min."),
});
const DailyReadinessRecord = Type.Composite([
  Type.Object({
    day: day("Day of the record."),
    timestamp: optionalTimestamp("ISO 8601 with UTC offset."),
  }),
  Temperature,
]);
const DailySleepRecord = Type.Object({
  day: day("Day of the record."),
  timestamp: optionalTimestamp("ISO 8601 with UTC offset."),
});
const WorkoutRecord = Type.Object({
  day: day("Day of the workout."),
  activity: text("Vendor word such as running; an unknown word counts as unknown."),
  intensity: text("easy, moderate or hard."),
  start_datetime: optionalTimestamp("ISO 8601 with UTC offset."),
  end_datetime: optionalTimestamp("ISO 8601 with UTC offset."),
});
const SessionRecord = Type.Object({
  day: day("Day of the session."),
  type: text("breathing, meditation, nap, relaxation, rest or body_status."),
  heart_rate: samples("Heart rate in bpm."),
  heart_rate_variability: samples("rMSSD in ms."),
});
const DailySpo2Record = Type.Object({
  day: day("Day of the record."),
  spo2_percentage: optional(
    Type.Object({ average: number("Percent; 0 means missing.") }),
    "Mean blood oxygen.",
  ),
});
/** A record of which only the day is read. */
const DatedRecord = Type.Object({ day: day("Day of the record.") });

/** Keys of which at least one must hold a non-empty array. */
export const SIGNAL_KEYS = [
  "sleep",
  "heartrate",
  "vo2_max",
  "daily_readiness",
  "daily_sleep",
  "workout",
  "session",
] as const;

/** The member of the vendor's list response that holds the records. */
export const LIST_ENVELOPE = "data";

/**
 * The record schema and the limit of every list except `heartrate`, whose elements have three
 * shapes.
 */
export const LISTS = {
  sleep: rule(SleepRecord, "Sleep periods; several per day are the rule.", SLEEP_RECORDS_MAX),
  vo2_max: rule(Vo2MaxRecord, "VO2max estimates."),
  daily_readiness: rule(DailyReadinessRecord, "Only the temperature deviation is read."),
  daily_sleep: rule(DailySleepRecord, "Holds no raw measure; accepted, adds no signal."),
  workout: rule(WorkoutRecord, "Workouts, one record each."),
  session: rule(SessionRecord, "Moments of rest or breathing; accepted, add no signal."),
  daily_spo2: rule(DailySpo2Record, "Blood oxygen by day."),
  daily_stress: rule(DatedRecord, "Proprietary; accepted and discarded."),
  daily_resilience: rule(DatedRecord, "Proprietary; accepted and discarded."),
  daily_cardiovascular_age: rule(DatedRecord, "Proprietary; accepted and discarded."),
  tag: rule(DatedRecord, "Free text; accepted and discarded."),
  enhanced_tag: rule(anyObject, "Free text; accepted and discarded."),
  rest_mode_period: rule(anyObject, "Accepted and discarded."),
  ring_configuration: rule(anyObject, "Accepted and discarded."),
} as const;

const EXAMPLE = {
  sleep: EXAMPLE_NIGHTS.map((night) => ({
    day: night.day,
    type: "long_sleep",
    bedtime_start: localExampleTime(night.start_s),
    bedtime_end: localExampleTime(night.end_s),
    total_sleep_duration: night.deep_s + night.rem_s + night.light_s,
    deep_sleep_duration: night.deep_s,
    rem_sleep_duration: night.rem_s,
    light_sleep_duration: night.light_s,
    awake_time: night.awake_s,
    average_hrv: night.hrv_rmssd_ms,
    lowest_heart_rate: night.resting_bpm,
    average_breath: night.breaths_per_min,
  })),
  personal_info: { age: 33 },
};

export const OuraPayload = Type.Object(
  {
    ...payloadProperties(LISTS),
    heartrate: list(
      Type.Union([HeartRateRow, HeartRateSamples, DocumentedEnvelope], {
        description: "A row, a block of equally spaced samples, or the vendor's list response.",
      }),
      HEART_RATE_RECORDS_MAX,
      "Heart-rate samples; those at rest or asleep make the day's resting heart rate.",
    ),
  },
  {
    examples: [EXAMPLE],
    ...someRecord(SIGNAL_KEYS),
    description: `Raw measurements of one person. ${someRecordWords(SIGNAL_KEYS)} Proprietary aggregates (score, contributors, *_balance, *_index, *_score_delta, level, day_summary, vascular_age, pulse_wave_velocity, stress_high, recovery_high) are accepted with any value and discarded. A sentinel or implausible number counts as missing.`,
  },
);
