/**
 * A request as a ring maker would send it: 24 invented nights in the form of recorded ones, with
 * scores and naps, and a late-luteal pattern (HRV down, heart rate and temperature up) in the last
 * three.
 * @module
 */

const NIGHTS = 24;
const LUTEAL_NIGHTS = 3;
const SAMPLE_INTERVAL_S = 300;
/** A zone without daylight saving, so that the offset below is right all year. */
const TIMEZONE = "Africa/Tunis";
const OFFSET = "+01:00";
const OFFSET_MS = 3_600_000;

/** A small repeatable wobble in [-1, 1], so that runs of the demo differ in their dates only. */
function wobble(night: number, salt: number): number {
  const x = Math.sin(night * 12.9898 + salt * 78.233) * 43_758.5453;
  return 2 * (x - Math.floor(x)) - 1;
}

function localIso(epochMs: number): string {
  return `${new Date(epochMs + OFFSET_MS).toISOString().slice(0, 19)}${OFFSET}`;
}

function samples(
  start: string,
  count: number,
  level: number,
  spread: number,
  night: number,
  salt: number,
) {
  const items = Array.from({ length: count }, (_, i) =>
    // An occasional gap, as in recordings.
    i % 29 === 17 ? null : Math.round(level + spread * wobble(night * 131 + i, salt)),
  );
  return { interval: SAMPLE_INTERVAL_S, items, timestamp: start };
}

function night(index: number, lastDayMs: number) {
  const recent = index >= NIGHTS - LUTEAL_NIGHTS;
  const dayMs = lastDayMs - (NIGHTS - 1 - index) * 86_400_000;
  const bedtimeStartMs =
    dayMs - OFFSET_MS - Math.round((65 + (recent ? -35 : 0) + 25 * wobble(index, 1)) * 60_000);
  const deep = Math.round((4_500 + 700 * wobble(index, 2)) / 30) * 30;
  const rem = Math.round((5_400 + 800 * wobble(index, 3)) / 30) * 30;
  const light = Math.round(((recent ? 13_200 : 15_600) + 1_200 * wobble(index, 4)) / 30) * 30;
  const awake = Math.round(((recent ? 4_200 : 2_400) + 500 * wobble(index, 5)) / 30) * 30;
  const inBed = deep + rem + light + awake;
  const hrv = Math.round((recent ? 37 : 49) + 3 * wobble(index, 6));
  const heartRate = (recent ? 65 : 60) + 1.5 * wobble(index, 7);
  const start = localIso(bedtimeStartMs);
  const day = new Date(dayMs).toISOString().slice(0, 10);
  const count = Math.floor(inBed / SAMPLE_INTERVAL_S);
  return {
    id: `demo-night-${index + 1}`,
    day,
    type: "long_sleep",
    bedtime_start: start,
    bedtime_end: localIso(bedtimeStartMs + inBed * 1000),
    time_in_bed: inBed,
    total_sleep_duration: deep + rem + light,
    deep_sleep_duration: deep,
    rem_sleep_duration: rem,
    light_sleep_duration: light,
    awake_time: awake,
    latency: Math.round((recent ? 1_260 : 720) + 180 * wobble(index, 8)),
    average_hrv: hrv,
    average_heart_rate: Math.round(heartRate * 8) / 8,
    lowest_heart_rate: Math.round((recent ? 58 : 54) + wobble(index, 9)),
    average_breath: Math.round((14.6 + 0.3 * wobble(index, 10)) * 8) / 8,
    hrv: samples(start, count, hrv, 9, index, 11),
    heart_rate: samples(start, count, heartRate, 5, index, 12),
    readiness: {
      score: 70,
      temperature_deviation:
        Math.round((recent ? 0.34 : -0.02) * 100 + 8 * wobble(index, 13)) / 100,
      contributors: { hrv_balance: 61, sleep_balance: 80, resting_heart_rate: 55 },
    },
  };
}

/** @param lastDay local day of the newest night, `YYYY-MM-DD` */
export function demoRequest(requestId: string, lastDay: string): Record<string, unknown> {
  const lastDayMs = Date.parse(`${lastDay}T00:00:00Z`);
  return {
    request_id: requestId,
    timezone: TIMEZONE,
    safety_mode: "strict",
    minimum_confidence: 0.5,
    user_context: { cycle_phase: "luteal", cycle_day: 24, life_stage: "reproductive" },
    query: "Why is my HRV lower this week, and what can I do about it?",
    oura: {
      sleep: Array.from({ length: NIGHTS }, (_, index) => night(index, lastDayMs)),
      daily_readiness: [{ day: lastDay, score: 64, contributors: { hrv_balance: 50 } }],
      personal_info: { age: 33 },
    },
  };
}
