/** Guarantee: where nothing is asked, whatever stands out among her readings is what the studies told speak of, and nobody whose readings improved is sent for help. */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import type { SignalMeasure } from "../../src/engine/types.ts";
import { signal, signals } from "./fixtures.ts";
import { realEngine } from "./real-engine.ts";

const engine = realEngine();

const PEOPLE: UserContext[] = [
  { cycle_phase: "luteal", cycle_day: 23, life_stage: "reproductive" },
  { cycle_phase: "menstrual", cycle_day: 2, life_stage: "reproductive" },
  { cycle_phase: "luteal", cycle_day: 31, life_stage: "perimenopause" },
  { cycle_phase: "follicular", cycle_day: 1, life_stage: "postmenopause" },
];

/** Lower, usual and higher levels, and what a text about the reading cannot do without. */
const READINGS: [SignalMeasure, number, number, number, RegExp][] = [
  ["hrv_rmssd_ms", 34, 46, 60, /heart rate variability/i],
  ["lowest_heart_rate_bpm", 49, 54, 60, /heart rate|pulse/i],
  ["heart_rate_bpm", 55, 60, 66, /heart rate|pulse/i],
  ["resting_heart_rate_bpm", 50, 56, 62, /heart rate|pulse/i],
  ["total_sleep_s", 20_700, 26_400, 31_500, /sleep|slept/i],
  ["sleep_efficiency_percent", 76, 87, 95, /sleep|awake|waking/i],
  ["latency_s", 300, 1_200, 2_700, /asleep/i],
  ["deep_s", 2_400, 4_800, 7_000, /deep sleep/i],
  ["rem_s", 3_000, 6_000, 8_400, /REM|sleep stages/],
  ["bedtime_minutes", -90, 0, 80, /bed|sleep times|regular/i],
  ["breaths_per_min", 13, 15, 17, /breath/i],
  ["temperature_deviation_c", -0.5, 0, 0.5, /temperature/i],
  ["spo2_percent", 94, 97, 99, /blood oxygen/i],
  ["vo2max_ml_kg_min", 36, 39, 42, /VO2max|fitness/],
  ["workout_minutes", 20, 45, 90, /exercise|training|workout/i],
];

async function told(measure: SignalMeasure, recent: number, usual: number, context: UserContext) {
  const result = await engine.recommend({
    query: null,
    context,
    signals: signals([signal(measure, recent, usual)]),
    minimum_confidence: 0.5,
  });
  // Her own reading is said first; what follows is what the studies say of it.
  const [, ...rest] = (result.recommendation ?? "").split(/(?<=\.) (?=[A-Z])/);
  return { suppressed: result.suppression_reason, text: rest.join(" ") };
}

describe("what stands out", () => {
  test.each(READINGS)("is what the studies told speak of: %s", async (measure, low, usual, high, word) => {
    for (const context of PEOPLE)
      for (const recent of [low, high]) {
        const { suppressed, text } = await told(measure, recent, usual, context);
        expect([measure, recent, context.life_stage, suppressed]).toEqual([
          measure,
          recent,
          context.life_stage,
          null,
        ]);
        expect(text).toMatch(word);
      }
  });

  test("is no reason for help where it has moved the right way", async () => {
    for (const context of PEOPLE) {
      const asleep = await told("latency_s", 300, 1_200, context);
      expect(asleep.text).not.toMatch(/insomnia|CBT-I/);
      const deep = await told("deep_s", 7_000, 4_800, context);
      expect(deep.text).not.toMatch(/insomnia|CBT-I/);
    }
  });

  test("is no reason to recover where it is less training", async () => {
    for (const context of PEOPLE)
      expect((await told("workout_minutes", 20, 45, context)).text).not.toMatch(/sore|massage/i);
  });

  test("is asked about a cold where a slow night breath has quickened, and only then", async () => {
    const [luteal] = PEOPLE;
    if (luteal === undefined) throw new Error("no one to ask for");
    expect((await told("breaths_per_min", 17, 15, luteal)).text).toMatch(/infection|coronavirus|illness/i);
    expect((await told("breaths_per_min", 13, 15, luteal)).text).not.toMatch(/infection|coronavirus/i);
  });
});
