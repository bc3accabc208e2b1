import type { Body } from "../payloads.ts";
import { MOST_MEASURES, personNights, STAGED_SLEEP } from "./person.ts";
import type { TenantCase } from "./types.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const MS = 1_000;

function dateOf(day: string): object {
  const [year, month, date] = day.split("-").map(Number);
  return { year, month, day: date };
}

/** The values of one type. */
const valuesOf = ({ dataPoints }: Body, type: string): Body[] =>
  dataPoints.flatMap((point: Body) => point[type] ?? []);

export const googleHealth: TenantCase = {
  slug: "google-health",
  payload(newest, count) {
    const dataSource = { platform: "FITBIT" };
    return {
      dataPoints: personNights(newest, count).flatMap((night) => {
        const date = dateOf(night.day);
        let at = night.start_ms;
        const stage = (type: string, seconds: number) => {
          const startTime = iso(at);
          at += seconds * MS;
          return { startTime, endTime: iso(at), type };
        };
        return [
          {
            dataSource,
            sleep: {
              interval: {
                startTime: iso(night.start_ms),
                endTime: iso(night.end_ms),
                startUtcOffset: "0s",
                endUtcOffset: "0s",
              },
              type: "STAGES",
              stages: [
                stage("AWAKE", night.awake_s),
                stage("LIGHT", night.light_s),
                stage("DEEP", night.deep_s),
                stage("REM", night.rem_s),
              ],
            },
          },
          {
            dataSource,
            dailyHeartRateVariability: {
              date,
              averageHeartRateVariabilityMilliseconds: night.rmssd_ms,
            },
          },
          {
            dataSource,
            dailyRestingHeartRate: { date, beatsPerMinute: String(night.resting_bpm) },
          },
          { dataSource, dailyRespiratoryRate: { date, breathsPerMinute: night.breaths } },
          { dataSource, dailyOxygenSaturation: { date, averagePercentage: night.spo2 } },
          {
            dataSource,
            dailySleepTemperatureDerivations: {
              date,
              nightlyTemperatureCelsius: night.skin_c,
              baselineTemperatureCelsius: 33.5,
            },
          },
        ];
      }),
      personal_info: { age: 33 },
    };
  },
  reads: MOST_MEASURES,
  scores: [
    "sleepScore",
    "readinessScore",
    "cardioLoad",
    "activeZoneMinutes",
    "entropy",
    "standardDeviationMilliseconds",
    "relativeNightlyStddev30dCelsius",
    "summary",
  ],
  refused: [
    {
      name: "a value without its date",
      bend: ({ dataPoints }) => delete dataPoints[1].dailyHeartRateVariability.date,
      path: "/dataPoints/1/dailyHeartRateVariability/date",
    },
    {
      name: "a number as words",
      bend: ({ dataPoints }) =>
        Object.assign(dataPoints[2].dailyRestingHeartRate, { beatsPerMinute: "high" }),
      path: "/dataPoints/2/dailyRestingHeartRate/beatsPerMinute",
    },
    {
      name: "a sleep whose start says no offset",
      bend: ({ dataPoints }) =>
        Object.assign(dataPoints[0].sleep.interval, { startTime: "2026-04-03T22:32:00" }),
      path: "/dataPoints/0/sleep/interval/startTime",
    },
    {
      name: "the vendor's list response in place of its points",
      bend: (payload) => Object.assign(payload, { dataPoints: { dataPoints: payload.dataPoints } }),
      path: "/dataPoints",
    },
  ],
  missing: [
    {
      name: "SDNN in place of rMSSD",
      bend: (payload) => {
        for (const value of valuesOf(payload, "dailyHeartRateVariability")) {
          value.standardDeviationMilliseconds = value.averageHeartRateVariabilityMilliseconds;
          delete value.averageHeartRateVariabilityMilliseconds;
        }
      },
      measures: ["hrv_rmssd_ms"],
    },
    {
      name: "a temperature without its baseline",
      bend: (payload) => {
        for (const value of valuesOf(payload, "dailySleepTemperatureDerivations"))
          delete value.baselineTemperatureCelsius;
      },
      measures: ["temperature_deviation_c"],
    },
    {
      name: "stages that overlap",
      bend: (payload) => {
        for (const { stages } of valuesOf(payload, "sleep"))
          stages[2].startTime = stages[1].startTime;
      },
      measures: STAGED_SLEEP,
    },
    {
      name: "zeros that mean that there is no value",
      bend: (payload) => {
        for (const value of valuesOf(payload, "dailyOxygenSaturation")) value.averagePercentage = 0;
        for (const value of valuesOf(payload, "dailyRestingHeartRate")) value.beatsPerMinute = "0";
      },
      measures: ["spo2_percent", "resting_heart_rate_bpm"],
    },
    {
      name: "dates that the calendar has not",
      bend: (payload) => {
        for (const value of valuesOf(payload, "dailyRespiratoryRate"))
          value.date = { year: 2026, month: 13, day: 0 };
      },
      measures: ["breaths_per_min"],
    },
  ],
};
