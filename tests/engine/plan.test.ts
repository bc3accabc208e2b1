/** Guarantee: a question becomes the right searches, in the literature's words only where it is wholly understood. */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { detectFacets } from "../../src/engine/question/facets.ts";
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

describe("sub-queries", () => {
  test("a part that refers back asks about the subject of the part before it", () => {
    const { sub_queries } = plan("Why is my HRV low, and what can I do about it?");
    expect(sub_queries.map(({ intent }) => intent)).toEqual(["cause", "action"]);
    expect(sub_queries[1]?.facets.subjects).toEqual(["hrv"]);
    expect(sub_queries[1]?.text).toStartWith("What helps to raise heart rate variability (HRV)");
  });

  test.each(["what can I do tonight to sleep better", "tips for better sleep tonight"])(
    "what helps this very night is not some weeks of exercise: %s",
    (query) => {
      const [search] = plan(query).sub_queries;
      expect(search?.text).toBe(
        "What helps to fall asleep faster tonight, such as a warm bath, a to-do list or no screens?",
      );
    },
  );

  test.each(["how can I sleep better", "does magnesium tonight help me sleep", "why did I sleep badly"])(
    "what is not asked for tonight, or by name, keeps its words: %s",
    (query) => {
      expect(plan(query).sub_queries.map(({ text }) => text)).not.toContain(
        "What helps to fall asleep faster tonight, such as a warm bath, a to-do list or no screens?",
      );
    },
  );

  test.each(["Am I sleeping enough?", "How much sleep do I need?", "do i sleep too little"])(
    "whether sleep is enough is asked of how long is enough: %s",
    (query) => {
      expect(plan(query).sub_queries[0]?.text).toBe("How long should adults sleep for good health?");
    },
  );

  test("and of nothing else beside it", () => {
    for (const query of [
      "How much sleep do I get?",
      "Am I sleeping enough for a llama?",
      "do I get enough deep sleep",
    ])
      expect(plan(query).sub_queries[0]?.text).not.toContain("How long should adults sleep");
  });

  test("where somebody flies to says nothing of what helps", () => {
    const jetLag = (query: string) => plan(query).sub_queries.map(({ text }) => text);
    expect(jetLag("jet lag tips flying london to new york thursday")).toEqual(["What helps with jet lag?"]);
    expect(jetLag("jet lag help, flying to Zürich")).toEqual(["What helps with jet lag?"]);
    expect(jetLag("jet lag help for a flight from rio de janeiro to san diego")).toEqual([
      "What helps with jet lag?",
    ]);
    expect(jetLag("how to biohack jet lag")).not.toEqual(["What helps with jet lag?"]);
    expect(jetLag("jet lag tips for my llama")).not.toEqual(["What helps with jet lag?"]);
  });

  test("a phase she names is what she asks about, also in perimenopause", () => {
    const inPerimenopause: UserContext = { ...luteal, life_stage: "perimenopause" };
    const [named] = plan("Why does my HRV drop in the luteal phase?", inPerimenopause).sub_queries;
    expect(named?.text).not.toContain("perimenopause");
    expect(named?.facets.life_stages).toEqual([]);
    const [open] = plan("How can I improve my HRV?", inPerimenopause).sub_queries;
    expect(open?.text).toEndWith(" around menopause?");
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
