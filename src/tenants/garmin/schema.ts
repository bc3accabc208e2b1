/**
 * The Garmin payload as partners send it: summaries of the Health API. Series are objects whose
 * member names are seconds from the start of the summary.
 * Source: Garmin Health API, as third-party schemas describe it.
 * @module
 */
import { Type } from "@sinclair/typebox";
import { SLEEP_RECORDS_MAX } from "../../contract/limits.ts";
import { anyObject, day, number, optional, rule, text } from "../schema-fields.ts";

const calendarDate = day("Day of the summary, as the vendor assigned it.");
const series = (unit: string) =>
  optional(
    anyObject,
    `${unit} by seconds from the start. A name that is no whole number is missing.`,
  );

const Sleep = Type.Object({
  calendarDate,
  startTimeInSeconds: Type.Number({ description: "Unix seconds." }),
  startTimeOffsetInSeconds: number(
    "Seconds east of UTC; without it the zone is that of the request.",
  ),
  durationInSeconds: Type.Number({
    description: "Seconds from the start to the end, waking included.",
  }),
  deepSleepDurationInSeconds: number("Seconds in deep sleep."),
  lightSleepDurationInSeconds: number("Seconds in light sleep."),
  remSleepInSeconds: number("Seconds in REM sleep."),
  awakeDurationInSeconds: number("Seconds awake in bed."),
  unmeasurableSleepDurationInSeconds: number(
    "Seconds; above 15 minutes the durations count as missing.",
  ),
  validation: text("A tentative sleep is left out where its day has one that is not."),
  timeOffsetSleepSpo2: series("Blood oxygen in percent"),
  timeOffsetSleepRespiration: series("Breaths per minute"),
});
const Hrv = Type.Object({
  calendarDate,
  lastNightAvg: number("rMSSD in ms."),
  hrvValues: series("rMSSD in ms"),
});
const Daily = Type.Object({
  calendarDate,
  restingHeartRateInBeatsPerMinute: number("Resting heart rate in bpm."),
  minHeartRateInBeatsPerMinute: number("bpm; says that heart rate was measured."),
  maxHeartRateInBeatsPerMinute: number("bpm; says that heart rate was measured."),
});
const PulseOx = Type.Object({
  calendarDate,
  onDemand: optional(Type.Boolean(), "True: a measurement that she made herself; not read."),
  timeOffsetSpo2Values: series("Blood oxygen in percent"),
});
const UserMetrics = Type.Object({ calendarDate, vo2Max: number("VO2max in ml/kg/min.") });
const SkinTemperature = Type.Object({
  calendarDate,
  avgDeviationCelsius: number("°C from the person's own baseline."),
});

export const LISTS = {
  sleeps: rule(Sleep, "Sleep summaries.", SLEEP_RECORDS_MAX),
  hrv: rule(Hrv, "HRV of the night of the day."),
  dailies: rule(Daily, "Daily summaries."),
  pulseox: rule(PulseOx, "Blood oxygen; read on days whose sleep has none."),
  userMetrics: rule(UserMetrics, "VO2max estimates."),
  skinTemp: rule(SkinTemperature, "Skin temperature in sleep."),
  mct: rule(
    anyObject,
    "Accepted and discarded: phase and day of her cycle are those of user_context.",
  ),
} as const;
