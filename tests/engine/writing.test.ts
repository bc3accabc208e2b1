/**
 * What follows an answer: questions that have to do with it. And findings that contradict each other say so, each time in other words.
 */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import type { EvidenceDocument } from "../../src/engine/types.ts";
import { findingSentences } from "../../src/engine/writing/findings.ts";
import { BANK_TEXTS, rankQuestions } from "../../src/engine/writing/questions.ts";
import { lowerFirst } from "../../src/engine/writing/sentences.ts";
import { document } from "./evidence-fixtures.ts";
import { signals } from "./fixtures.ts";

const context: UserContext = { cycle_phase: "luteal", cycle_day: 24, life_stage: "reproductive" };
const NEAR = BANK_TEXTS.map(() => 0.3);
const ranked = (query: string | null, sources: EvidenceDocument[], cosines: number[] = NEAR) =>
  rankQuestions(planSearch(query, context, signals([])), context, query, sources, cosines).map(
    ({ text }) => text,
  );

const cherries = document("10.1/cherries", {
  behaviours: ["diet_quality"],
  measures: [],
  outcomes: ["sleep_quality"],
  findings: [{ outcome: "sleep_quality", effect: "increase", statement: "Sleep was longer with cherries." }],
});

describe("questions after an answer", () => {
  test("are about what its sources are about where no word of the question is known", () => {
    const offered = ranked("montmorency, anyone?", [cherries]);
    expect(offered[0]).toBe("How does diet affect sleep quality?");
    expect(offered).not.toContain("How does HRV change across the menstrual cycle?");
    expect(offered).not.toContain("Why is HRV lower in the luteal phase?");
  });

  test("are first about what was asked", () => {
    const [first] = ranked("does coffee in the afternoon hurt my sleep", [cherries]);
    expect(first).toBe("How late can I drink coffee without losing sleep?");
  });

  test("leave out after an answer what she has just asked in other words, and keep it where there was none", () => {
    const again = "How late can I drink coffee without losing sleep?";
    const cosines = BANK_TEXTS.map((text) => (text === again ? 0.85 : 0.5));
    const query = "coffee how late before i lose sleep";
    expect(ranked(query, [cherries], cosines)).not.toContain(again);
    expect(ranked(query, [], cosines)[0]).toBe(again);
  });

  test("are none about the cycle for somebody who says that she is long past it", () => {
    const offered = ranked("Does exercise keep bones strong past 65?", []);
    expect(offered).toContain("Does strength training protect bones after menopause?");
    expect(offered.join(" ")).not.toMatch(/period|premenstrual|cycle|ovulation|luteal|follicular/);
    expect(ranked("Does exercise ease my cramps at 25?", [])[0]).toBe("Does exercise ease period pain?");
  });

  test("are none where nothing is near", () => {
    const bones = document("10.1/knees", {
      behaviours: [],
      measures: [],
      outcomes: [],
      findings: [{ effect: "none", statement: "No difference was seen." }],
    });
    expect(ranked("knees creaky", [bones])).toEqual([]);
  });

  test("are those nearest by their vectors where nothing of it is known by name, far ones not at all", () => {
    const far = "How does diet affect sleep quality?";
    const nearer = "How late can I drink coffee without losing sleep?";
    const nearest = "Why is HRV lower in the luteal phase?";
    const cosines = BANK_TEXTS.map((text) => ({ [far]: 0.34, [nearer]: 0.5, [nearest]: 0.75 })[text] ?? 0);
    const findings = [{ effect: "none" as const, statement: "No difference was seen." }];
    const bones = document("10.1/knees", { behaviours: [], measures: [], outcomes: [], findings });
    for (const sources of [[], [bones]])
      expect(ranked("knees creaky", sources, cosines).slice(0, 3)).toEqual([nearest, nearer]);
  });

  test("are any that the person may ask where nothing of it is known and there was no answer, or no question", () => {
    expect(ranked("knees creaky", []).length).toBeGreaterThan(20);
    expect(ranked(null, [cherries]).length).toBeGreaterThan(20);
  });

  test("are none about something else that goes by the same name", () => {
    const cosines = BANK_TEXTS.map((text) => (text.includes("sleep") ? 0.4 : 0.1));
    const offered = ranked("does coffee in the afternoon hurt my sleep", [cherries], cosines);
    expect(offered.length).toBeGreaterThan(2);
    for (const text of offered) expect(text).toContain("sleep");
    const far = BANK_TEXTS.map(() => 0);
    expect(ranked("does coffee in the afternoon hurt my sleep", [], far)).toEqual([]);
    expect(ranked("is black cohosh any good?", [], far)).toEqual([]);
  });
});

describe("the finding that is told of a study", () => {
  const plan = planSearch("does a longer nap lower hrv?", context, signals([]));
  const findings = [
    "HRV fell by a tenth after naps of an hour.",
    "HRV did not change after naps of ten minutes.",
  ].map((statement) => ({ measure: "hrv" as const, effect: "decrease" as const, statement }));
  const study = {
    document: document("10.1/n", { behaviours: ["naps"], findings }),
    relevance: 0.9,
    sub_query: 0,
  };

  test("is the one nearest to the question", () => {
    for (const [at, finding] of findings.entries()) {
      const nearness = new Map(findings.map((each) => [each.statement, each === finding ? 0.8 : 0.5]));
      const { main } = findingSentences(plan, [study], nearness);
      expect(main[0]?.text).toStartWith(findings[at]?.statement.slice(0, 20) ?? "");
    }
  });
});

