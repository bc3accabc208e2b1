import type { Body } from "../payloads.ts";
import { personNights, STAGED_SLEEP } from "./person.ts";
import type { TenantCase } from "./types.ts";

const DEVIATION_FROM = 33.5;

const objectsOf = ({ metric_data }: Body, wanted: string): Body[] =>
  metric_data.filter(({ type }: Body) => type === wanted).map(({ object }: Body) => object);

export const ultrahuman: TenantCase = {
  slug: "ultrahuman",
  payload(newest, count) {
    return {
      metric_data: personNights(newest, count).flatMap((night) => {
        const start = night.start_ms / 1_000;
        const samples = (unit: string, level: number) => ({
          unit,
          values: [-1, 0, 1].map((step) => ({
            value: level + step,
            timestamp: start + 7_200 + step * 300,
          })),
        });
        return [
          {
            type: "Sleep",
            object: {
              ultrahuman_date: night.day,
              bedtime_start: start,
              bedtime_end: night.end_ms / 1_000,
              quick_metrics: [
                { type: "time_in_bed", value: (night.end_ms - night.start_ms) / 1_000 },
              ],
              sleep_stages: [
                { type: "deep_sleep", stage_time: night.deep_s },
                { type: "rem_sleep", stage_time: night.rem_s },
                { type: "light_sleep", stage_time: night.light_s },
                { type: "awake", stage_time: night.awake_s },
              ],
            },
          },
          { type: "night_rhr", object: samples("BPM", night.resting_bpm) },
          { type: "hrv", object: samples("ms", night.rmssd_ms) },
          { type: "spo2", object: samples("%", night.spo2) },
          { type: "temp", object: samples("°C", night.skin_c) },
        ];
      }),
      personal_info: { age: 33 },
    };
  },
  reads: [
    ...STAGED_SLEEP,
    "bedtime_minutes",
    "spo2_percent",
    "resting_heart_rate_bpm",
    "temperature_deviation_c",
  ],
  scores: [
    "recovery_index",
    "movement_index",
    "metabolic_score",
    "sleep_score",
    "sleep_index",
    "score",
  ],
  refused: [
    {
      name: "an element without its type",
      bend: ({ metric_data }) => delete metric_data[0].type,
      path: "/metric_data/0/type",
    },
    {
      name: "a bedtime as text",
      bend: ({ metric_data }) => Object.assign(metric_data[0].object, { bedtime_start: "23:00" }),
      path: "/metric_data/0/object/bedtime_start",
    },
    {
      name: "the vendor's response in place of its elements",
      bend: (payload) =>
        Object.assign(payload, { metric_data: { metric_data: payload.metric_data } }),
      path: "/metric_data",
    },
  ],
  missing: [
    {
      name: "a temperature without a unit",
      bend: (payload) => {
        for (const object of objectsOf(payload, "temp")) delete object.unit;
      },
      measures: ["temperature_deviation_c"],
    },
    {
      name: "a deviation in place of a temperature",
      bend: (payload) => {
        for (const { values } of objectsOf(payload, "temp"))
          for (const each of values) each.value -= DEVIATION_FROM;
      },
      measures: ["temperature_deviation_c"],
    },
    {
      name: "stages in minutes",
      bend: (payload) => {
        for (const { sleep_stages } of objectsOf(payload, "Sleep"))
          for (const stage of sleep_stages) stage.stage_time /= 60;
      },
      measures: STAGED_SLEEP,
    },
    {
      name: "samples of zero",
      bend: (payload) => {
        for (const { values } of [
          ...objectsOf(payload, "spo2"),
          ...objectsOf(payload, "night_rhr"),
        ])
          for (const each of values) each.value = 0;
      },
      measures: ["spo2_percent", "resting_heart_rate_bpm"],
    },
    {
      name: "times of samples in milliseconds",
      bend: (payload) => {
        for (const type of ["spo2", "night_rhr", "temp"])
          for (const { values } of objectsOf(payload, type))
            for (const each of values) each.timestamp *= 1_000;
      },
      measures: ["spo2_percent", "resting_heart_rate_bpm", "temperature_deviation_c"],
    },
  ],
};
