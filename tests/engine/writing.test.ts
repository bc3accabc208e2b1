/**
 * What follows an answer: questions that have to do with it. And findings that contradict each other say so, each time in other words.
 */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import type { EvidenceDocument } from "../../src/engine/types.ts";
import { practiceSentence } from "../../src/engine/writing/advice.ts";
import type { Concern } from "../../src/engine/writing/closings.ts";
import { compose } from "../../src/engine/writing/compose.ts";
import { findingSentences } from "../../src/engine/writing/findings.ts";
import { BANK_TEXTS, rankQuestions } from "../../src/engine/writing/questions.ts";
import { document } from "./evidence-fixtures.ts";
import { signal, signals } from "./fixtures.ts";

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

  test("are none where nothing is near", () => {
    const bones = document("10.1/knees", {
      behaviours: [],
      measures: [],
      outcomes: [],
      findings: [{ effect: "none", statement: "No difference was seen." }],
    });
    expect(ranked("knees wobbly", [bones])).toEqual([]);
  });

  test("are those nearest by their vectors where nothing of it is known by name, far ones not at all", () => {
    const far = "How does diet affect sleep quality?";
    const nearer = "How late can I drink coffee without losing sleep?";
    const nearest = "Why is HRV lower in the luteal phase?";
    const cosines = BANK_TEXTS.map((text) => ({ [far]: 0.34, [nearer]: 0.5, [nearest]: 0.9 })[text] ?? 0);
    const findings = [{ effect: "none" as const, statement: "No difference was seen." }];
    const bones = document("10.1/knees", { behaviours: [], measures: [], outcomes: [], findings });
    for (const sources of [[], [bones]])
      expect(ranked("knees wobbly", sources, cosines).slice(0, 3)).toEqual([nearest, nearer]);
  });

  test("are any that the person may ask where nothing of it is known and there was no answer, or no question", () => {
    expect(ranked("knees wobbly", []).length).toBeGreaterThan(20);
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

describe("the last word", () => {
  test("sends someone who tells of what should be seen to a professional, and lets no readings have it instead", () => {
    const findings = [
      { measure: "hrv" as const, effect: "decrease" as const, statement: "HRV fell with fever." },
    ];
    const study = { document: document("10.1/f", { findings }), relevance: 0.9, sub_query: 0 };
    const readings = signals([signal("hrv_rmssd_ms", 38, 45)]);
    const plan = planSearch("Third night with a fever, is my HRV low from that?", context, readings);
    const input = { plan, selected: [study], nearness: new Map(), signals: readings, variant: 0 };
    const last = (concern: Concern) => compose({ ...input, concern }).at(-1)?.text ?? "";
    expect(last("worth_seeing")).toContain("a doctor or another health professional");
    expect(last("worth_seeing")).not.toMatch(/couple of weeks|group|your own/);
    expect(last("none")).not.toBe(last("worth_seeing"));
  });
});

describe("the last word of an answer", () => {
  const closing = (query: string, readings = signals([])) => {
    const findings = [{ measure: "hrv" as const, effect: "decrease" as const, statement: "HRV fell." }];
    const selected = [{ document: document("10.1/g", { findings }), relevance: 0.9, sub_query: 0 }];
    const said = [0, 1, 2, 3].map((variant) => {
      const input = { plan: planSearch(query, context, readings), selected, nearness: new Map(), variant };
      return compose({ ...input, signals: readings, concern: "none" })
        .filter(({ role, spare }) => role === "closing" && spare === 0)
        .map(({ text }) => text);
    });
    return said.flat().join(" ");
  };
  const TRY_IT = /change one thing|keep what works|your own next few weeks|over the next weeks/;

  test("speaks of trying only where there is something to try or a reading to watch", () => {
    expect(closing("Does coffee change my sleep?")).toMatch(TRY_IT);
    expect(closing("Why is my HRV low?", signals([signal("hrv_rmssd_ms", 45, 45)]))).toMatch(TRY_IT);
    expect(closing("How accurate are rings for sleep?")).not.toMatch(TRY_IT);
    expect(closing("Does lifting protect my bones?")).not.toMatch(TRY_IT);
  });

  test("does not ask her to wait and see how it goes where it has gone on for long", () => {
    expect(closing("I have had cramps like this for six months, does heat help?")).toContain(
      "gone on for a while",
    );
    expect(closing("cramps since yesterday, does heat help?")).not.toContain("gone on for a while");
  });

  test("leaves her to someone who knows her where she is pregnant or ill", () => {
    expect(closing("Is a high pulse at 31 weeks pregnant normal?")).toContain("Someone who knows you");
    expect(closing("Is a high pulse at night normal?")).not.toContain("Someone who knows you");
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
    ["Why is my HRV so low?", false],
    ["Why is my HRV so low at 61?", false],
    ["Why is my HRV low, I run 30 miles a week?", false],
    ["Why is my HRV low after 20 minutes of sauna, 80 degrees?", false],
  ])("do not talk past the levels she names: %s", (query, otherwise) => {
    const whole = text(query).join(" ");
    expect(whole.includes(OTHER_NIGHTS)).toBe(otherwise);
    expect(whole.includes("45 ms")).toBe(!otherwise);
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

  test("prove nothing about trackers", () => {
    for (const query of ["How accurate is my ring for HRV?", "Is tracking my HRV making me anxious?"]) {
      const [first, ...rest] = text(query);
      expect(first).not.toContain("44 ms");
      expect(rest.join(" ")).not.toContain("As for your own readings");
    }
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

  test("and no sentence leans on one that is not told", () => {
    const lone = told(0.9, 0.1).find((text) => text.includes("teachers"));
    expect(lone).toContain("breathing practice lifted");
    expect(lone).toEndWith("during lunch breaks (other, 2020).");
  });
});

describe("advice", () => {
  const advice = (practices: string[], cosines: number[], variant = 0) => {
    const plan = planSearch("Does a nap help my sleep?", context, signals([]));
    const selected = practices.map((practice, at) => ({
      document: document(`10.1/p${at}`, {
        authors: [`Name${at} A`],
        behaviours: ["naps"],
        outcomes: ["sleep_quality"],
        practice,
      }),
      relevance: 0.9,
      sub_query: 0,
    }));
    const nearness = new Map(practices.map((practice, at) => [practice, cosines[at] ?? 0]));
    const cited = new Set(selected.map((each) => each.document.doi));
    return practiceSentence(plan, selected, cited, nearness, variant)[0]?.text ?? null;
  };

  test("is that nearest to the question", () => {
    const two = [
      "A short nap after lunch may help your sleep.",
      "A nap in a quiet room may help your sleep.",
    ];
    expect(advice(two, [0.4, 0.7])).toStartWith("A nap in a quiet room");
    expect(advice(two, [0.7, 0.4])).toStartWith("A short nap");
  });

  test("to leave something is not called a thing to try", () => {
    expect(advice(["Do not nap late in the day for the sake of your sleep."], [0.5])).toStartWith(
      "Do not nap",
    );
    expect(advice(["Keep naps short for the sake of your sleep."], [0.5])).toStartWith(
      "One thing to try: keep naps",
    );
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