describe("a question for a time or an amount", () => {
  const findings = ["HRV fell after wine.", "HRV was low for about three nights after wine."].map(
    (statement) => ({
      measure: "hrv" as const,
      effect: "decrease" as const,
      statement,
    }),
  );
  const study = {
    document: document("10.1/w", { behaviours: ["alcohol"], findings }),
    relevance: 0.9,
    sub_query: 0,
  };
  const first = (query: string) =>
    findingSentences(planSearch(query, context, signals([])), [study], new Map()).main[0]?.text;

  test("is answered by the finding that names one, another question by the main one", () => {
    expect(first("How long does wine lower my HRV?")).toStartWith("HRV was low for about three nights");
    expect(first("Does wine lower my HRV?")).toStartWith("HRV fell after wine");
  });
});

describe("the best study", () => {
  const of = (doi: string, ...statements: string[]) => ({
    document: document(doi, {
      authors: [`${doi.slice(5)} A`],
      behaviours: ["yoga"],
      findings: statements.map((statement) => ({
        statement,
        effect: "increase" as const,
        measure: "hrv" as const,
      })),
    }),
    relevance: 0.9,
    sub_query: 0,
  });
  const best = of(
    "10.1/best",
    "HRV rose after ten weeks of yoga.",
    "Calm evenings with slow poses also went along with steadier nights of rest.",
  );
  const other = of(
    "10.1/other",
    "In 80 teachers, breathing practice also lifted vagal measures during lunch breaks as well.",
  );
  const told = (first: number, second: number) => {
    const [a, b] = best.document.findings.map(({ statement }) => statement);
    const nearness = new Map([
      [a ?? "", first],
      [b ?? "", second],
    ]);
    const plan = planSearch("Does yoga raise HRV?", context, signals([]));
    return findingSentences(plan, [best, other], nearness).main.map(({ text }) => text);
  };

  test("answers twice where it is anybody's guess which finding answers", () => {
    const [first, second] = told(0.6, 0.8);
    expect([first, second].every((text) => text?.includes("(best, 2020)"))).toBe(true);
    // What leans on the sentence before it may, where that stands before it.
    expect([first, second].join(" ")).toContain("slow poses");
    const apart = told(0.9, 0.1);
    expect(apart[0]).toStartWith("HRV rose");
    expect(apart.join(" ")).not.toContain("slow poses");
  });

  test("tells what it found beside what it did not, and not the other way round", () => {
    const asked = "Does yoga raise HRV?";
    const nothing = "Yoga made no clear difference to HRV over the day.";
    const something = "Night-time HRV rose after ten weeks of slow poses.";
    const heard = (effects: ("none" | "increase")[], cosines: [number, number]) => {
      const study = of("10.1/both", nothing, something);
      study.document.findings.forEach((finding, at) => {
        finding.effect = effects[at] ?? "mixed";
      });
      const nearness = new Map([nothing, something].map((text, at) => [text, cosines[at] ?? 0]));
      const plan = planSearch(asked, context, signals([]));
      return findingSentences(plan, [study, other], nearness).main.map(({ text }) => text.split(" ")[0]);
    };
    expect(heard(["none", "increase"], [0.7, 0.55]).slice(0, 2)).toEqual(["Yoga", "Night-time"]);
    expect(heard(["none", "increase"], [0.7, 0.1])).not.toContain("Night-time");
    expect(heard(["increase", "none"], [0.7, 0.55])).not.toContain("Night-time");
  });

  test("and no sentence leans on one that is not told", () => {
    const lone = told(0.9, 0.1).find((text) => text.includes("teachers"));
    expect(lone).toContain("breathing practice lifted");
    expect(lone).toEndWith("during lunch breaks (other, 2020).");
  });
});

describe("a sentence that follows a colon", () => {
  test.each([
    ["These were nights in a laboratory.", "these were nights in a laboratory."],
    ["Omega-3 eased the pain.", "omega-3 eased the pain."],
    ["HRV fell.", "HRV fell."],
    ["VO2max rose.", "VO2max rose."],
    ["Korean nurses slept less.", "Korean nurses slept less."],
    ["Japanese women slept less.", "Japanese women slept less."],
    ["Vitamin D made no difference.", "Vitamin D made no difference."],
  ])("begins small unless it is a name: %s", (sentence, after) => {
    expect(lowerFirst(sentence)).toBe(after);
  });
});

describe("findings that contradict each other", () => {
  test("say so once, and the next time in other words", () => {
    const plan = planSearch("does hard training lower hrv?", context, signals([]));
    const study = (doi: string, author: string, effect: "decrease" | "none", statement: string) => ({
      document: document(doi, {
        authors: [author],
        behaviours: ["training_load"],
        findings: [{ measure: "hrv", effect, statement }],
      }),
      relevance: 0.9,
      sub_query: 0,
    });
    const studies = [
      study("10.1/a", "Adams A", "decrease", "HRV fell after three hard weeks in rowers."),
      study(
        "10.1/b",
        "Brown B",
        "none",
        "Resting HRV was unchanged by overload among runners of both sexes.",
      ),
      study("10.1/c", "Clark C", "decrease", "Swimmers in camp showed lower HRV at the end of it."),
    ];
    const { main } = findingSentences(plan, studies, new Map());
    const starts = main.map(({ text }) => text.split(/[:,]/)[0]);
    expect(starts.filter((start) => start === "The picture is not uniform")).toHaveLength(1);
    expect(starts.filter((start) => start === "Then again")).toHaveLength(1);
  });
});
