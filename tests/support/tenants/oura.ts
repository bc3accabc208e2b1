import { personNights, STAGED_SLEEP } from "./person.ts";
import type { TenantCase } from "./types.ts";

const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;

export const oura: TenantCase = {
  slug: "oura",
  payload(newest, count) {
    const nights = personNights(newest, count);
    return {
      sleep: nights.map((night) => ({
        day: night.day,
        type: "long_sleep",
        bedtime_start: iso(night.start_ms),
        bedtime_end: iso(night.end_ms),
        total_sleep_duration: night.deep_s + night.rem_s + night.light_s,
        time_in_bed: (night.end_ms - night.start_ms) / 1_000,
        deep_sleep_duration: night.deep_s,
        rem_sleep_duration: night.rem_s,
        light_sleep_duration: night.light_s,
        awake_time: night.awake_s,
        average_hrv: night.rmssd_ms,
        lowest_heart_rate: night.resting_bpm,
        average_breath: night.breaths,
        temperature_deviation: night.deviation_c,
      })),
      daily_spo2: nights.map(({ day, spo2 }) => ({ day, spo2_percentage: { average: spo2 } })),
      personal_info: { age: 33 },
    };
  },
  reads: [
    ...STAGED_SLEEP,
    "bedtime_minutes",
    "hrv_rmssd_ms",
    "breaths_per_min",
    "spo2_percent",
    "lowest_heart_rate_bpm",
    "temperature_deviation_c",
  ],
  scores: [
    "score",
    "contributors",
    "readiness_score_delta",
    "sleep_score_delta",
    "level",
    "day_summary",
    "vascular_age",
    "stress_high",
    "hrv_balance",
  ],
  refused: [
    {
      name: "a sleep without its day",
      bend: ({ sleep }) => delete sleep[1].day,
      path: "/sleep/1/day",
    },
    {
      name: "the vendor's list response in place of its records",
      bend: (payload) =>
        Object.assign(payload, { sleep: { data: payload.sleep, next_token: null } }),
      path: "/sleep",
    },
  ],
  missing: [
    {
      name: "the sentinel 255 of heart rate",
      bend: ({ sleep }) => {
        for (const night of sleep) night.lowest_heart_rate = 255;
      },
      measures: ["lowest_heart_rate_bpm"],
    },
    {
      name: "SpO2 of zero",
      bend: ({ daily_spo2 }) => {
        for (const { spo2_percentage } of daily_spo2) spo2_percentage.average = 0;
      },
      measures: ["spo2_percent"],
    },
    {
      name: "a temperature in place of its deviation",
      bend: ({ sleep }) => {
        for (const night of sleep) night.temperature_deviation += 33.5;
      },
      measures: ["temperature_deviation_c"],
    },
    {
      name: "minutes in place of seconds",
      bend: ({ sleep }) => {
        for (const night of sleep) {
          for (const stage of ["total", "deep", "rem", "light"])
            night[`${stage}_sleep_duration`] /= 60;
        }
      },
      measures: ["total_sleep_s", "sleep_efficiency_percent", "deep_s", "rem_s"],
    },
  ],
};
