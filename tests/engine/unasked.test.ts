/**
 * What a text tells her who asked nothing: what else has moved, the finding on that very reading, and no doctor for good news.
 */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import type { Finding, MeasureSignal } from "../../src/engine/types.ts";
import { compose } from "../../src/engine/writing/compose.ts";
import { slept, study } from "./evidence-fixtures.ts";
import { signal, signals } from "./fixtures.ts";

const context: UserContext = { cycle_phase: "follicular", cycle_day: 9, life_stage: "reproductive" };

describe("where nothing is asked", () => {
  const nights: Finding = {
    outcome: "sleep_duration",
    effect: "decrease",
    statement: "Nights were shorter late in the cycle.",
  };
  const broken = slept("Sleep was more broken late in the cycle.", "decrease");
  const shown = (readings: MeasureSignal[]) =>
    compose({
      plan: planSearch(null, context, signals(readings)),
      selected: [
        study("10.1/z", [broken, nights]),
        study("10.1/y", [slept("Sleep was better after a walk.")]),
      ].map((document) => ({ document, relevance: 0.9, sub_query: 0 })),
      nearness: new Map(),
      signals: signals(readings),
      concern: "none",
      variant: 0,
    })
      .map(({ text }) => text)
      .join(" ");

  test("what else has moved is told, and a finding on the reading itself comes first", () => {
    const text = shown([
      signal("total_sleep_s", 20_700, 26_400),
      { ...signal("bedtime_minutes", 80, -20), deviation: 1 },
    ]);
    expect(text).toContain("01:20");
    const [own, near] = ["nights were shorter", "leep was more broken"].map((each) =>
      text.toLowerCase().indexOf(each.toLowerCase()),
    );
    expect(own).toBeGreaterThan(0);
    expect(near).toBeGreaterThan(own ?? 0);
  });

  test("a change for the better is nothing to see anyone about, one for the worse is", () => {
    expect(shown([{ ...signal("lowest_heart_rate_bpm", 49, 54), deviation: -3 }])).not.toContain(
      "health professional",
    );
    expect(shown([{ ...signal("hrv_rmssd_ms", 60, 46), deviation: 3 }])).not.toContain("health professional");
    expect(shown([{ ...signal("lowest_heart_rate_bpm", 60, 54), deviation: 3 }])).toContain(
      "health professional",
    );
  });
});
