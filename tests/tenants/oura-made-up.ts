/**
 * Records of every key that Oura sends, with made-up values in the vendor's form, by the path that
 * the recorded ones have. They hold the guarantees where the recorded ones are not on the machine.
 */
import { dayBefore, nightRecord } from "../support/payloads.ts";

const NEWEST = "2026-04-10";
const NIGHTS = 7;
const scored = { score: 81, contributors: { deep_sleep: 70, efficiency: 92 } };

const sleep = Array.from({ length: NIGHTS }, (_, age) => ({
  ...nightRecord({ day: dayBefore(NEWEST, NIGHTS - 1 - age), hrv: 41 + age, lowest: 52 + age }),
  efficiency: 90,
  sleep_phase_5_min: "4422233",
  readiness: { ...scored, temperature_deviation: 0.12 },
}));

const nap = {
  ...nightRecord({ day: "2026-04-06", sleepSeconds: 2_400, lowest: 58 }),
  type: "late_nap",
  bedtime_start: "2026-04-06T13:05:00+02:00",
  bedtime_end: "2026-04-06T13:57:00+02:00",
  deep_sleep_duration: 300,
  rem_sleep_duration: 0,
  light_sleep_duration: 2_100,
};

const slices: Record<string, unknown> = {
  sleep,
  sleep_naps: [nap],
  heartrate: Array.from({ length: 40 }, (_, minute) => ({
    bpm: 55 + (minute % 4),
    source: minute < 30 ? "rest" : "workout",
    timestamp: new Date(Date.parse("2026-04-08T01:00:00Z") + minute * 60_000).toISOString(),
  })),
  vo2_max: [{ id: "v", day: "2026-04-08", timestamp: "2026-04-08T12:00:00Z", vo2_max: 41 }],
  daily_readiness: [{ id: "r", day: "2026-04-08", temperature_deviation: -0.2, ...scored }],
  daily_sleep: [{ id: "d", day: "2026-04-08", timestamp: "2026-04-08T00:00:00+00:00", ...scored }],
  workout: [
    {
      id: "w",
      activity: "cycling",
      calories: 210.5,
      day: "2026-04-08",
      intensity: "moderate",
      start_datetime: "2026-04-08T17:10:00+02:00",
      end_datetime: "2026-04-08T17:55:00+02:00",
    },
  ],
  session: [
    {
      id: "s",
      day: "2026-04-08",
      type: "breathing",
      start_datetime: "2026-04-08T20:00:00+02:00",
      end_datetime: "2026-04-08T20:05:00+02:00",
      heart_rate: {
        interval: 5,
        items: [61.5, null, 60.9],
        timestamp: "2026-04-08T20:00:00+02:00",
      },
      mood: "good",
    },
  ],
  tag: [{ id: "t", day: "2026-04-08", tags: ["coffee"], timestamp: "2026-04-08T10:00:00+00:00" }],
  enhanced_tag: [
    { id: "e", tag_type_code: "tag_generic_party", start_day: "2026-04-08", end_day: null },
  ],
  rest_mode_period: [{ id: "m", start_day: "2026-04-01", end_day: null, episodes: [] }],
  ring_configuration: [{ id: "c", color: "silver", hardware_type: "gen3", size: 8 }],
  daily_cardiovascular_age: [{ day: "2026-04-08", vascular_age: 37 }],
  daily_stress: [{ id: "x", day: "2026-04-08", stress_high: 2_700, day_summary: "normal" }],
  daily_resilience: [{ id: "l", day: "2026-04-08", level: "solid", ...scored }],
  daily_spo2: [{ id: "o", day: "2026-04-08", spo2_percentage: { average: 97.2 } }],
};

const { sleep_naps: _, ...everyKey } = slices;

const THIRTEEN_FIELDS = [
  "day",
  "bedtime_start",
  "bedtime_end",
  "total_sleep_duration",
  "rem_sleep_duration",
  "deep_sleep_duration",
  "light_sleep_duration",
  "awake_time",
  "average_hrv",
  "average_heart_rate",
  "lowest_heart_rate",
  "average_breath",
  "temperature_deviation",
];

const others: Record<string, unknown> = {
  "edge/sleep_type_rest": [{ ...nap, type: "rest" }],
  "edge/sleep_short_lowest_hr_255": [{ ...nap, lowest_heart_rate: 255, average_hrv: null }],
  "edge/daily_spo2_zero_average": [{ day: "2026-04-08", spo2_percentage: { average: 0 } }],
  "requests/full_with_scores": {
    oura: {
      ...everyKey,
      personal_info: {
        age: 33,
        weight: 64.5,
        height: 1.68,
        biological_sex: "female",
        email: "person@example.invalid",
      },
    },
  },
  "requests/spec_13_fields_shape_b": {
    oura: {
      sleep: sleep.map((record) =>
        Object.fromEntries(Object.entries(record).filter(([key]) => THIRTEEN_FIELDS.includes(key))),
      ),
    },
  },
  "requests/only_secondary_keys_422": {
    oura: { daily_stress: slices.daily_stress, daily_spo2: slices.daily_spo2 },
  },
};

/** @param path as below the folder of recorded payloads */
export async function madeUp(path: string): Promise<unknown> {
  const name = path.replace(/\.json$/, "");
  const found = others[name] ?? slices[name.replace("slices/", "")];
  if (found === undefined) throw new Error(`nothing is made up for ${path}`);
  return structuredClone(found);
}
