/** Guarantee: a question becomes the right searches, in the literature's words only where it is wholly understood. */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { detectFacets } from "../../src/engine/question/facets.ts";
import { SUB_QUERIES_MAX, splitParts } from "../../src/engine/question/parts.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import { signal, signals } from "./fixtures.ts";

const luteal: UserContext = { cycle_phase: "luteal", cycle_day: 22, life_stage: "reproductive" };
const readings = signals([
  signal("hrv_rmssd_ms", 38, 46),
  { ...signal("total_sleep_s", 26_000, 26_100), direction: "usual", deviation: 0 },
]);
const plan = (query: string | null, context = luteal) => planSearch(query, context, readings);

describe("facets", () => {
  test.each([
    ["Why is my HRV low?", { subjects: ["hrv"] }],
    ["heart rate variability", { subjects: ["hrv"] }],
    ["my resting heart rate", { subjects: ["resting_heart_rate"] }],
    ["My HRV was 62 and is 41, I'm due on Thursday", { phases: ["luteal"] }],
    ["rest day when hrv is low and period due", { phases: ["luteal"] }],
    ["my heart rate", { subjects: ["heart_rate"] }],
    ["does cofee hurt my deep sleep", { subjects: ["sleep_stages"], behaviours: ["caffeine"] }],
    ["heart rate varibility", { subjects: ["hrv"] }],
    ["meditaton and stres", { subjects: ["stress"], behaviours: ["mindfulness"] }],
    ["training in the lutheal phase", { behaviours: ["aerobic_training"], phases: ["luteal"] }],
    ["perimenapause hot flushes", { subjects: ["hot_flashes"], life_stages: ["perimenopause"] }],
    ["heat", { subjects: [] }],
    ["sauna after training", { behaviours: ["heat_exposure", "aerobic_training"] }],
    ["my period cramps", { subjects: ["menstrual_pain"], phases: ["menstrual"] }],
    ["the menstrual cycle", { phases: [], cycle: true }],
    ["how tired I am", { subjects: ["fatigue"] }],
    ["three nights running without sleep", { subjects: ["sleep_quality"], behaviours: [] }],
    ["sore throat before a run", { subjects: [], behaviours: ["aerobic_training"] }],
    ["food that sets off sweating in the night", { subjects: ["hot_flashes"] }],
    ["What is the capital of France?", { subjects: [], behaviours: [], phases: [] }],
  ] as const)("%s", (text, expected) => {
    expect(detectFacets(text)).toMatchObject(expected as object);
  });
});

describe("parts", () => {
  test.each([
    ["Why is my HRV low?", 1],
    ["Why is my HRV low, and what can I do about it?", 2],
    ["Why is my HRV low? What can I do about it?", 2],
    ["How do HRV and resting heart rate change?", 1],
    ["Does caffeine and alcohol affect sleep?", 1],
    ["Why am I tired and how can I sleep better and should I train today?", 3],
    ["Should I rest or should I train?", 1],
    ["Should I trust the app and have a slow day?", 1],
    ["is it the pill or am i just tired of running", 1],
    ["when the clocks went back i woke at four. does daylight help me adjust?", 1],
    ["When is HRV highest? And can yoga raise it?", 2],
    ["Does ashwagandha lower stress and is there decent evidence in women specifically?", 1],
    ["Is cycle syncing worth it for lifting, or is it just hype?", 1],
  ])("%s", (query, count) => {
    expect(splitParts(query)).toHaveLength(count);
  });

  test("the night that a remedy comes after is not what is asked about", () => {
    const facets = (query: string) => plan(query).sub_queries[0]?.facets;
    expect(facets("Does a short nap help after a bad night?")).toMatchObject({
      behaviours: ["naps"],
      subjects: [],
    });
    expect(facets("Does a short nap give me a bad night?")?.subjects).not.toEqual([]);
    expect(facets("Does wine at dinner on late nights affect my sleep?")).toMatchObject({
      behaviours: ["alcohol"],
      subjects: ["sleep_quality"],
    });
    expect(facets("Why am I tired after a bad night?")?.subjects).toContain("fatigue");
  });

  test("a very long question never has more than four parts and loses no words", () => {
    const query = Array(20).fill("why is my sleep bad and what helps me then").join(" and ");
    expect(splitParts(query).length).toBeLessThanOrEqual(SUB_QUERIES_MAX);
    expect(splitParts(query).join(" ").split("sleep").length).toBe(21);
  });
});

