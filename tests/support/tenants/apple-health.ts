import type { Body } from "../payloads.ts";
import { MOST_MEASURES, personNights, STAGED_SLEEP } from "./person.ts";
import type { TenantCase } from "./types.ts";

const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
const MS = 1_000;
const MS_PER_MINUTE = 60_000;
const QUANTITY = "HKQuantityTypeIdentifier";
const SLEEP = "HKCategoryTypeIdentifierSleepAnalysis";

/** Of these beats every one differs from the next by as much, so that rMSSD is that. */
export function beatsOf(rmssdMs: number, count = 40): { bpm: number }[] {
  return Array.from({ length: count }, (_, i) => ({
    bpm: MS_PER_MINUTE / (1_000 + (i % 2) * rmssdMs),
  }));
}

const ofType = ({ records }: Body, type: string): Body[] =>
  records.filter((record: Body) => record.type === type);

export const appleHealth: TenantCase = {
  slug: "apple-health",
  payload(newest, count) {
    const sourceName = "Watch";
    return {
      records: personNights(newest, count).flatMap((night) => {
        let at = night.start_ms;
        const stage = (value: string, seconds: number) => {
          const startDate = iso(at);
          at += seconds * MS;
          return {
            type: SLEEP,
            value: `HKCategoryValueSleepAnalysis${value}`,
            startDate,
            endDate: iso(at),
            sourceName,
          };
        };
        const inBed = (type: string, value: number, unit: string) => ({
          type: QUANTITY + type,
          value,
          unit,
          startDate: iso(night.start_ms + 2 * 3_600 * MS),
          endDate: iso(night.end_ms),
          sourceName,
        });
        return [
          stage("Awake", night.awake_s),
          stage("AsleepCore", night.light_s),
          stage("AsleepDeep", night.deep_s),
          stage("AsleepREM", night.rem_s),
          // What the telephone beside the bed says of the same night.
          {
            type: SLEEP,
            value: "HKCategoryValueSleepAnalysisInBed",
            startDate: iso(night.start_ms - 1_800 * MS),
            endDate: iso(night.end_ms + 1_800 * MS),
            sourceName: "Phone",
          },
          {
            ...inBed("HeartRateVariabilitySDNN", 91, "ms"),
            HeartRateVariabilityMetadataList: beatsOf(night.rmssd_ms),
          },
          inBed("RespiratoryRate", night.breaths, "count/min"),
          inBed("OxygenSaturation", night.spo2 / 100, "%"),
          inBed("RestingHeartRate", night.resting_bpm, "count/min"),
          inBed("AppleSleepingWristTemperature", night.skin_c, "degC"),
          { ...inBed("WorkoutEffortScore", 7, "appleEffortScore"), value: 7 },
        ];
      }),
      personal_info: { age: 33 },
    };
  },
  reads: MOST_MEASURES,
  scores: [
    "EstimatedWorkoutEffortScore",
    "WorkoutEffortScore",
    "AppleWalkingSteadiness",
    "device",
    "metadata",
  ],
  refused: [
    {
      name: "a record without its type",
      bend: ({ records }) => delete records[0].type,
      path: "/records/0/type",
    },
    {
      name: "a date in the words of an export",
      bend: ({ records }) => Object.assign(records[1], { startDate: "2026-04-04 00:32:00 -0700" }),
      path: "/records/1/startDate",
    },
    {
      name: "beats that are no list",
      bend: ({ records }) =>
        Object.assign(records[5], { HeartRateVariabilityMetadataList: { bpm: 60 } }),
      path: "/records/5/HeartRateVariabilityMetadataList",
    },
  ],
  missing: [
    {
      name: "SDNN without beats",
      bend: (payload) => {
        for (const record of ofType(payload, `${QUANTITY}HeartRateVariabilitySDNN`))
          delete record.HeartRateVariabilityMetadataList;
      },
      measures: ["hrv_rmssd_ms"],
    },
    {
      name: "SpO2 of 96 where a fraction is due",
      bend: (payload) => {
        for (const record of ofType(payload, `${QUANTITY}OxygenSaturation`)) record.value *= 100;
      },
      measures: ["spo2_percent"],
    },
    {
      name: "a temperature in °F that says °C",
      bend: (payload) => {
        for (const record of ofType(payload, `${QUANTITY}AppleSleepingWristTemperature`))
          record.value = record.value * 1.8 + 32;
      },
      measures: ["temperature_deviation_c"],
    },
    {
      name: "quantities without a unit, or of another one",
      bend: (payload) => {
        for (const record of ofType(payload, `${QUANTITY}RespiratoryRate`)) delete record.unit;
        for (const record of ofType(payload, `${QUANTITY}RestingHeartRate`))
          record.unit = "count/s";
      },
      measures: ["breaths_per_min", "resting_heart_rate_bpm"],
    },
    {
      name: "stages that overlap",
      bend: (payload) => {
        for (const record of ofType(payload, SLEEP)) {
          if (record.value.endsWith("AsleepDeep"))
            record.startDate = iso(Date.parse(record.startDate) - 600 * MS);
        }
      },
      measures: STAGED_SLEEP,
    },
  ],
};
