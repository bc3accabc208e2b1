/**
 * What a question asks about by name: it is known, chosen by, graded by, and where no source of the text looked at it, said.
 */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { gradeEvidence } from "../../src/engine/evidence/confidence.ts";
import { selectEvidence } from "../../src/engine/evidence/select.ts";
import { particularsOf, spokenOf } from "../../src/engine/question/particulars.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import type { EvidenceDocument } from "../../src/engine/types.ts";
import { compose } from "../../src/engine/writing/compose.ts";
import { markerOf } from "../../src/engine/writing/sentences.ts";
import { document, found } from "./evidence-fixtures.ts";
import { signals } from "./fixtures.ts";

const context: UserContext = { cycle_phase: "luteal", cycle_day: 24, life_stage: "reproductive" };
const named = (question: string) => particularsOf(question).map(({ name }) => name);

describe("a question names", () => {
  test.each([
    ["Does black cohosh ease hot flushes?", ["black cohosh"]],
    ["diagnosed with ENDO at 26, will food help the pain", ["endometriosis"]],
    ["I'm 12 weeks pregnant, does ginger do anything", ["ginger", "pregnancy"]],
    ["evening primrose or agnus castus", ["evening primrose oil", "chasteberry"]],
    ["my daughter is 15, is PCOS why she sleeps badly", ["polycystic ovary syndrome", "teenagers"]],
    ["not sure whether ginger helps with cramps", ["ginger"]],
    ["I don't know if melatonin is safe, is it?", ["melatonin"]],
    ["tried ginger once, does ginger need weeks?", ["ginger"]],
    ["I tried melatonin for two weeks. How long until it works?", ["melatonin"]],
    ["I have never tried ashwagandha, does it help with stress?", ["ashwagandha"]],
    ["I stopped the pill in March, when do my cycles come back", ["stopping the pill"]],
    ["I'm 16 and my cycles are anything from 3 to 7 weeks", ["teenagers"]],
    ["I'm 16 weeks into training, why is my HRV low", []],
    ["Does a memory foam mattress help me sleep better?", []],
    ["Why do I only sleep in short stretches before my period?", []],
    ["How does HRV change across the cycle?", []],
    ["the girl in my office had a long stretch of bad sleep", []],
    ["my gut feeling says it is the wine", []],
    ["the dog takes the middle of the bed", ["a pet in the bed"]],
    ["will a short night affect my driving", ["driving"]],
    ["up twice a night for the loo, what helps", ["getting up at night to pass urine"]],
    ["hot flushes in the heatwave", ["hot weather"]],
    ["weighted vest or lifting for my bones", ["weighted vests"]],
    ["how many steps with a dodgy knee", ["knee pain"]],
    ["Why is my skin temperature higher than usual?", []],
    ["What's driving my high resting heart rate at night?", []],
    ["Does walking the dog before bed help me sleep?", []],
    ["Why do I wake up in the wee hours?", []],
    ["Does the heat from a sauna help sleep?", []],
    ["My husband keeps telling me I need more sleep, how much do I need?", []],
    ["Does mindfulness with children lower stress?", []],
    ["my daughter keeps waking at night, why?", ["teenagers"]],
  ])("%s", (question, names) => {
    expect(named(question).sort()).toEqual([...names].sort());
  });

  test.each([
    "I can't take HRT because of my history, what else helps with hot flushes?",
    "tried melatonin already, what else helps me sleep",
    "no pregnancy, just a late period",
    "what helps besides magnesium and apart from protein",
  ])("nothing that it sets aside: %s", (question) => {
    expect(named(question)).toEqual([]);
  });

  test("and a study of it may say it in other words", () => {
    const fog = particularsOf("brain fog before my period?");
    expect(spokenOf(fog, "Cognitive tests did not change over the cycle.")).toEqual(fog);
    expect(spokenOf(fog, "Sleep was shorter.")).toEqual([]);
  });
});

const ASKED = "Does black cohosh ease period pain?";
const study = (doi: string, statement: string, changes: Partial<EvidenceDocument> = {}) =>
  document(doi, {
    outcomes: ["menstrual_pain"],
    measures: [],
    behaviours: ["diet_quality"],
    phases: [],
    findings: [{ statement, effect: "decrease", outcome: "menstrual_pain" }],
    ...changes,
  });
