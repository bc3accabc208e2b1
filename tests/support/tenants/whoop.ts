import { MOST_MEASURES, personNights, STAGED_SLEEP } from "./person.ts";
import type { TenantCase } from "./types.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const MILLI = 1_000;

export const whoop: TenantCase = {
  slug: "whoop",
  payload(newest, count) {
    const nights = personNights(newest, count);
    return {
      sleep: nights.map((night) => ({
        id: `sleep-${night.day}`,
        cycle_id: 1,
        start: iso(night.start_ms),
        end: iso(night.end_ms),
        timezone_offset: "+00:00",
        nap: false,
        score_state: "SCORED",
        score: {
          stage_summary: {
            total_in_bed_time_milli: night.end_ms - night.start_ms,
            total_awake_time_milli: night.awake_s * MILLI,
            total_no_data_time_milli: 0,
            total_light_sleep_time_milli: night.light_s * MILLI,
            total_slow_wave_sleep_time_milli: night.deep_s * MILLI,
            total_rem_sleep_time_milli: night.rem_s * MILLI,
          },
          respiratory_rate: night.breaths,
        },
      })),
      recovery: nights.map((night) => ({
        sleep_id: `sleep-${night.day}`,
        score_state: "SCORED",
        score: {
          hrv_rmssd_milli: night.rmssd_ms,
          resting_heart_rate: night.resting_bpm,
          spo2_percentage: night.spo2,
          skin_temp_celsius: night.skin_c,
        },
      })),
      personal_info: { age: 33 },
    };
  },
  reads: MOST_MEASURES,
  scores: [
    "recovery_score",
    "strain",
    "sleep_performance_percentage",
    "sleep_consistency_percentage",
    "sleep_efficiency_percentage",
    "sleep_needed",
    "zone_durations",
    "user_calibrating",
  ],
  refused: [
    {
      name: "a sleep whose start says no offset",
      bend: ({ sleep }) => Object.assign(sleep[1], { start: "2026-04-03T22:32:10" }),
      path: "/sleep/1/start",
    },
    {
      name: "milliseconds as text",
      bend: ({ sleep }) =>
        Object.assign(sleep[0].score.stage_summary, { total_rem_sleep_time_milli: "5400000" }),
      path: "/sleep/0/score/stage_summary/total_rem_sleep_time_milli",
    },
    {
      name: "a recovery that names no sleep",
      bend: ({ recovery }) => delete recovery[0].sleep_id,
      path: "/recovery/0/sleep_id",
    },
    {
      name: "the vendor's list response in place of its records",
      bend: (payload) =>
        Object.assign(payload, { sleep: { records: payload.sleep, next_token: null } }),
      path: "/sleep",
    },
  ],
  missing: [
    {
      name: "rMSSD in seconds",
      bend: ({ recovery }) => {
        for (const { score } of recovery) score.hrv_rmssd_milli /= MILLI;
      },
      measures: ["hrv_rmssd_ms"],
    },
    {
      name: "durations in seconds",
      bend: ({ sleep }) => {
        for (const { score } of sleep)
          for (const name of Object.keys(score.stage_summary)) score.stage_summary[name] /= MILLI;
      },
      measures: STAGED_SLEEP,
    },
    {
      name: "hours without data",
      bend: ({ sleep }) => {
        for (const { score } of sleep) score.stage_summary.total_no_data_time_milli = 7_200_000;
      },
      measures: STAGED_SLEEP,
    },
    {
      name: "a deviation in place of a skin temperature",
      bend: ({ recovery }) => {
        for (const { score } of recovery) score.skin_temp_celsius -= 33.5;
      },
      measures: ["temperature_deviation_c"],
    },
    {
      name: "recoveries that wait for their score",
      bend: ({ recovery }) => {
        for (const each of recovery) each.score_state = "PENDING_SCORE";
      },
      measures: [
        "hrv_rmssd_ms",
        "resting_heart_rate_bpm",
        "spo2_percent",
        "temperature_deviation_c",
      ],
    },
    {
      name: "SpO2 of zero",
      bend: ({ recovery }) => {
        for (const { score } of recovery) score.spo2_percentage = 0;
      },
      measures: ["spo2_percent"],
    },
  ],
};
