/** Guarantee: a question is asked in the literature's words only where these ask for the same. */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import { signals } from "./fixtures.ts";

const context: UserContext = { cycle_phase: "luteal", cycle_day: 24, life_stage: "reproductive" };
const searches = (query: string) => planSearch(query, context, signals([])).sub_queries;

describe("a search in the words of the literature", () => {
  const reworded = (query: string) => searches(query)[0]?.reworded;

  test("is at hand where every word is known and one complaint is named", () => {
    expect(reworded("took me well over an hour to drop off AGAIN. what do i do differently tonight")).toBe(
      "What helps to fall asleep faster?",
    );
  });

  test.each([
    "what helps me to drop off beside a tuba",
    "what helps me to drop off after coffee",
    "what helps me to drop off with ginger",
    "is my bedtime and my sleep the same thing",
    "how long does it take to drop off",
  ])("is not made of what it would leave out, nor of what is no complaint: %s", (query) => {
    expect(reworded(query)).toBeNull();
  });

  test("is made of why the pulse is up where no phase explains it, and of what to do about it", () => {
    const [why, what] = searches(
      "Why is my resting heart rate higher than last year, and what can I do about it?",
    );
    expect(why?.text).toStartWith("What raises resting heart rate at night");
    expect(what?.text).toStartWith("What helps to lower resting heart rate");
  });

  test("is made of no question with a word that is not known", () => {
    const [why] = searches("Why is my resting heart rate higher than last year since the llama trek?");
    expect(why?.text).toContain("llama");
  });

  test("of a level leaves out who asks: what training does is another question", () => {
    const [only] = searches("what's a good hrv for a 29 year old who does crossfit");
    expect(only?.text).toBe("what's a good hrv for a 29 year old?");
    expect(only?.facets.behaviours).toEqual([]);
  });
});
