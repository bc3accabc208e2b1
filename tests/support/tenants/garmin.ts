import { MOST_MEASURES, personNights, STAGED_SLEEP } from "./person.ts";
import type { TenantCase } from "./types.ts";

export const garmin: TenantCase = {
  slug: "garmin",
  payload(newest, count) {
    const nights = personNights(newest, count);
    return {
      sleeps: nights.map((night) => ({
        summaryId: `sleep-${night.day}`,
        calendarDate: night.day,
        startTimeInSeconds: night.start_ms / 1_000,
        startTimeOffsetInSeconds: 0,
        durationInSeconds: (night.end_ms - night.start_ms) / 1_000,
        deepSleepDurationInSeconds: night.deep_s,
        lightSleepDurationInSeconds: night.light_s,
        remSleepInSeconds: night.rem_s,
        awakeDurationInSeconds: night.awake_s,
        unmeasurableSleepDurationInSeconds: 0,
        validation: "AUTO_FINAL",
        timeOffsetSleepSpo2: { "60": night.spo2 - 1, "120": night.spo2 + 1 },
        timeOffsetSleepRespiration: { "60": night.breaths - 1, "120": night.breaths + 1 },
      })),
      hrv: nights.map((night) => ({ calendarDate: night.day, lastNightAvg: night.rmssd_ms })),
      dailies: nights.map((night) => ({
        calendarDate: night.day,
        restingHeartRateInBeatsPerMinute: night.resting_bpm,
        averageHeartRateInBeatsPerMinute: 72,
      })),
      skinTemp: nights.map((night) => ({
        calendarDate: night.day,
        avgDeviationCelsius: night.deviation_c,
      })),
      mct: [
        { periodStartDate: newest, dayInCycle: 3, currentPhaseType: 1, isPredictedCycle: true },
      ],
      personal_info: { age: 33 },
    };
  },
  reads: MOST_MEASURES,
  scores: [
    "overallSleepScore",
    "sleepScores",
    "averageStressLevel",
    "stressQualifier",
    "bodyBatteryChargedValue",
    "fitnessAge",
    "averageHeartRateInBeatsPerMinute",
    "trainingReadiness",
  ],
  refused: [
    {
      name: "a sleep without its day",
      bend: ({ sleeps }) => delete sleeps[1].calendarDate,
      path: "/sleeps/1/calendarDate",
    },
    {
      name: "a start as text",
      bend: ({ sleeps }) =>
        Object.assign(sleeps[0], { startTimeInSeconds: "2026-04-04T00:32:10Z" }),
      path: "/sleeps/0/startTimeInSeconds",
    },
    {
      name: "a series as a list",
      bend: ({ hrv }) => Object.assign(hrv[0], { hrvValues: [45, 47] }),
      path: "/hrv/0/hrvValues",
    },
    {
      name: "one sleep in place of their list",
      bend: (payload) => Object.assign(payload, { sleeps: payload.sleeps[0] }),
      path: "/sleeps",
    },
  ],
  missing: [
    {
      name: "series whose names are no numbers",
      bend: ({ sleeps }) => {
        for (const sleep of sleeps) {
          sleep.timeOffsetSleepSpo2 = { "00:01": 91, "-60": 92, "6e1": 93, "": 94, "60s": 95 };
          sleep.timeOffsetSleepRespiration = { now: 11, " 60": 12, "1.5": 13 };
        }
      },
      measures: ["spo2_percent", "breaths_per_min"],
    },
    {
      name: "−1 and −2, which say why there is no value",
      bend: ({ hrv, dailies }) => {
        for (const each of hrv) each.lastNightAvg = -1;
        for (const each of dailies) each.restingHeartRateInBeatsPerMinute = -2;
      },
      measures: ["hrv_rmssd_ms", "resting_heart_rate_bpm"],
    },
    {
      name: "hours that could not be measured",
      bend: ({ sleeps }) => {
        for (const sleep of sleeps) sleep.unmeasurableSleepDurationInSeconds = 7_200;
      },
      measures: STAGED_SLEEP,
    },
    {
      name: "a temperature in place of its deviation",
      bend: ({ skinTemp }) => {
        for (const each of skinTemp) each.avgDeviationCelsius += 33.5;
      },
      measures: ["temperature_deviation_c"],
    },
    {
      name: "stages in minutes",
      bend: ({ sleeps }) => {
        for (const sleep of sleeps) {
          for (const name of [
            "deepSleepDuration",
            "lightSleepDuration",
            "remSleep",
            "awakeDuration",
          ])
            sleep[`${name}InSeconds`] /= 60;
        }
      },
      measures: STAGED_SLEEP,
    },
  ],
};
