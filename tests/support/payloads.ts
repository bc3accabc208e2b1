/**
 * Request bodies in the recorded shape of the first tenant, made by code so that every test says
 * what it varies.
 */

export interface NightOptions {
  day: string;
  hrv?: number | null;
  lowest?: number | null;
  sleepSeconds?: number;
  temperature?: number | null;
}

export function dayBefore(newest: string, days: number): string {
  return new Date(Date.parse(`${newest}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

export function yesterday(): string {
  return new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
}

export function nightRecord({
  day,
  hrv = 48,
  lowest = 54,
  sleepSeconds = 26_400,
  temperature = -0.05,
}: NightOptions) {
  const start = Date.parse(`${day}T00:00:00Z`) - 3_600_000;
  const awake = 2_400;
  return {
    id: `night-${day}`,
    day,
    type: "long_sleep",
    bedtime_start: `${new Date(start).toISOString().slice(0, 19)}+00:00`,
    bedtime_end: `${new Date(start + (sleepSeconds + awake) * 1000).toISOString().slice(0, 19)}+00:00`,
    time_in_bed: sleepSeconds + awake,
    total_sleep_duration: sleepSeconds,
    deep_sleep_duration: 4_800,
    rem_sleep_duration: 5_400,
    light_sleep_duration: sleepSeconds - 10_200,
    awake_time: awake,
    latency: 600,
    average_hrv: hrv,
    average_heart_rate: 61.25,
    lowest_heart_rate: lowest,
    average_breath: 14.5,
    temperature_deviation: temperature,
  };
}

/** Twenty nights; the last three with HRV down, heart rate and temperature up. */
export function nights(newest = yesterday(), count = 20) {
  return Array.from({ length: count }, (_, i) => {
    const age = count - 1 - i;
    const recent = age < 3;
    return nightRecord({
      day: dayBefore(newest, age),
      hrv: (recent ? 36 : 48) + (i % 4),
      lowest: (recent ? 59 : 54) + (i % 2),
      sleepSeconds: (recent ? 23_400 : 26_400) + (i % 5) * 300,
      temperature: recent ? 0.31 : ((i % 5) - 2) / 50,
    });
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests bend the body in every way the wire allows
export type Body = Record<string, any>;

export function requestBody(changes: Body = {}): Body {
  return {
    request_id: Bun.randomUUIDv7(),
    timezone: "UTC",
    safety_mode: "strict",
    minimum_confidence: 0.5,
    user_context: { cycle_phase: "luteal", cycle_day: 22, life_stage: "reproductive" },
    query: "Why is my HRV lower this week and what can I do about it?",
    oura: { sleep: nights() },
    ...changes,
  };
}
