/**
 * The Google Health payload as partners send it: data points of any types, in one array. Each has
 * its values in a member that is named by its type. Whole numbers come as text, as in all JSON of
 * protocol buffers. Source: Google Health API v4, as third-party clients read it.
 * @module
 */
import { Type } from "@sinclair/typebox";
import { HEART_RATE_RECORDS_MAX, SAMPLES_MAX } from "../../contract/limits.ts";
import { instant, list, optional, rule, text } from "../schema-fields.ts";

const figure = (description: string) =>
  optional(
    Type.Union([Type.Number(), Type.String({ pattern: "^-?\\d{1,9}(\\.\\d{1,9})?$" })]),
    description,
  );

const date = Type.Object(
  {
    year: Type.Integer({ description: "Such as 2026." }),
    month: Type.Integer({ description: "1 to 12." }),
    day: Type.Integer({ description: "1 to 31." }),
  },
  { description: "Day of the value." },
);
const interval = Type.Object(
  {
    startTime: instant("ISO 8601, UTC."),
    endTime: instant("ISO 8601, UTC."),
    startUtcOffset: text('Of the local time, in seconds, such as "-14400s".'),
    endUtcOffset: text('Of the local time, in seconds, such as "-14400s".'),
  },
  { description: "From when to when." },
);
const Stage = Type.Object({
  startTime: instant("ISO 8601."),
  endTime: instant("ISO 8601."),
  type: text("DEEP, LIGHT, REM or AWAKE; ASLEEP or RESTLESS in a sleep without stages."),
});
const daily = <T extends Parameters<typeof Type.Object>[0]>(members: T, description: string) =>
  optional(Type.Object({ date, ...members }), description);

const DataPoint = Type.Object({
  dataSource: optional(
    Type.Object({
      platform: text("Which source it is; of several the one with most points is read."),
    }),
    "Where the point is from.",
  ),
  dailyHeartRateVariability: daily(
    { averageHeartRateVariabilityMilliseconds: figure("rMSSD in ms.") },
    "HRV of the night; read with the sleep of its day.",
  ),
  dailyRestingHeartRate: daily(
    { beatsPerMinute: figure("Resting heart rate in bpm.") },
    "Resting heart rate.",
  ),
  dailyRespiratoryRate: daily(
    { breathsPerMinute: figure("Breaths per minute.") },
    "Breathing in the night; read with the sleep of its day.",
  ),
  dailyOxygenSaturation: daily(
    { averagePercentage: figure("Percent; 0 means missing.") },
    "Blood oxygen.",
  ),
  dailySleepTemperatureDerivations: daily(
    {
      nightlyTemperatureCelsius: figure("°C of the skin."),
      baselineTemperatureCelsius: figure("°C; what is read is the difference of both."),
    },
    "Skin temperature in sleep.",
  ),
  dailyVo2Max: daily({ vo2Max: figure("VO2max in ml/kg/min.") }, "VO2max estimate."),
  sleep: optional(
    Type.Object({
      interval,
      stages: list(Stage, SAMPLES_MAX, "Stages; where they overlap, none is read."),
    }),
    "A sleep.",
  ),
  exercise: optional(
    Type.Object({
      interval,
      exerciseType: text("Vendor word such as RUNNING; an unknown word counts as unknown."),
    }),
    "An exercise.",
  ),
});

export const LISTS = {
  dataPoints: rule(
    DataPoint,
    "Data points; those of other types are accepted and discarded.",
    HEART_RATE_RECORDS_MAX,
  ),
} as const;
