import { personNights, STAGED_SLEEP } from "./person.ts";
import type { TenantCase } from "./types.ts";

const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;

export const polar: TenantCase = {
  slug: "polar",
  payload(newest, count) {
    const nights = personNights(newest, count);
    return {
      nights: nights.map((night) => ({
        date: night.day,
        sleep_start_time: iso(night.start_ms),
        sleep_end_time: iso(night.end_ms),
        light_sleep: night.light_s,
        deep_sleep: night.deep_s,
        rem_sleep: night.rem_s,
        unrecognized_sleep_stage: 0,
        total_interruption_duration: night.awake_s,
        hypnogram: { "23:00": 0, "23:30": 2, "00:30": 4 },
        heart_rate_samples: {
          "23:30": night.resting_bpm + 8,
          "00:30": night.resting_bpm,
          "02:00": night.resting_bpm + 3,
        },
      })),
      recharges: nights.map((night) => ({
        date: night.day,
        heart_rate_variability_avg: night.rmssd_ms,
        breathing_rate_avg: night.breaths,
      })),
      skin_temperatures: nights.map((night) => ({
        sleep_date: night.day,
        sleep_time_skin_temperature_celsius: 34,
        deviation_from_baseline_celsius: night.deviation_c,
      })),
      personal_info: { age: 33 },
    };
  },
  reads: [
    ...STAGED_SLEEP,
    "bedtime_minutes",
    "hrv_rmssd_ms",
    "breaths_per_min",
    "lowest_heart_rate_bpm",
    "temperature_deviation_c",
  ],
  scores: [
    "sleep_score",
    "sleep_charge",
    "sleep_rating",
    "continuity",
    "continuity_class",
    "group_duration_score",
    "nightly_recharge_status",
    "ans_charge",
    "cardio_load",
    "training_load",
    "running_index",
  ],
  refused: [
    {
      name: "a night without its date",
      bend: ({ nights }) => delete nights[1].date,
      path: "/nights/1/date",
    },
    {
      name: "a night whose start says no offset",
      bend: ({ nights }) => Object.assign(nights[0], { sleep_start_time: "2026-04-04T00:32:10" }),
      path: "/nights/0/sleep_start_time",
    },
    {
      name: "the vendor's response in place of its nights",
      bend: (payload) => Object.assign(payload, { nights: { nights: payload.nights } }),
      path: "/nights",
    },
    {
      name: "samples in a list",
      bend: ({ nights }) => Object.assign(nights[0], { heart_rate_samples: [58, 57] }),
      path: "/nights/0/heart_rate_samples",
    },
  ],
  missing: [
    {
      name: "samples under names that are no clock time",
      bend: ({ nights }) => {
        for (const night of nights)
          night.heart_rate_samples = {
            "24:10": 41,
            "7:05": 42,
            "00:60": 43,
            midnight: 44,
            "300": 45,
          };
      },
      measures: ["lowest_heart_rate_bpm"],
    },
    {
      name: "hours of an unrecognized stage",
      bend: ({ nights }) => {
        for (const night of nights) night.unrecognized_sleep_stage = 7_200;
      },
      measures: STAGED_SLEEP,
    },
    {
      name: "minutes in place of seconds",
      bend: ({ nights }) => {
        for (const night of nights)
          for (const name of [
            "light_sleep",
            "deep_sleep",
            "rem_sleep",
            "total_interruption_duration",
          ])
            night[name] /= 60;
      },
      measures: STAGED_SLEEP,
    },
    {
      name: "a temperature in place of its deviation, beside true temperatures that are not it",
      bend: ({ skin_temperatures }) => {
        for (const each of skin_temperatures) {
          each.deviation_from_baseline_celsius += 33.5;
          each.sleep_time_skin_temperature_celsius = 0;
        }
      },
      measures: ["temperature_deviation_c"],
    },
    {
      name: "a recharge of zeros",
      bend: ({ recharges }) => {
        for (const each of recharges)
          Object.assign(each, { heart_rate_variability_avg: 0, breathing_rate_avg: -1 });
      },
      measures: ["hrv_rmssd_ms", "breaths_per_min"],
    },
  ],
};
