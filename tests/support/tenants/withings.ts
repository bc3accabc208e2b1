import { personNights, STAGED_SLEEP } from "./person.ts";
import type { TenantCase } from "./types.ts";

export const withings: TenantCase = {
  slug: "withings",
  payload(newest, count) {
    const nights = personNights(newest, count);
    return {
      sleep_summary: nights.map((night) => ({
        startdate: night.start_ms / 1_000,
        enddate: night.end_ms / 1_000,
        date: night.day,
        timezone: "UTC",
        data: {
          total_timeinbed: (night.end_ms - night.start_ms) / 1_000,
          deepsleepduration: night.deep_s,
          remsleepduration: night.rem_s,
          lightsleepduration: night.light_s,
          wakeupduration: night.awake_s,
          hr_min: night.resting_bpm,
          rr_average: night.breaths,
        },
      })),
      sleep_series: nights.map((night) => {
        const start = night.start_ms / 1_000;
        return {
          startdate: start,
          enddate: start + 3_600,
          state: 1,
          rmssd: { [start + 600]: night.rmssd_ms - 4, [start + 1_200]: night.rmssd_ms + 4 },
          sdnn_1: { [start + 600]: 91 },
        };
      }),
      personal_info: { age: 33 },
    };
  },
  reads: [
    ...STAGED_SLEEP,
    "bedtime_minutes",
    "hrv_rmssd_ms",
    "breaths_per_min",
    "lowest_heart_rate_bpm",
  ],
  scores: [
    "sleep_score",
    "hrv_quality",
    "withings_index",
    "apnea_hypnopea_index",
    "breathing_disturbances_intensity",
  ],
  refused: [
    {
      name: "a sleep without its end",
      bend: ({ sleep_summary }) => delete sleep_summary[1].enddate,
      path: "/sleep_summary/1/enddate",
    },
    {
      name: "a time as text",
      bend: ({ sleep_summary }) =>
        Object.assign(sleep_summary[0], { startdate: "2026-04-03T22:00:00Z" }),
      path: "/sleep_summary/0/startdate",
    },
    {
      name: "the vendor's list response in place of its series",
      bend: (payload) =>
        Object.assign(payload, { sleep_summary: { series: payload.sleep_summary } }),
      path: "/sleep_summary",
    },
    {
      name: "a list where a series is keyed by time",
      bend: ({ sleep_series }) => Object.assign(sleep_series[0], { rmssd: [40, 41] }),
      path: "/sleep_series/0/rmssd",
    },
  ],
  missing: [
    {
      name: "SDNN where rMSSD would be",
      bend: ({ sleep_series }) => {
        for (const each of sleep_series) delete each.rmssd;
      },
      measures: ["hrv_rmssd_ms"],
    },
    {
      name: "a series whose names are no numbers",
      bend: ({ sleep_series }) => {
        for (const each of sleep_series)
          each.rmssd = {
            first: 40,
            "1e9": 41,
            "-5": 42,
            "": 43,
            " 1775255590": 44,
            __proto__x: 45,
          };
      },
      measures: ["hrv_rmssd_ms"],
    },
    {
      name: "durations in minutes",
      bend: ({ sleep_summary }) => {
        for (const { data } of sleep_summary)
          for (const name of Object.keys(data)) if (name.endsWith("duration")) data[name] /= 60;
      },
      measures: STAGED_SLEEP,
    },
    {
      name: "heart rate and breathing of zero",
      bend: ({ sleep_summary }) => {
        for (const { data } of sleep_summary) Object.assign(data, { hr_min: 0, rr_average: 0 });
      },
      measures: ["lowest_heart_rate_bpm", "breaths_per_min"],
    },
    {
      name: "times of the series in milliseconds",
      bend: ({ sleep_series }) => {
        for (const each of sleep_series)
          each.rmssd = Object.fromEntries(
            Object.entries(each.rmssd).map(([second, value]) => [`${second}000`, value]),
          );
      },
      measures: ["hrv_rmssd_ms"],
    },
  ],
};
