/**
 * What a text ends with: advice that has to do with the question, and a last word that fits what she tells.
 */
import { describe, expect, test } from "bun:test";
import { RECOMMENDATION_CHARS_MAX } from "../../src/contract/limits.ts";
import type { UserContext } from "../../src/contract/request.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import { practiceSentence } from "../../src/engine/writing/advice.ts";
import type { Concern } from "../../src/engine/writing/closings.ts";
import { compose } from "../../src/engine/writing/compose.ts";
import { assemble, codePoints } from "../../src/engine/writing/draft.ts";
import { document } from "./evidence-fixtures.ts";
import { signal, signals } from "./fixtures.ts";

const context: UserContext = { cycle_phase: "luteal", cycle_day: 24, life_stage: "reproductive" };

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

  test("is never left out of a text that is too long", () => {
    const told = (subject: string) =>
      `In 120 women ${subject} went along with ${"a change in the night that followed, ".repeat(6)}or so.`;
    const query =
      "My heart is pounding at night, why? Does caffeine affect sleep? Does alcohol affect sleep? Does yoga help stress?";
    const plan = planSearch(query, context, signals([]));
    const selected = plan.sub_queries.map((_, at) => {
      const findings = [
        { outcome: "sleep_quality" as const, effect: "decrease" as const, statement: told(`habit ${at}`) },
      ];
      return { document: document(`10.1/${at}`, { findings }), relevance: 0.9, sub_query: at };
    });
    const input = { plan, selected, nearness: new Map(), signals: signals([]), variant: 0 };
    const sentences = compose({ ...input, concern: "worth_seeing" });
    expect(selected.length).toBe(4);
    expect(sentences.at(-1)?.text).toContain("a doctor or another health professional");
    expect(codePoints(assemble(sentences))).toBeLessThanOrEqual(RECOMMENDATION_CHARS_MAX);
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
