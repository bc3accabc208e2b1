/**
 * What a message is taken for: its questions one after the other, each with what it leans on, and none of what she only says was not there.
 */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { SUB_QUERIES_MAX, splitParts } from "../../src/engine/question/parts.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import { signal, signals } from "./fixtures.ts";

const context: UserContext = { cycle_phase: "luteal", cycle_day: 24, life_stage: "reproductive" };
const plan = (query: string) => planSearch(query, context, signals([]));
const searches = (query: string) => plan(query).sub_queries;

describe("a message", () => {
  test("with a story before its questions has as many parts as questions", () => {
    const parts = splitParts(
      "Had two glasses of red last night. How much of my high pulse is the wine and how much is the luteal phase?",
    );
    expect(parts).toEqual([
      "Had two glasses of red last night. How much of my high pulse is the wine",
      "how much is the luteal phase?",
    ]);
  });

  test.each([
    "Is magnesium any use for sleep? how many mg and which type",
    "Should I get up and do something or stay put?",
    "does coffee hurt my sleep, how much?",
  ])("whose end is only a kind or an amount, or no question, has one: %s", (query) => {
    expect(splitParts(query)).toHaveLength(1);
  });

  test("of three parts: the third means what the first named where the second names nothing", () => {
    const [, , third] = searches("Does yoga ease cramps? Is it safe? And when should I begin?");
    expect(third?.facets.subjects).toEqual(["menstrual_pain"]);
    expect(third?.text).toContain("yoga ease cramps");
  });

  test("that asks for a share of her phase beside that of a habit is searched for both", () => {
    const [habit, phase] = searches(
      "How much of my night heart rate is the wine and how much is the luteal phase?",
    );
    expect(habit?.facets.behaviours).toEqual(["alcohol"]);
    expect(phase?.text).toBe(
      "How does resting heart rate change in the luteal phase of the menstrual cycle?",
    );
    expect(phase?.facets.behaviours).toEqual([]);
  });

  test("that asks what is normal keeps her cycle from the story, and her watch is no topic", () => {
    const [only] = searches(
      "My cycles used to be 27 days on the dot, now it's day 31 and nothing. How much variation is normal before it stops being useful to track?",
    );
    expect(only?.text).toContain("My cycles used to be 27 days");
  });
});

describe("what was not there", () => {
  test("is not asked about in a why", () => {
    const [only] = searches("why was my sleep so bad even though i had no wine, no coffee and no stress");
    expect(only?.facets.behaviours).toEqual([]);
    expect(only?.facets.subjects).toEqual(["sleep_quality"]);
    expect(only?.text).not.toMatch(/wine|coffee|stress/);
  });

  test("is not asked about in a list either, where she wonders what it was", () => {
    const [only] = searches("HRV 38 last night, usually around 52, no booze no gym, what have i done");
    expect(only?.text).not.toMatch(/booze|gym/);
    expect(only?.facets.behaviours).toEqual([]);
    expect(searches("no coffee, no wine: does that help sleep?")[0]?.text).toContain("coffee");
  });

  test("is no reason to begin with drinks, also past menopause", () => {
    const later: UserContext = { ...context, life_stage: "postmenopause" };
    const [only] = planSearch(
      "Why was my night heart rate so high even though I had no wine?",
      later,
      signals([]),
    ).sub_queries;
    expect(only?.text).not.toMatch(/wine|alcohol/);
  });

  test.each([
    ["Why do I sleep so badly without alcohol?", ["alcohol"]],
    ["Why do I feel worse with no caffeine?", ["caffeine"]],
    ["Why is my HRV low? Is a month without wine good for it?", ["alcohol"]],
  ])("is what is asked about where doing without is the question: %s", (query, behaviours) => {
    expect(searches(query).at(-1)?.facets.behaviours).toEqual(behaviours as never);
  });

  test("is asked about where doing without is the question", () => {
    expect(searches("does no coffee after noon help sleep")[0]?.facets.behaviours).toEqual(["caffeine"]);
    expect(searches("is a month without wine good for my hrv")[0]?.facets.behaviours).toEqual(["alcohol"]);
  });
});

test("how much of it is no question of its own, how much of something else is", () => {
  expect(splitParts("does ginger ease cramps, and how many cups would count?")).toHaveLength(1);
  expect(splitParts("does ginger ease cramps, and how much sleep do i need?")).toHaveLength(2);
});

