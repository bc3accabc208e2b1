/** Guarantee: where nothing is asked the service asks by itself, about what stands out in her readings. */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import type { MeasureSignal } from "../../src/engine/types.ts";
import { signal, signals } from "./fixtures.ts";

const luteal: UserContext = { cycle_phase: "luteal", cycle_day: 22, life_stage: "reproductive" };
const readings = signals([
  signal("hrv_rmssd_ms", 38, 46),
  { ...signal("total_sleep_s", 26_000, 26_100), direction: "usual", deviation: 0 },
]);
const plan = (query: string | null, context = luteal) => planSearch(query, context, readings);

describe("implicit prompt", () => {
  test("it is about what stands out most, and about what helps", () => {
    const { shape, sub_queries, signals: shown } = plan(null);
    expect(shape).toBe("B");
    expect(shown[0]?.measure).toBe("hrv_rmssd_ms");
    expect(sub_queries.map(({ facets }) => facets.subjects)).toEqual([["hrv"], ["hrv"]]);
  });

  test("a question about my data in general is read like the implicit prompt, but stays Shape A", () => {
    const general = plan("How am I doing this week?");
    expect(general.shape).toBe("A");
    expect(general.sub_queries.map(({ text }) => text)).toEqual(
      plan(null).sub_queries.map(({ text }) => text),
    );
  });

  test("what merely happens today or this week is no question about her data", () => {
    for (const query of [
      "what's the weather today",
      "who won the match last night",
      "should i buy bitcoin this week",
    ])
      expect(plan(query).fallback).toBeNull();
    for (const query of [
      "How am I doing today?",
      "why do I feel so off today",
      "anything unusual in my data?",
    ])
      expect(plan(query).fallback).not.toBeNull();
  });

  test("how one of her readings is, is asked in the words of the literature and in her phase", () => {
    for (const query of ["How did I sleep?", "how was my sleep", "Tell me about my sleep last night"]) {
      const [only] = plan(query).sub_queries;
      expect(only?.text).toBe("How does sleep quality change in the luteal phase of the menstrual cycle?");
      expect(only?.intent).toBe("cause");
    }
    // Somebody else's, or a habit's, is another question.
    for (const query of [
      "How did my dog sleep?",
      "How did coffee change how I sleep?",
      "How do I sleep better?",
    ])
      expect(plan(query).sub_queries[0]?.text).not.toStartWith("How does sleep quality change");
  });

  test("an abbreviation of the field is asked about in full, and is an ordinary word where it is none", () => {
    const same = [
      ["does dCBT-I help VMS?", "does online CBT-I help hot flushes (vasomotor symptoms)?"],
      ["Fe and fatigue in runners with HMB", "iron and fatigue in runners with heavy periods?"],
      ["COCs, HRV and SDNN", "the pill (combined oral contraceptives), HRV and HRV (SDNN)?"],
      ["SOL or WASO before menses", "time to fall asleep (sleep onset latency) or time awake at night"],
    ];
    for (const [query = "", text = ""] of same) expect(plan(query).sub_queries[0]?.text).toStartWith(text);
    expect(plan("VMS IN PERIMENOPAUSE").sub_queries[0]?.facets.subjects).toEqual(["hot_flashes"]);
    for (const query of [
      "trips to costa del sol and hrv",
      "WHICH REDS SHOW SOL",
      "a lea of green",
      "isi in constructor",
    ])
      expect(plan(query).sub_queries[0]?.text).toStartWith(query);
  });

  test("a device's score is asked about as what stands out in her readings, unless she asks of something else", () => {
    const implicit = plan(null).sub_queries.map(({ text }) => text);
    for (const query of [
      "My readiness is low, why?",
      "why is my body battery so low today",
      "How can I improve my morning readiness?",
    ])
      expect(plan(query).sub_queries.map(({ text }) => text)).toEqual(implicit);
    for (const query of ["Does wine lower my readiness?", "Is my readiness laptop broken?"])
      expect(plan(query).sub_queries.map(({ text }) => text)).not.toEqual(implicit);
  });

  test("whether a number is normal is not asked of this phase, why it is so may be", () => {
    const phasesOf = (query: string) => plan(query).sub_queries[0]?.facets.phases;
    expect(phasesOf("is breathing rate 17 at night high")).toEqual([]);
    expect(phasesOf("Is an HRV of 45 low?")).toEqual([]);
    expect(phasesOf("Why is my HRV of 45 so low?")).toEqual(["luteal"]);
    expect(phasesOf("Is my HRV low?")).toEqual(["luteal"]);
  });

  test("a comparison with other people is not of this phase, one with her usual is", () => {
    expect(plan("why is my hrv lower than my husband's").sub_queries[0]?.text).not.toContain("luteal");
    expect(plan("why is my hrv lower than usual").sub_queries[0]?.text).toContain("luteal");
  });

  test("tiredness is of this phase, unless it lasts", () => {
    expect(plan("why am i so tired").sub_queries[0]?.text).toContain("luteal");
    expect(plan("why am i tired all the time").sub_queries[0]?.text).not.toContain("luteal");
  });

  test("a measure last seen long before the newest record is not what stands out", () => {
    const old = { ...signal("hrv_rmssd_ms", 20, 46), newest_day: "2026-10-01" };
    const { signals: shown } = planSearch(
      null,
      luteal,
      signals([old, signal("total_sleep_s", 20_000, 26_000)]),
    );
    expect(shown.map(({ measure }) => measure)).toEqual(["total_sleep_s"]);
  });

  test("what explains the reading is asked before what helps", () => {
    const searches = (...measures: MeasureSignal[]) =>
      planSearch(null, luteal, signals(measures)).sub_queries.map(({ text }) => text);
    const low = signal("hrv_rmssd_ms", 34, 46);
    expect(searches(low, { ...signal("workout_minutes", 95, 30), deviation: 1 })[0]).toContain(
      "hard training",
    );
    expect(searches(low, { ...signal("total_sleep_s", 20_700, 26_400), deviation: -1 })[0]).toContain(
      "short sleep",
    );
    expect(searches(low)[0]).toContain("in the luteal phase");
  });

  test("what helps is about what else has moved", () => {
    const searches = (...measures: MeasureSignal[]) =>
      planSearch(null, luteal, signals(measures)).sub_queries.map(({ text }) => text);
    const short = signal("total_sleep_s", 20_700, 26_400);
    const late = { ...signal("bedtime_minutes", 80, -20), deviation: 1 };
    expect(searches(short, late)[1]).toContain("bedtime");
    expect(searches(short)[1]).not.toContain("bedtime");
    const broken = signal("sleep_efficiency_percent", 76, 87);
    expect(searches(broken, { ...signal("latency_s", 2_400, 900), deviation: 1 })[1]).toContain(
      "to fall asleep faster",
    );
  });

  test("what has moved by more than the cycle does is not put down to it", () => {
    const searches = (...measures: MeasureSignal[]) =>
      planSearch(null, luteal, signals(measures))
        .sub_queries.map(({ text }) => text)
        .join(" ");
    expect(searches(signal("temperature_deviation_c", 0.4, 0))).toContain("luteal phase");
    expect(searches(signal("temperature_deviation_c", 1.7, 0))).not.toContain("luteal phase");
    expect(searches(signal("temperature_deviation_c", 1.7, 0))).toContain("illness");
    expect(searches(signal("lowest_heart_rate_bpm", 66, 51))).not.toContain("luteal phase");
    const withFever = searches(signal("hrv_rmssd_ms", 20, 46), {
      ...signal("temperature_deviation_c", 1.6, 0),
      deviation: 1,
    });
    expect(withFever).toContain("illness");
  });

  test("a pulse that is up before ovulation is not put down to the phase", () => {
    const follicular: UserContext = { ...luteal, cycle_phase: "follicular", cycle_day: 9 };
    const up = signals([signal("lowest_heart_rate_bpm", 60, 54)]);
    for (const query of [null, "Why is my resting heart rate up?"]) {
      const before = planSearch(query, follicular, up).sub_queries.map(({ text }) => text);
      expect(before.join(" ")).toContain("What raises resting heart rate");
      expect(before.join(" ")).not.toContain("follicular phase");
      expect(planSearch(query, luteal, up).sub_queries[0]?.text).toContain("luteal phase");
    }
  });
});
