/**
 * The Apple Health payload as partners send it: HealthKit records of any types, in one array.
 * Source: HealthKit's type and unit names, as third-party importers read them.
 * @module
 */
import { Type } from "@sinclair/typebox";
import { HEART_RATE_RECORDS_MAX, SAMPLES_MAX } from "../../contract/limits.ts";
import { instant, list, number, optional, rule, text } from "../schema-fields.ts";

const Beat = Type.Object({ bpm: number("Instantaneous beats per minute.") });

const Sample = Type.Object({
  type: Type.String({
    description:
      "HealthKit's name. Read are SleepAnalysis, HeartRate, RestingHeartRate, RespiratoryRate, OxygenSaturation, AppleSleepingWristTemperature, VO2Max, and of HeartRateVariabilitySDNN the beats.",
  }),
  startDate: instant("ISO 8601 with UTC offset; one in UTC is read on the clock of timezone."),
  endDate: instant("ISO 8601 with UTC offset."),
  value: optional(
    Type.Union([Type.Number(), Type.String()]),
    "In its unit; of SleepAnalysis HealthKit's name or number of the stage. % is a fraction: 0.97.",
  ),
  unit: text("count/min, %, degC, degF or mL/min*kg; a quantity without its unit is not read."),
  sourceName: text("Of several sources of one type the one with most records is read."),
  HeartRateVariabilityMetadataList: list(
    Beat,
    SAMPLES_MAX,
    "The beats in a row; in bed they give rMSSD. SDNN itself is not read.",
  ),
});

export const LISTS = {
  records: rule(
    Sample,
    "HealthKit records; those of other types are accepted and discarded.",
    HEART_RATE_RECORDS_MAX,
  ),
} as const;