test("what is only told before a question is not held against it", () => {
  const [only] = searches("retired since june, no tuba any more. does my bedtime matter");
  expect(only?.unknown).toEqual([]);
});

test("what a thing is and why hers is as it is are one question", () => {
  expect(splitParts("what's sleep efficiency and why is mine so bad")).toHaveLength(1);
  expect(splitParts("what is hrv and does wine lower it")).toHaveLength(2);
});

test("a figure of speech is about nothing it names, unless it is a word for how she is", () => {
  const [only] = searches("my hrv is usual although I slept like a dog on a motorway");
  expect(only?.text).not.toMatch(/dog|motorway/);
  expect(only?.unknown).toEqual([]);
  expect(searches("why do i feel like a zombie")[0]?.facets.subjects).toEqual(["fatigue"]);
});

test.each([
  ["I'd like a plan for better sleep", "like a plan"],
  ["does something like a weighted vest help my bones", "weighted vest"],
  ["can a thing like a llama in the room raise my hrv", "llama"],
])("what is only compared or wished for is no figure of speech: %s", (query, kept) => {
  expect(searches(query)[0]?.text).toContain(kept);
});

test.each([
  ["Does caffeine hurt my sleep, and is it worse in the luteal phase?", "caffeine"],
  ["Does strength training help mood, and should I do it during my period?", "resistance_training"],
] as const)("a later part about a phase keeps the habit it speaks of as it: %s", (query, habit) => {
  const [, second] = searches(query);
  expect(second?.facets.behaviours).toEqual([habit]);
});

describe("a reading that her cycle or an illness may have moved", () => {
  const query = "is my temperature up because of my cycle or am i getting sick";

  test("is searched for both ways", () => {
    const [ill, cycle] = searches(query);
    expect(ill?.facets.subjects).toEqual(["illness_detection"]);
    expect(cycle?.text).toBe("How does body temperature change in the luteal phase of the menstrual cycle?");
  });

  test("is searched for both ways after ovulation, named or not", () => {
    const follicular: UserContext = { ...context, cycle_phase: "follicular", cycle_day: 9 };
    const asked = "is my temperature up because i am getting sick";
    expect(searches(asked)[1]?.text).toContain("in the luteal phase");
    expect(planSearch(asked, follicular, signals([])).sub_queries).toHaveLength(1);
    expect(searches("am i getting sick")).toHaveLength(1);
  });

  test("is searched for as illness alone past menopause", () => {
    const later: UserContext = { ...context, life_stage: "postmenopause" };
    expect(planSearch(query, later, signals([])).sub_queries).toHaveLength(1);
  });
});

test("these numbers are those that have moved", () => {
  const readings = signals([
    signal("lowest_heart_rate_bpm", 58, 54),
    { ...signal("total_sleep_s", 26_000, 26_100), direction: "usual" as const },
  ]);
  const asked = (query: string) => planSearch(query, context, readings).signals_asked;
  expect(asked("should i skip my strength class with these numbers")).toBe(1);
  expect(asked("should i skip my strength class with these shoes")).toBe(0);
});

test("what she sets aside is not searched for", () => {
  const [only] = searches("what helps cramps at night besides ibuprofen");
  expect(only?.text).not.toMatch(/ibuprofen/);
  expect(only?.unknown).toEqual([]);
  expect(searches("is there anything besides ibuprofen")[0]?.text).toContain("ibuprofen");
});

test("what somebody says is no question about them", () => {
  const teenagers = (query: string) => searches(query).flatMap(({ particulars }) => particulars);
  expect(teenagers("how many steps? my daughter says 10,000")).toEqual([]);
  expect(teenagers("how many steps does my daughter need")).toHaveLength(1);
});

test("a reading that she calls by its name comes before those that stand for the same", () => {
  const readings = signals([
    signal("total_sleep_s", 20_000, 26_000),
    signal("sleep_efficiency_percent", 84, 86),
  ]);
  const first = (query: string) => planSearch(query, context, readings).signals[0]?.measure;
  expect(first("What is my sleep efficiency?")).toBe("sleep_efficiency_percent");
  expect(first("Why is my sleep bad?")).toBe("total_sleep_s");
});

describe("the parts of a message", () => {
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
