/** Guarantee: a topic without a question is searched for as what is usually asked about it, and any word beside it is kept. */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import { signals } from "./fixtures.ts";

const luteal: UserContext = { cycle_phase: "luteal", cycle_day: 23, life_stage: "reproductive" };
const searched = (query: string, context = luteal) =>
  planSearch(query, context, signals([])).sub_queries.map(({ text }) => text);

describe("a topic alone", () => {
  test.each([
    ["cramps", "What helps with period pain?"],
    ["period pain?", "What helps with period pain?"],
    ["magnesium", "Does magnesium help with sleep?"],
    ["the sauna", "Does a sauna affect the heart and blood pressure?"],
    ["cold shower", "Does cold water help recovery and stress?"],
    ["jet lag", "What helps with jet lag?"],
  ])("is searched for as a question: %s", (query, text) => {
    expect(searched(query)).toEqual([text]);
  });

  test("that the cycle moves is of her phase, past menopause of none", () => {
    expect(searched("temperature")[0]).toContain("in the luteal phase");
    expect(searched("temperature", { ...luteal, life_stage: "postmenopause" })[0]).not.toContain("phase");
  });
});

test.each(["magnesium alloy wheels", "cramps in horses", "iron man film", "cold shower meme", "creatine"])(
  "what says more than that is searched for as it stands: %s",
  (query) => {
    expect(searched(query)).toEqual([`${query}?`]);
  },
);

test("two topics are no topic alone", () => {
  expect(searched("period pain exercise")[0]).toStartWith("period pain exercise");
});

test.each(["why so tired", "what causes cramps", "how long jet lag"])(
  "who asks is not answered as if she had only named it: %s",
  (query) => {
    expect(searched(query)[0]).not.toMatch(/^What helps/);
  },
);
