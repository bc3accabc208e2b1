/**
 * What a finding says of a phase, and whether her own reading fits it: told only where the sentence itself compares phases.
 */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import type { Phase } from "../../src/contract/vocabulary.ts";
import { implicitPlan } from "../../src/engine/question/implicit.ts";
import { rankSignals } from "../../src/engine/question/notable.ts";
import type { Finding } from "../../src/engine/types.ts";
import { findingSentences } from "../../src/engine/writing/findings.ts";
import { namesPhase } from "../../src/engine/writing/sentences.ts";
import { document } from "./evidence-fixtures.ts";
import { signal, signals } from "./fixtures.ts";

/** The first sentence to somebody in `phase` whose HRV is lower than usual. */
function lead(phase: Phase, finding: Omit<Finding, "measure">, hrv_ms = 38): string {
  const context: UserContext = { cycle_phase: phase, cycle_day: 12, life_stage: "reproductive" };
  const readings = signals([signal("hrv_rmssd_ms", hrv_ms, 50)]);
  const plan = implicitPlan("B", context, rankSignals(readings));
  const selected = [
    {
      document: document("10.1/p", { findings: [{ measure: "hrv", ...finding }] }),
      relevance: 0.9,
      sub_query: 0,
    },
  ];
  return findingSentences(plan, selected, new Map()).main[0]?.text ?? "";
}

describe("a finding about her phase", () => {
  const lower = "HRV was lower in the luteal than in the menstrual phase of 40 women.";

  test("is what her reading shows, or the other way round", () => {
    expect(lead("luteal", { phase: "luteal", effect: "decrease", statement: lower })).toStartWith(
      "That fits a known pattern",
    );
    expect(lead("menstrual", { phase: "luteal", effect: "decrease", statement: lower })).toStartWith(
      "Research has found the other direction in this phase",
    );
  });

  test("is no pattern that a change beyond what the cycle does would fit", () => {
    const finding = { phase: "luteal", effect: "decrease", statement: lower } as const;
    expect(lead("luteal", finding, 20)).toStartWith("HRV was lower");
  });

  test.each([
    [
      "menstrual",
      "In women with premenstrual symptoms, HRV was lower in the late luteal than in the follicular phase.",
    ],
    [
      "ovulatory",
      "In 20 women with ovulatory cycles, HRV was lower in the luteal than in the follicular phase.",
    ],
    ["menstrual", "HRV fell in the luteal phase of 40 women whose menstrual cycles were tracked."],
    ["menstrual", "HRV was lower in the luteal phase; the menstrual phase was not looked at."],
  ] as const)("is not turned round where it says nothing of hers: %s, %s", (phase, statement) => {
    expect(lead(phase, { phase: "luteal", effect: "decrease", statement })).not.toMatch(
      /fits a known|other direction/,
    );
  });

  test("that compares people says nothing about what her phase does", () => {
    const statement =
      "Among 64 students, those with premenstrual symptoms had a lower HRV in the luteal phase than those without.";
    expect(lead("luteal", { phase: "luteal", effect: "decrease", statement })).not.toMatch(
      /fits a known|other direction/,
    );
  });

  test("keeps the also that its meaning needs", () => {
    const statement = "Exercise lowered HRV in the luteal phase, but also raised sleep time.";
    expect(lead("follicular", { phase: "luteal", effect: "decrease", statement })).toContain(
      "but also raised",
    );
  });
});

test("a phase is named as a phase, not within another word or as a cycle", () => {
  expect(namesPhase("lower in the menstrual and follicular phases", "menstrual")).toBe(true);
  for (const statement of [
    "premenstrual days",
    "across the menstrual cycle",
    "menstrual pain",
    "anovulatory cycles",
  ])
    expect(namesPhase(statement, statement.includes("ovul") ? "ovulatory" : "menstrual")).toBe(false);
});
