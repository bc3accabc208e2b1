/**
 * What a text says of her own readings, and when: those asked about or reported by the findings told, never past what she says herself.
 */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import { compose } from "../../src/engine/writing/compose.ts";
import { document } from "./evidence-fixtures.ts";
import { signal, signals } from "./fixtures.ts";

const context: UserContext = { cycle_phase: "luteal", cycle_day: 24, life_stage: "reproductive" };

describe("that the readings are old", () => {
  const study = {
    document: document("10.1/w", {
      behaviours: ["alcohol"],
      findings: [
        { measure: "hrv", effect: "decrease", statement: "HRV fell by a fifth after three glasses of wine." },
      ],
    }),
    relevance: 0.9,
    sub_query: 0,
  };
  const told = (query: string, baseline: number | null) => {
    const readings = signals([signal("hrv_rmssd_ms", 38, baseline)], { stale: true });
    const plan = planSearch(query, context, readings);
    const input = { plan, selected: [study], nearness: new Map(), signals: readings, variant: 0 };
    return compose({ ...input, concern: "none" })
      .map(({ text }) => text)
      .join(" ");
  };

  test("is said where the text compares them with her own nights, and nowhere else", () => {
    const OLD = "more than a week old";
    expect(told("Does wine lower my HRV?", 45)).toContain(OLD);
    expect(told("Does wine lower my HRV?", 45)).toContain("45 ms");
    expect(told("Does wine lower my HRV?", null)).not.toContain(OLD);
    // A reading that was not sent is only named.
    expect(told("Why is my VO2max low after wine?", 45)).not.toContain(OLD);
    expect(told("Why is my VO2max low after wine?", 45)).not.toContain("45 ms");
  });
});

describe("a reading of hers", () => {
  const told = (query: string, outcome: "sleep_quality" | "mood") => {
    const readings = signals([signal("total_sleep_s", 20_700, 26_400)]);
    const statement =
      "In 120 women who kept a diary for two whole cycles, evenings with wine went along with a change the next day.";
    const findings = [{ outcome, effect: "decrease" as const, statement }];
    const limits =
      "a diary study of women who already drank regularly and wrote down what they remembered of each evening.";
    const practice =
      "If you like wine with dinner, leaving out a glass on some evenings and keeping it on others may show you what it does to you.";
    const study = document("10.1/r", {
      practice,
      behaviours: ["alcohol"],
      outcomes: [outcome],
      measures: [],
      findings,
      limits,
    });
    const selected = [{ document: study, relevance: 0.9, sub_query: 0 }];
    const input = { plan: planSearch(query, context, readings), selected, nearness: new Map(), variant: 0 };
    return compose({ ...input, signals: readings, concern: "none" })
      .map(({ text }) => text)
      .join(" ");
  };

  test("she did not ask for is told beside a finding that reports the like, and beside no other", () => {
    expect(told("What does wine do to people?", "sleep_quality")).toContain("As for your own readings");
    expect(told("What does wine do to people?", "mood")).not.toContain("As for your own readings");
  });

  test("is not told where somebody else is asked about", () => {
    expect(told("What does wine do to my husband?", "sleep_quality")).not.toContain(
      "As for your own readings",
    );
  });
});

