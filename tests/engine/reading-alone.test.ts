/** Guarantee: a plain "why?" about REM or deep sleep, falling asleep or breathing is searched for as what it is, and any word beside it is kept. */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import type { MeasureSignal } from "../../src/engine/types.ts";
import { signal, signals } from "./fixtures.ts";

const luteal: UserContext = { cycle_phase: "luteal", cycle_day: 23, life_stage: "reproductive" };
const searches = (query: string, readings: MeasureSignal[] = [], context = luteal) =>
  planSearch(query, context, signals(readings)).sub_queries.map(({ text }) => text);

describe("a plain why", () => {
  test.each([
    [
      "Why is my REM sleep so low?",
      "What shortens dream (REM) sleep, such as alcohol or late hard exercise?",
    ],
    ["no REM last night why", "What shortens dream (REM) sleep, such as alcohol or late hard exercise?"],
    ["why am i getting so little deep sleep", "Does deep sleep change across the menstrual cycle?"],
    [
      "took ages to nod off, why?",
      "What delays falling asleep, such as bright screens, hard exercise late in the evening or caffeine?",
    ],
    ["Why is my breathing rate up?", "What is a normal breathing rate during sleep?"],
  ])("is asked in words that find it: %s", (query, text) => {
    expect(searches(query)).toContain(text);
  });

  test("of breathing that has quickened asks of a cold too, of breathing as ever does not", () => {
    const cold = "Does breathing rate during sleep rise with an infection or after a vaccination?";
    const usual = { ...signal("breaths_per_min", 15, 15), direction: "usual" as const };
    expect(searches("Why is my breathing rate up?")).toContain(cold);
    expect(searches("How is my breathing at night?", [signal("breaths_per_min", 17, 15)])).toContain(cold);
    expect(searches("How is my breathing at night?", [usual])).not.toContain(cold);
  });

  test("of deep sleep past menopause asks what age does", () => {
    const later: UserContext = { ...luteal, life_stage: "postmenopause" };
    const [first] = searches("why is my deep sleep so low", [], later);
    expect(first).toBe("How does deep sleep change with age and after menopause?");
  });

  test("beside another question is one search", () => {
    expect(searches("Why is my REM so low, and what can I do about it?")).toEqual([
      "What shortens dream (REM) sleep, such as alcohol or late hard exercise?",
      "What helps to improve deep sleep and sleep quality?",
    ]);
  });

  test("keeps her own words for what to answer her by", () => {
    const [first] = planSearch("Why is my REM sleep so low?", luteal, signals([])).sub_queries;
    expect(first?.asked).toBe("Why is my REM sleep so low?");
    expect(first?.intent).toBe("cause");
  });
});

test.each([
  "why is my rem low since the llama came?",
  "why is my REM low after wine?",
  "why is my deep sleep low in my luteal phase?",
  "Why is my deep sleep lower than my sister's?",
  "how much deep sleep should a 60 year old get and why?",
  "why is my REM low with the weighted blanket?",
])("what says more than that is searched for with what it says: %s", (query) => {
  const [word = ""] = /llama|wine|luteal|sister|60|blanket/.exec(query) ?? [];
  const [only, ...others] = searches(query);
  expect(others).toEqual([]);
  expect(only).toContain(word);
});

test("what to do about a reading is asked in her own words, unless it is known by what to leave out", () => {
  expect(searches("how do I get more deep sleep?")[0]).toStartWith("how do I get more deep sleep");
  expect(searches("how can I get more REM?")).toContain(
    "What shortens dream (REM) sleep, such as alcohol or late hard exercise?",
  );
});

test("what is normal for a level is not answered by what moves it", () => {
  expect(searches("What is a normal sleep latency for a woman?")[0]).toStartWith(
    "What is a normal sleep latency",
  );
});

describe("what to do", () => {
  test("about a reading that nothing is to be done about does not silence why", () => {
    for (const query of [
      "Why has my skin temperature changed and what should I do?",
      "Why is my blood oxygen low and what can I do about it?",
    ])
      expect(searches(query).join(" ")).not.toContain("What helps");
    expect(searches("Why is my HRV low and what can I do about it?")).toHaveLength(2);
    expect(searches("Why is my temperature up and what should I eat?")).toHaveLength(2);
  });
});

test("worry about a reading asks how it moves, not what to do against worry", () => {
  expect(searches("Should I be worried about my HRV?")).toEqual([
    "How does heart rate variability (HRV) change in the luteal phase of the menstrual cycle?",
  ]);
  expect(searches("should i worry about my deep sleep")).toContain(
    "Does deep sleep change across the menstrual cycle?",
  );
  expect(searches("Should I be worried that wine lowers my HRV?")[0]).toContain("wine");
});
