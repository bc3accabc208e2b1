/** People with readings, for reading aloud and for the property tests. */
import type { UserContext } from "../../src/contract/request.ts";
import type { Signals } from "../../src/engine/types.ts";
import { signal, signals } from "./fixtures.ts";

export interface Person {
  name: string;
  context: UserContext;
  signals: Signals;
}

const luteal: UserContext = { cycle_phase: "luteal", cycle_day: 23, life_stage: "reproductive" };
const follicular: UserContext = { cycle_phase: "follicular", cycle_day: 9, life_stage: "reproductive" };
const menstrual: UserContext = { cycle_phase: "menstrual", cycle_day: 2, life_stage: "reproductive" };
const ovulatory: UserContext = { cycle_phase: "ovulatory", cycle_day: 14, life_stage: "reproductive" };
const peri: UserContext = { cycle_phase: "luteal", cycle_day: 31, life_stage: "perimenopause" };
const post: UserContext = { cycle_phase: "follicular", cycle_day: 1, life_stage: "postmenopause" };

export const PEOPLE: Person[] = [
  {
    name: "luteal, HRV low, heart rate and temperature high",
    context: luteal,
    signals: signals([
      signal("hrv_rmssd_ms", 38, 46),
      signal("lowest_heart_rate_bpm", 58, 54),
      { ...signal("total_sleep_s", 24_900, 25_500), direction: "usual", deviation: -0.3 },
      signal("temperature_deviation_c", 0.35, -0.05),
    ]),
  },
  {
    name: "follicular, all usual",
    context: follicular,
    signals: signals([
      { ...signal("hrv_rmssd_ms", 51, 50), direction: "usual", deviation: 0.2 },
      { ...signal("lowest_heart_rate_bpm", 53, 53), direction: "usual", deviation: 0 },
      { ...signal("total_sleep_s", 26_400, 26_100), direction: "usual", deviation: 0.1 },
    ]),
  },
  {
    name: "menstrual, short sleep, late bedtime",
    context: menstrual,
    signals: signals([
      signal("total_sleep_s", 20_700, 26_400),
      signal("bedtime_minutes", 65, -20),
      { ...signal("hrv_rmssd_ms", 44, 45), direction: "usual", deviation: -0.1 },
      signal("sleep_efficiency_percent", 79.6, 88.2),
    ]),
  },
  {
    name: "ovulatory, few nights",
    context: ovulatory,
    signals: signals([signal("hrv_rmssd_ms", 47, null), signal("total_sleep_s", 27_000, null)], {
      nights: 3,
      days: 3,
    }),
  },
  {
    name: "perimenopause, restless nights",
    context: peri,
    signals: signals([
      signal("sleep_efficiency_percent", 77, 86),
      signal("latency_s", 2_100, 900),
      signal("lowest_heart_rate_bpm", 62, 59),
      { ...signal("hrv_rmssd_ms", 28, 29), direction: "usual", deviation: -0.3 },
    ]),
  },
  {
    name: "postmenopause, heart rate high, stale",
    context: post,
    signals: signals(
      [
        signal("lowest_heart_rate_bpm", 64, 60),
        { ...signal("total_sleep_s", 23_400, 23_700), direction: "usual", deviation: -0.1 },
      ],
      { stale: true },
    ),
  },
];

export const QUESTIONS: (string | null)[] = [
  null,
  "Why is my HRV low?",
  "Why is my HRV lower before my period, and what can I do about it?",
  "Can I train hard in my luteal phase?",
  "Does caffeine affect my sleep?",
  "How can I sleep better?",
  "What helps with cramps?",
  "Why is my resting heart rate higher than usual?",
  "How am I doing this week?",
  "Is alcohol bad for my HRV?",
  "What helps with hot flashes at night?",
  "why am i so tierd and what helps?",
  "Does magnesium help sleep?",
  "Should I do strength training in the follicular phase?",
  "How does stress affect my HRV and what can I do to relax?",
  "Why is my temperature higher?",
  "How do I improve my VO2max?",
  "What is the capital of France?",
  "How do I change a bicycle tyre?",
];