describe("her readings", () => {
  const readings = signals([
    signal("hrv_rmssd_ms", 44, 45),
    signal("total_sleep_s", 20_700, 26_400),
    signal("lowest_heart_rate_bpm", 62, 58),
  ]);
  const text = (query: string) => {
    const plan = planSearch(query, context, readings);
    const selected = [{ document: document("10.1/h"), relevance: 0.9, sub_query: 0 }];
    const input = { plan, selected, nearness: new Map(), signals: readings, variant: 0 };
    return compose({ ...input, concern: "none" }).map((sentence) => sentence.text);
  };
  const OTHER_NIGHTS = "the figures you mention may come from other nights";

  test.each([
    ["Why did my HRV fall from 28 to 19?", true],
    ["Why is my HRV at 19 ms, I'm 44?", true],
    ["Why did my HRV fall from 52 to 43?", false],
    ["Why did my HRV go from 45 to 30?", true],
    ["My HRV used to sit around 48 and now it's 29, why?", true],
    ["Why is my HRV 29 instead of 46?", true],
    ["Why is my HRV 44, not my usual 52?", false],
    ["Why is my HRV so low?", false],
    ["Why is my HRV so low at 61?", false],
    ["Why is my HRV low, I run 30 miles a week?", false],
    ["Why is my HRV low after 20 minutes of sauna, 80 degrees?", false],
    ["Why is my HRV low while my resting heart rate is 62?", false],
    ["Why is my HRV low when my VO2 max is 36?", false],
    ["Why is my HRV low on CD 22?", false],
  ])("do not talk past the levels she names: %s", (query, otherwise) => {
    const whole = text(query).join(" ");
    expect(whole.includes(OTHER_NIGHTS)).toBe(otherwise);
    expect(whole.includes("45 ms")).toBe(!otherwise);
  });

  test.each([
    ["I slept 9 hours, why is my sleep so bad?", true],
    ["slept 9 hours and my sleep is still bad, why?", true],
    ["I only get 3.5 hours of sleep, why is my sleep so short?", true],
    ["Why is my sleep so short? I had coffee 6 hours before bed", false],
    ["Why is my sleep so short? I slept 2 hours less than usual", false],
    ["I had a 2 hour nap, why is my sleep so short?", false],
    ["I slept about 6 hours, why is my sleep so bad?", false],
    ["I need 9 hours, why is my sleep so short?", false],
    ["Why is my sleep so short?", false],
  ])("do not talk past the hours she says she sleeps: %s", (query, otherwise) => {
    expect(text(query).join(" ").includes(OTHER_NIGHTS)).toBe(otherwise);
  });

  test("come first where she asks about them, and after the studies where she asks what a habit does", () => {
    expect(text("Why is my HRV so low?")[0]).toContain("your overnight HRV");
    const [first, ...rest] = text("Does yoga help my HRV?");
    expect(first).toContain("luteal phase");
    expect(rest.join(" ")).toContain("As for your own readings");
  });

  test("of the heart stand beside the heart, not beside sleep", () => {
    const whole = text("Why is my HRV so low?").join(" ");
    expect(whole).toContain("62 bpm");
    expect(whole).not.toContain("5 hours 45 minutes");
  });

  test("that are not hers are not told as hers", () => {
    for (const query of ["Why is my husband's HRV so high?", "Why does my daughter sleep so little?"])
      expect(text(query)[0]).not.toMatch(/^Your (?:overnight HRV|sleep time)/);
    expect(text("Since my husband snores, why is my sleep so short?")[0]).toContain("your sleep time");
  });

  test("are asked about, though a watch shows them and she is anxious", () => {
    expect(text("My watch says my HRV is low and I am anxious, why is it low?")[0]).toContain(
      "your overnight HRV",
    );
  });

  test("are denied to be low or high only where she says so of them", () => {
    const denied = (query: string) =>
      text(query).some((sentence) => sentence.includes("than usual at the moment"));
    expect(denied("Why is my HRV so high?")).toBe(true);
    expect(denied("Why is my sleep longer than usual?")).toBe(true);
    expect(denied("Why do I keep waking up during my sleep?")).toBe(false);
    expect(denied("Why can't I fall asleep, is it my period?")).toBe(false);
    expect(denied("Why is my sleep worse when I go to bed late?")).toBe(false);
    expect(denied("Why is my temperature up and my sleep so bad?")).toBe(false);
  });

  test("prove nothing about trackers", () => {
    for (const query of ["How accurate is my ring for HRV?", "Is tracking my HRV making me anxious?"]) {
      const [first, ...rest] = text(query);
      expect(first).not.toContain("44 ms");
      expect(rest.join(" ")).not.toContain("As for your own readings");
    }
  });
});