describe("sub-queries", () => {
  test("a part that refers back asks about the subject of the part before it", () => {
    const { sub_queries } = plan("Why is my HRV low, and what can I do about it?");
    expect(sub_queries.map(({ intent }) => intent)).toEqual(["cause", "action"]);
    expect(sub_queries[1]?.facets.subjects).toEqual(["hrv"]);
    expect(sub_queries[1]?.text).toStartWith("What helps to raise heart rate variability (HRV)");
  });

  test("a why about something the cycle moves is asked for her phase", () => {
    expect(plan("Why is my HRV low?").sub_queries[0]?.text).toContain("luteal phase");
    expect(plan("Why is my HRV low?").sub_queries[0]?.facets.phases).toEqual(["luteal"]);
  });

  test("unless she states an age that speaks for another stage, whatever the calendar says", () => {
    const [query] = plan("Why do I keep waking at 3am since I turned 46?").sub_queries;
    expect(query?.facets).toMatchObject({ phases: [], life_stages: ["perimenopause"] });
    expect(query?.text).not.toContain("luteal");
    expect(plan("Why do I wake at 3am? I'm 31").sub_queries[0]?.facets.phases).toEqual(["luteal"]);
  });

  test("a named phase wins over hers, a behaviour leaves the phase out", () => {
    expect(plan("Why is my HRV low in the follicular phase?").phases).toEqual(["follicular"]);
    expect(plan("Does caffeine affect my sleep?").sub_queries[0]?.text).not.toContain("luteal");
  });

  test("a question with any word that is not understood is asked as it stands", () => {
    for (const query of [
      "What is the temperature on Mars?",
      "Do fish sleep?",
      "How do I train a neural network?",
    ])
      expect(plan(query).sub_queries[0]?.text).toBe(query);
  });

  test("what is told after a question is no question of its own", () => {
    for (const query of [
      "Do women dream more before their period? Mine get really vivid.",
      "Does a stressful day show in that night's HRV? I slept at my sister's after a row.",
    ])
      expect(plan(query).sub_queries).toHaveLength(1);
    expect(plan("Why is my HRV low? What can I do about it?").sub_queries).toHaveLength(2);
  });

  test("what is said before a question is its reason, not a question of its own", () => {
    const texts = (query: string) => plan(query).sub_queries.map(({ text }) => text);
    expect(texts("cramps are awful, does heat or yoga do anything")).toEqual([
      "cramps are awful, does heat or yoga do anything?",
    ]);
    expect(texts("Magnesium for sleep? And does caffeine raise my heart rate?")).toHaveLength(2);
  });

  test("a second part that names nothing is searched for after what it refers to, its unknown words its own", () => {
    const { sub_queries } = plan("Why is my HRV low? And what about gearboxes?");
    expect(sub_queries[1]?.text).toContain("HRV");
    expect(sub_queries[1]).toMatchObject({ unknown: ["gearbox"], named: 0 });
  });

  test("slips are mended where every word is understood, and nowhere else", () => {
    expect(plan("how much cofee is ok befor bed").sub_queries[0]?.text).toBe(
      "how much coffee is ok before bed?",
    );
    expect(plan("cofee grinder befor bed").sub_queries[0]?.text).toBe("cofee grinder befor bed?");
  });

  test("a word that is right is not taken for a misspelt one, however near", () => {
    for (const [query, word] of [
      ["does my medication lower hrv", "medication"],
      ["bread before a run", "bread"],
      ["chess rating", "chess"],
      ["camping and sleep", "camping"],
      ["steak at night and heart rate", "steak"],
    ] as const) {
      const [only] = plan(query).sub_queries;
      expect(only?.unknown).toContain(word);
      expect(only?.text).toContain(word);
    }
    expect(detectFacets("does meditaton lower hrv")).toEqual(detectFacets("does meditation lower hrv"));
  });

  test("in postmenopause no search and no plan speaks of a phase", () => {
    const post: UserContext = { cycle_phase: "luteal", cycle_day: 3, life_stage: "postmenopause" };
    for (const query of [null, "Why is my HRV low?", "How can I sleep better?", "Why am I tired?"]) {
      const { sub_queries, phases, current_phase } = plan(query, post);
      expect(phases).toEqual([]);
      expect(current_phase).toBeNull();
      for (const { text } of sub_queries) expect(text).not.toMatch(/luteal|phase|menstrual/i);
    }
  });

  test("perimenopause is part of the question where evidence differs by stage", () => {
    const peri: UserContext = { ...luteal, life_stage: "perimenopause" };
    expect(plan("How can I sleep better?", peri).sub_queries[0]?.text).toContain("menopause");
    const why = plan("Why is my sleep so bad?", peri).sub_queries[0]?.text;
    expect(why).toContain("menopause");
    expect(why).not.toContain("luteal");
    expect(plan("Does caffeine affect my sleep?", peri).sub_queries[0]?.text).not.toContain("menopause");
  });
});

