/**
 * Reads each vendor's own members from a body, as a person with a pencil would, and takes medians.
 * It shares no code with the program.
 */
import type { Body } from "../support/payloads.ts";

export interface Counted {
  sleep_s: number[];
  hrv_ms: number[];
  heart_bpm: number[];
}

const EMPTY: Counted = { sleep_s: [], hrv_ms: [], heart_bpm: [] };
const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]) => sum(values) / values.length;

/** Stages that follow each other are one night's. */
function nightsOf(stages: Body[]): Body[][] {
  const nights: Body[][] = [];
  for (const stage of stages) {
    const last = nights.at(-1);
    if (last?.at(-1)?.endDate === stage.startDate) last?.push(stage);
    else nights.push([stage]);
  }
  return nights;
}

/** Of each tenant: sleep, HRV and heart rate by night, oldest first. */
export const BY_HAND: Record<string, (payload: Body) => Counted> = {
  oura: ({ sleep }) => ({
    sleep_s: sleep.map((night: Body) => night.total_sleep_duration),
    hrv_ms: sleep.map((night: Body) => night.average_hrv),
    heart_bpm: sleep.map((night: Body) => night.lowest_heart_rate),
  }),
  whoop: ({ sleep, recovery }) => ({
    sleep_s: sleep.map(({ score: { stage_summary: of } }: Body) => {
      const { total_light_sleep_time_milli: light, total_rem_sleep_time_milli: rem } = of;
      return (light + rem + of.total_slow_wave_sleep_time_milli) / 1_000;
    }),
    hrv_ms: recovery.map(({ score }: Body) => score.hrv_rmssd_milli),
    heart_bpm: recovery.map(({ score }: Body) => score.resting_heart_rate),
  }),
  ultrahuman: ({ metric_data }) => ({
    ...EMPTY,
    sleep_s: metric_data
      .filter(({ type }: Body) => type === "Sleep")
      .map(({ object }: Body) =>
        sum(
          object.sleep_stages
            .filter(({ type }: Body) => type !== "awake")
            .map(({ stage_time }: Body) => stage_time),
        ),
      ),
    heart_bpm: metric_data
      .filter(({ type }: Body) => type === "night_rhr")
      .map(({ object }: Body) => mean(object.values.map(({ value }: Body) => value))),
  }),
  withings: ({ sleep_summary, sleep_series }) => ({
    sleep_s: sleep_summary.map(
      ({ data }: Body) => data.deepsleepduration + data.remsleepduration + data.lightsleepduration,
    ),
    hrv_ms: sleep_series.map(({ rmssd }: Body) => mean(Object.values(rmssd))),
    heart_bpm: sleep_summary.map(({ data }: Body) => data.hr_min),
  }),
  polar: ({ nights, recharges }) => ({
    sleep_s: nights.map((night: Body) => night.light_sleep + night.deep_sleep + night.rem_sleep),
    hrv_ms: recharges.map((each: Body) => each.heart_rate_variability_avg),
    heart_bpm: nights.map((night: Body) =>
      Math.min(...Object.values<number>(night.heart_rate_samples)),
    ),
  }),
  garmin: ({ sleeps, hrv, dailies }) => ({
    sleep_s: sleeps.map(
      (sleep: Body) =>
        sleep.deepSleepDurationInSeconds +
        sleep.lightSleepDurationInSeconds +
        sleep.remSleepInSeconds,
    ),
    hrv_ms: hrv.map((each: Body) => each.lastNightAvg),
    heart_bpm: dailies.map((each: Body) => each.restingHeartRateInBeatsPerMinute),
  }),
  "google-health": ({ dataPoints }) => {
    const of = (type: string) => dataPoints.flatMap((point: Body) => point[type] ?? []);
    return {
      sleep_s: of("sleep").map(({ stages }: Body) =>
        sum(
          stages
            .filter(({ type }: Body) => type !== "AWAKE")
            .map((stage: Body) => seconds(stage.startTime, stage.endTime)),
        ),
      ),
      hrv_ms: of("dailyHeartRateVariability").map(
        (each: Body) => each.averageHeartRateVariabilityMilliseconds,
      ),
      heart_bpm: of("dailyRestingHeartRate").map((each: Body) => Number(each.beatsPerMinute)),
    };
  },
  "apple-health": ({ records }) => {
    const asleep = records.filter(({ value }: Body) => String(value).includes("Asleep"));
    return {
      ...EMPTY,
      sleep_s: nightsOf(asleep).map((stages) =>
        sum(stages.map((stage) => seconds(stage.startDate, stage.endDate))),
      ),
      heart_bpm: records
        .filter(({ type }: Body) => type.endsWith("RestingHeartRate"))
        .map(({ value }: Body) => value),
    };
  },
};

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

const RECENT = 3;

/** The level of the last three nights, and that of the nights before. */
export function levels(values: number[]): [number, number] {
  return [median(values.slice(-RECENT)), median(values.slice(0, -RECENT))];
}

/** A duration as texts write it. */
export function inWords(duration_s: number): string {
  const minutes = Math.round(duration_s / 60);
  return `${Math.floor(minutes / 60)} hours ${minutes % 60} minutes`;
}
