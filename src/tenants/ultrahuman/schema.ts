/**
 * The Ultrahuman payload as partners send it: the elements of `metric_data`, of any number of days.
 *
 * Every type of element has its own members; they are told in one schema, because none has another
 * meaning elsewhere. Source: third-party clients of the partner API.
 * @module
 */
import { Type } from "@sinclair/typebox";
import { HEART_RATE_RECORDS_MAX, OTHER_RECORDS_MAX } from "../../contract/limits.ts";
import { list, number, rule, text } from "../schema-fields.ts";

const Sample = Type.Object({
  value: number("In the unit of its element."),
  timestamp: number("Unix seconds."),
});
const QuickMetric = Type.Object({
  type: text("Only time_in_bed is read."),
  value: number("Seconds of time_in_bed."),
});
const Stage = Type.Object({
  type: text("deep_sleep, light_sleep, rem_sleep or awake."),
  stage_time: number("Seconds in the stage."),
});
const STAGES_MAX = 100;

const Metric = Type.Object({
  type: Type.String({
    description:
      "Sleep, night_rhr, spo2, temp, hr or vo2_max; others, hrv among them, are not read.",
  }),
  object: Type.Object(
    {
      ultrahuman_date: text("YYYY-MM-DD of a Sleep; without it the day is that of bedtime_end."),
      bedtime_start: number("Unix seconds."),
      bedtime_end: number("Unix seconds."),
      quick_metrics: list(QuickMetric, STAGES_MAX, "Of a Sleep."),
      sleep_stages: list(Stage, STAGES_MAX, "Of a Sleep: the time in each stage."),
      unit: text("Of temp: °C or °F; with another one it is not read."),
      values: list(Sample, HEART_RATE_RECORDS_MAX, "Of the other types: samples."),
    },
    { description: "What was measured." },
  ),
});

export const LISTS = {
  metric_data: rule(Metric, "Elements of the vendor's metric_data.", OTHER_RECORDS_MAX),
} as const;
