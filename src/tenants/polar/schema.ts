/**
 * The Polar payload as partners send it: nights, nightly recharges, skin temperatures and
 * exercises. Source: Polar AccessLink v3, as third-party clients read it.
 * @module
 */
import { Type } from "@sinclair/typebox";
import { SLEEP_RECORDS_MAX } from "../../contract/limits.ts";
import {
  anyObject,
  day,
  instant,
  number,
  optional,
  rule,
  text,
  timestamp,
} from "../schema-fields.ts";

const Night = Type.Object({
  date: day("Day that the night belongs to."),
  sleep_start_time: instant("ISO 8601 with UTC offset."),
  sleep_end_time: instant("ISO 8601 with UTC offset."),
  light_sleep: number("Seconds in light sleep."),
  deep_sleep: number("Seconds in deep sleep."),
  rem_sleep: number("Seconds in REM sleep."),
  unrecognized_sleep_stage: number("Seconds; above 15 minutes the durations count as missing."),
  total_interruption_duration: number("Seconds awake."),
  heart_rate_samples: optional(
    anyObject,
    "bpm by clock time, HH:MM; gives the lowest. A name that is no clock time is missing.",
  ),
});
const Recharge = Type.Object({
  date: day("Day of the night it was measured in."),
  heart_rate_avg: number("bpm, of the first hours of sleep."),
  heart_rate_variability_avg: number("rMSSD in ms, of the first hours of sleep."),
  breathing_rate_avg: number("Breaths per minute."),
});
const SkinTemperature = Type.Object({
  sleep_date: day("Day of the night it was measured in."),
  deviation_from_baseline_celsius: number("°C from the person's own baseline."),
  sleep_time_skin_temperature_celsius: number(
    "°C; read where no record has a deviation, five nights at least.",
  ),
});
const Exercise = Type.Object({
  start_time: timestamp("ISO 8601 in the user's local time."),
  start_time_utc_offset: number("Minutes east of UTC, where start_time has no offset."),
  duration: text("ISO 8601, such as PT45M."),
  sport: text("Vendor word such as RUNNING; an unknown word counts as unknown."),
});

export const LISTS = {
  nights: rule(Night, "Nights, one record each.", SLEEP_RECORDS_MAX),
  recharges: rule(Recharge, "Nightly recharges; only what was measured is read."),
  skin_temperatures: rule(SkinTemperature, "Skin temperature in sleep."),
  exercises: rule(Exercise, "Exercises, one record each."),
} as const;
