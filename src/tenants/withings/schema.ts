/**
 * The Withings payload as partners send it: the series of Sleep v2, `getsummary` and `get`.
 * Source: third-party clients of the API.
 * @module
 */
import { Type } from "@sinclair/typebox";
import { SLEEP_RECORDS_MAX } from "../../contract/limits.ts";
import { anyObject, number, optional, rule, text } from "../schema-fields.ts";

const unix = (description: string) => Type.Number({ description });
/** More than a night has at one sample a minute; each stage is a record. */
const SERIES_MAX = 10_000;
const map = (description: string) => optional(anyObject, description);

const Summary = Type.Object({
  startdate: unix("Unix seconds."),
  enddate: unix("Unix seconds."),
  date: text("YYYY-MM-DD; without it the day is that of enddate."),
  timezone: text("IANA name of the user's time zone; without it that of the request."),
  data: optional(
    Type.Object({
      total_timeinbed: number("Seconds in bed."),
      deepsleepduration: number("Seconds in deep sleep."),
      remsleepduration: number("Seconds in REM sleep."),
      lightsleepduration: number("Seconds in light sleep."),
      wakeupduration: number("Seconds awake in bed."),
      sleep_latency: number("Seconds until asleep."),
      hr_average: number("Mean heart rate in bpm."),
      hr_min: number("Lowest heart rate in bpm."),
      rr_average: number("Breaths per minute."),
      rmssd_start_avg: number(
        "rMSSD in ms at the start of the night; read where no series is sent.",
      ),
      rmssd_end_avg: number("rMSSD in ms at its end; the mean of both stands for the night."),
    }),
    "What was measured in the night.",
  ),
});
const Series = Type.Object({
  startdate: unix("Unix seconds."),
  enddate: unix("Unix seconds."),
  rmssd: map("rMSSD in ms by Unix second. A name that is no number is missing."),
});

export const LISTS = {
  sleep_summary: rule(Summary, "The series of getsummary, one for each sleep.", SLEEP_RECORDS_MAX),
  sleep_series: rule(
    Series,
    "The series of get; gives rMSSD to the sleeps of sleep_summary.",
    SERIES_MAX,
  ),
} as const;