describe("whose evidence is meant", () => {
  test.each([
    ["I'm 47 and my sleep is broken. Why?", ["perimenopause", "reproductive"]],
    ["is 6 hours of sleep enough for a 62 year old", ["postmenopause", "reproductive"]],
    ["my systolic rose the year my periods stopped", ["perimenopause", "postmenopause", "reproductive"]],
    ["sore shoulder and peri, related?", ["perimenopause", "reproductive"]],
    ["Why is my HRV low?", ["reproductive"]],
    ["I'm 29, why is my HRV low?", ["reproductive"]],
    ["what keeps bones strong past 65", ["postmenopause", "reproductive"]],
    ["why is my hrv at 47 ms", ["reproductive"]],
    ["hrv just past 65 ms today, good?", ["reproductive"]],
    ["My HRV is at 58 lately, is that low?", ["reproductive"]],
    ["My resting heart rate is over 60, why?", ["reproductive"]],
    ["I am 62 kg, how does protein help recovery?", ["reproductive"]],
    ["does running over 50 miles a week lower hrv", ["reproductive"]],
    ["why is sleep so light at 58", ["postmenopause", "reproductive"]],
    ["I'm sixty-three and my HRV is 19, is it low?", ["postmenopause", "reproductive"]],
    ["I turned fifty in June, why do I sleep worse", ["perimenopause", "reproductive"]],
    ["I'm twenty-six, why do I sleep worse", ["reproductive"]],
    ["is sleep of 50 minutes a nap, for over 45 minutes i feel worse", ["reproductive"]],
  ])("a stage or an age that is said counts beside her own: %s", (query, stages) => {
    expect(plan(query).life_stages.map(String).sort()).toEqual([...stages].sort());
  });

  test("what belongs together is searched for as she wrote it", () => {
    const query = "quit sugar for lent, got nothing from it. is sugar even part of why I sleep badly";
    expect(plan(query).sub_queries.map(({ asked }) => asked)).toEqual([query]);
  });
});

describe("a long message", () => {
  const story =
    "I'm 58, menopausal and an accountant with two dogs. I started lifting in March with a friend from the office, the scales went up two kilos although my waist is the same, and my resting heart rate fell from 66 to 61 over the summer.";

  test("is searched for by what it asks, and keeps who asks", () => {
    const [only, ...others] = plan(`${story} Do I need more protein, or should I eat less?`).sub_queries;
    expect(others).toEqual([]);
    expect(only?.text).toBe("Do I need more protein, or should I eat less?");
    expect(only?.asked).toStartWith("I'm 58");
    expect(only?.facets).toMatchObject({
      subjects: [],
      behaviours: ["diet_quality"],
      life_stages: ["perimenopause"],
    });
  });

  test("begins with its question where that leans on the story", () => {
    const [only] = plan(`${story} Is that anything to fret over?`).sub_queries;
    expect(only?.text).toStartWith("Is that anything to fret over? I'm 58");
    expect(only?.facets.subjects).toEqual(["resting_heart_rate"]);
  });

  test("before a second question that refers to it stands what it asks, not the story", () => {
    const [first, second] = plan(
      `${story} Does magnesium help me sleep? And can it raise my HRV?`,
    ).sub_queries;
    expect(first?.text).toBe("Does magnesium help me sleep?");
    expect(second?.text).toBe("Does magnesium help me sleep, And can it raise my HRV?");
  });

  test("of some thirty words is searched for with what its story names", () => {
    const [only] = plan(
      "Landed in Tokyo from Lisbon yesterday, my suitcase did not. Jet lag has me awake at two. How long until my sleep catches up?",
    ).sub_queries;
    expect(only?.text).toBe("How long until my sleep catches up? Jet lag has me awake at two?");
    expect(only?.facets.behaviours).toEqual(["travel"]);
    expect(only?.unknown).not.toContain("suitcase");
  });

  test("without a question is searched for as it is", () => {
    const told = story.replaceAll(/[.,]/g, "");
    expect(plan(told).sub_queries.map(({ text }) => text)).toEqual([`${told}?`]);
  });
});

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
});

describe("illness", () => {
  test("is what she asks about where she has it, not where she says that she has not", () => {
    expect(plan("I have a fever, why is my temperature up?").sub_queries[0]?.facets.subjects).toEqual([
      "illness_detection",
    ]);
    for (const query of [
      "I have not fever, why is my temperature up?",
      "No cold, no fever. Why is my temperature up?",
    ])
      expect(plan(query).sub_queries[0]?.facets.subjects).toEqual(["temperature"]);
  });
});