const soy = study("10.1/soy", "In 80 women, soy isoflavones eased period pain a little over three months.");
const cohosh = study(
  "10.1/cohosh",
  "In 80 women, black cohosh eased period pain a little over three months.",
);
const plan = planSearch(ASKED, context, signals([]));
const evidence = (...documents: EvidenceDocument[]) => {
  const [subQuery] = plan.sub_queries;
  const result = found(
    documents.map((each) => [each, 0.9]),
    ASKED,
  );
  return [{ ...result, sub_query: subQuery ?? result.sub_query }];
};

test("of two that match alike the study that speaks of it is chosen first", () => {
  const chosen = selectEvidence(plan, evidence(soy, cohosh), { marker: markerOf });
  expect(chosen[0]?.document.doi).toBe("10.1/cohosh");
});

test("evidence that says nothing of it is worth less, not nothing", () => {
  const about = gradeEvidence(evidence(cohosh), plan.life_stages).value;
  const beside = gradeEvidence(evidence(soy), plan.life_stages).value;
  expect(beside).toBeLessThan(about);
  expect(beside).toBeGreaterThan(about / 2);
  expect(gradeEvidence(evidence(soy, cohosh), plan.life_stages).value).toBeGreaterThanOrEqual(about);
});

describe("the text", () => {
  const text = (question: string, ...documents: EvidenceDocument[]) => {
    const readings = signals([]);
    const selected = documents.map((each) => ({ document: each, relevance: 0.9, sub_query: 0 }));
    const input = { plan: planSearch(question, context, readings), selected, signals: readings, variant: 0 };
    return compose({ ...input, nearness: new Map(), concern: "none" }).map((sentence) => sentence.text);
  };

  test("begins with what no source looked at, and then tells what there is", () => {
    const [first, second] = text(ASKED, soy);
    expect(first).toBe("None of the studies used here looked at black cohosh.");
    expect(second).toContain("soy isoflavones");
  });

  test("says nothing of the kind where one did", () => {
    expect(text(ASKED, cohosh).join(" ")).not.toContain("None of the studies");
    expect(text(ASKED, soy, cohosh).join(" ")).not.toContain("None of the studies");
    // A finding that is not told counts too: the source did look at it.
    const both = study("10.1/both", "Soy eased period pain in 80 women.", {
      limits: "Black cohosh was tried in ten women only.",
    });
    expect(text(ASKED, both).join(" ")).not.toContain("None of the studies");
  });

  test("says so where no source looked at the reading she asks about", () => {
    const tired = study("10.1/iron", "Iron eased tiredness in 80 women with low stores.", {
      behaviours: ["iron"],
      outcomes: ["fatigue"],
      findings: [{ statement: "Iron eased tiredness in 80 women.", effect: "decrease", outcome: "fatigue" }],
    });
    const gap = "None of the studies used here looked at heart rate variability (HRV).";
    expect(text("Is low iron why my HRV is low?", tired)).toContain(gap);
    expect(text("Is low iron why I am tired?", tired)).not.toContain(gap);
    expect(text("Is low iron why I sleep badly?", tired)).toContain(
      "None of the studies used here looked at sleep at night.",
    );
    const pulse = study("10.1/hrv", "HRV was lower in 80 women with low iron stores.", {
      behaviours: ["iron"],
      measures: ["hrv"],
      outcomes: [],
      findings: [{ statement: "HRV was lower in 80 women.", effect: "decrease", measure: "hrv" }],
    });
    expect(text("Is low iron why my HRV is low?", pulse)).not.toContain(gap);
  });

  test("a study of something akin is no study of what is asked about as itself", () => {
    const sprint = study("10.1/sprint", "Sprint times were slower after short nights.", {
      behaviours: [],
      measures: [],
      outcomes: ["performance"],
      findings: [{ statement: "Sprint times were slower.", effect: "decrease", outcome: "performance" }],
    });
    const gap = "None of the studies used here looked at muscle strength.";
    expect(text("Does a warm-up with music make me stronger, more strength?", sprint)).toContain(gap);
    const lift = { ...sprint, outcomes: ["strength" as const] };
    expect(text("Does a warm-up with music make me stronger, more strength?", lift)).not.toContain(gap);
    expect(text("Does protein keep my muscle?", sprint)).not.toContain(gap);
  });

  test("names the half that is missing after the half that is there, and a state she is in first", () => {
    const half = text("Does black cohosh or ginger ease period pain?", cohosh);
    expect(half[0]).toContain("black cohosh");
    expect(half).toContain("None of the studies used here looked at ginger.");
    const state = text("I have fibroids, does black cohosh ease period pain?", cohosh);
    expect(state[0]).toBe("None of the studies used here looked at fibroids.");
    expect(state.join(" ")).toContain("Someone who knows you");
  });
});
