/**
 * The WHOOP payload as partners send it: the raw fields that are read, with units. Source: WHOOP
 * API v2.
 *
 * WHOOP keeps its raw measurements in a member named `score`, which is there where `score_state` is
 * `SCORED`. So nothing is discarded by the name `score` here: a proprietary figure is a member that
 * no schema below names.
 * @module
 */
import { Type } from "@sinclair/typebox";
import { SLEEP_RECORDS_MAX } from "../../contract/limits.ts";
import { instant, number, optional, rule, text } from "../schema-fields.ts";

const id = (description: string) => Type.Union([Type.String(), Type.Integer()], { description });
const times = {
  start: instant("ISO 8601, UTC."),
  end: instant("ISO 8601, UTC."),
  timezone_offset: text("Of the user's local time, such as -05:00."),
};
const score_state = text(
  "Only SCORED records are read; PENDING_SCORE and UNSCORABLE hold no measurement.",
);

const StageSummary = Type.Object({
  total_in_bed_time_milli: number("Milliseconds in bed."),
  total_awake_time_milli: number("Milliseconds awake in bed."),
  total_no_data_time_milli: number(
    "Milliseconds; above 15 minutes the durations count as missing.",
  ),
  total_light_sleep_time_milli: number("Milliseconds in light sleep."),
  total_slow_wave_sleep_time_milli: number("Milliseconds; deep sleep."),
  total_rem_sleep_time_milli: number("Milliseconds in REM sleep."),
});
const Sleep = Type.Object({
  id: Type.Optional(id("Names the sleep; recoveries refer to it.")),
  ...times,
  nap: optional(Type.Boolean(), "True: a nap, not a night."),
  score_state,
  score: optional(
    Type.Object({
      stage_summary: optional(StageSummary, "Time in each stage."),
      respiratory_rate: number("Breaths per minute."),
    }),
    "Raw measurements of the sleep.",
  ),
});
const Recovery = Type.Object({
  sleep_id: id("The sleep it was measured in; send that sleep too, it says which night this is."),
  score_state,
  score: optional(
    Type.Object({
      hrv_rmssd_milli: number("rMSSD in ms, as it is."),
      resting_heart_rate: number("Resting heart rate in bpm."),
      spo2_percentage: number("Blood oxygen in percent."),
      skin_temp_celsius: number(
        "°C of the skin itself; read against her own nights, five at least.",
      ),
    }),
    "Raw measurements of the night.",
  ),
});
const Cycle = Type.Object({
  start: instant("ISO 8601, UTC."),
  timezone_offset: times.timezone_offset,
  score_state,
  score: optional(
    Type.Object({ average_heart_rate: number("Mean heart rate in bpm.") }),
    "Raw measurements of the day.",
  ),
});
const Workout = Type.Object({
  ...times,
  sport_name: text("Vendor word such as running; an unknown word counts as unknown."),
});

export const LISTS = {
  sleep: rule(Sleep, "Sleeps and naps.", SLEEP_RECORDS_MAX),
  recovery: rule(Recovery, "What was measured in a sleep; read with the sleep it names."),
  cycle: rule(Cycle, "WHOOP's days; says that heart rate was measured. No menstrual cycle."),
  workout: rule(Workout, "Workouts, one record each."),
} as const;
