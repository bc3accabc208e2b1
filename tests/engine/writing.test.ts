/**
 * Guarantees of single sentences: the user's readings in plain words beside the usual ones, and no
 * sentence that breaks a rule.
 */
import { describe, expect, test } from "bun:test";
import { numbersIn } from "../../src/engine/numbers.ts";
import type { MeasureSignal } from "../../src/engine/types.ts";
import { markerOf } from "../../src/engine/writing/authors.ts";
import type { Sentence } from "../../src/engine/writing/draft.ts";
import { guardText, personaFor } from "../../src/engine/writing/guard.ts";
import { readingsSentence } from "../../src/engine/writing/readings-sentence.ts";
import { wordingFault } from "../../src/engine/writing/wording.ts";
import { CORPUS } from "./fake-ports.ts";
import { signal, signals } from "./fixtures.ts";

describe("her readings", () => {
  const both = (list: readonly MeasureSignal[], over: "night" | "recent" = "recent") =>
    [0, 1].map((variant) => readingsSentence(list, over, variant));
  const usual = { ...signal("hrv_rmssd_ms", 47, 46), direction: "usual" as const, deviation: 0.1 };

  test("come in plain units, next to what is usual for her", () => {
    for (const text of both([signal("hrv_rmssd_ms", 38.4, 46.2)])) {
      expect(text).toContain("38 ms");
      expect(text).toMatch(/below .*46 ms/);
      expect(text).toMatch(/last three nights/i);
    }
    for (const text of both([signal("total_sleep_s", 26_400, 20_700)]))
      expect(text).toMatch(/7 hours 20 minutes.*longer than .*5 hours 45 minutes/);
  });

  test("are called lower or higher only where they are", () => {
    for (const text of both([usual])) expect(text).not.toMatch(/below|above|lower|higher/);
    const same = { ...signal("hrv_rmssd_ms", 38.4, 38.1), direction: "lower" as const };
    for (const text of both([same])) expect(text).not.toMatch(/below|above/);
  });

  test("without a baseline are called neither usual nor unusual", () => {
    for (const text of both([signal("hrv_rmssd_ms", 47, null)])) {
      expect(numbersIn(text)).toEqual(["47"]);
      expect(text).not.toMatch(/below|above|at your usual/);
    }
  });

  test("of last night are those of the newest night alone", () => {
    const odd: MeasureSignal = {
      ...usual,
      latest: 21,
      latest_deviation: -4,
      latest_direction: "lower",
    };
    for (const text of both([odd], "night")) {
      expect(text).toContain("21 ms");
      expect(text).toContain("latest night");
      expect(text).toContain("below");
    }
    for (const text of both([odd])) expect(text).not.toContain("21 ms");
  });

  test("that differ much from night to night are told as a range", () => {
    const apart = { ...signal("hrv_rmssd_ms", 38, 46), low: 24, high: 60 };
    for (const text of both([apart])) expect(text).toContain("between 24 ms and 60 ms");
    for (const text of both([{ ...apart, low: 37, high: 39 }]))
      expect(text).not.toContain("between");
  });

  test("of several measures stand in one sentence, each with its own stretch", () => {
    const training = { ...signal("workout_minutes", 45, 44), direction: "usual" as const };
    const [text = ""] = both([
      signal("hrv_rmssd_ms", 38, 46),
      signal("lowest_heart_rate_bpm", 58, 54),
      training,
    ]);
    expect(text.match(/\./g)).toHaveLength(1);
    for (const part of ["38 ms", "58 bpm", "45 minutes", "training days"])
      expect(text).toContain(part);
    expect(text).toMatch(/^[A-Z].*\.$/);
  });

  test("none at all make no sentence", () => {
    expect(readingsSentence([], "recent", 0)).toBe("");
  });
});

describe("numbers of a text", () => {
  test("are those that are written as numbers, not those inside a word", () => {
    expect(numbersIn("VO2max rose by 1,234 or 5.5 % at 23:15, omega-3 by -7")).toEqual([
      "1,234",
      "5.5",
      "23:15",
      "3",
      "7",
    ]);
  });
});

describe("guard", () => {
  const persona = { phases: true, transition: false };
  const source = CORPUS.map(({ document }) => document).find(
    ({ findings }) =>
      findings.every(({ statement }) => wordingFault(statement, persona) === null) &&
      findings.some(({ statement }) => numbersIn(statement).length > 0),
  );
  if (source === undefined) throw new Error("the corpus has no usable record");
  const readings = signals([signal("hrv_rmssd_ms", 38, 46)]);
  const sentence = (
    role: Sentence["role"],
    text: string,
    sources: Sentence["sources"] = [],
  ): Sentence => ({
    role,
    text,
    sources,
    resting_on: sources,
    aside: false,
    drop_rank: 0,
  });
  const good = sentence(
    "answer",
    "Your nights may differ from the average, and that is quite all right for anyone who reads this text. "
      .repeat(4)
      .trim(),
  );
  const cited = sentence(
    "finding",
    `${source.findings[0]?.statement.slice(0, -1)} (${markerOf(source)}).`,
    [source],
  );

  /** Whether the sentence stays between two good ones, which stay. */
  function kept(middle: Sentence): boolean {
    const sentences = guardText([good, middle, cited], readings, persona)?.sentences;
    expect([sentences?.at(0), sentences?.at(-1)]).toEqual([good, cited]);
    return sentences?.includes(middle) ?? false;
  }

  test("a good text passes unchanged", () => {
    const guarded = guardText([cited, good], readings, persona);
    expect(guarded?.sentences).toEqual([cited, good]);
    expect(guarded?.text).toContain(cited.text);
  });

  test.each([
    ["a number from nowhere", "Your HRV was around 99 ms over your last nights."],
    ["a clinical claim", "You have a condition that a doctor should look at."],
    ["a dose", "Magnesium 300 mg in the evening is a good idea."],
    ["a medicine", "Zolpidem would bring you to sleep faster."],
    ["a marker without a source", "HRV is lower then (Nobody et al., 2019)."],
    ["a promise", "This is guaranteed to raise your HRV."],
    ["a brand", "Your Oura shows it."],
    ["a fright", "Such nights are linked with strokes later in life."],
  ])("%s is left out, the rest stays", (_, text) => {
    const guarded = guardText([good, sentence("data", text), cited], readings, persona);
    expect(guarded?.sentences).toEqual([good, cited]);
    expect(guarded?.text).not.toContain(text);
  });

  test("a number of another source is not a number of this one, and her own are for her readings alone", () => {
    const altered = { ...cited, text: cited.text.replace(/ \(/, " by 98765 percent (") };
    expect(kept(altered)).toBe(false);
    const own = (role: Sentence["role"]) =>
      sentence(role, "Your HRV was 38 ms over your last nights.");
    expect(kept(own("data"))).toBe(true);
    expect(kept(own("limit"))).toBe(false);
  });

  test("a number of a document that the answer rests on may be said where the text cites it", () => {
    const number = numbersIn(source.findings.map(({ statement }) => statement).join(" "))[0] ?? "";
    const limit = { ...sentence("limit", `It was ${number} there.`), resting_on: [source] };
    const uncited = { ...source, doi: "10.1000/never-cited" };
    expect(number).not.toBe("");
    expect(kept(limit)).toBe(true);
    expect(kept({ ...limit, resting_on: [uncited] })).toBe(false);
  });

  test("a source without its marker is left out", () => {
    const unnamed = { ...cited, text: "It was so in a study." };
    expect(kept(unnamed)).toBe(false);
  });

  test("what is left too short or without a source is no text", () => {
    expect(guardText([cited], readings, persona)).toBeNull();
    expect(guardText([good], readings, persona)).toBeNull();
  });

  test("a text that would lose its first sentence is none: nothing else in it answers", () => {
    const bad = sentence("answer", "This is guaranteed to raise your HRV.");
    expect(guardText([bad, good, cited], readings, persona)).toBeNull();
    expect(guardText([good, bad, cited], readings, persona)?.sentences).toEqual([good, cited]);
  });

  test("phases are no topic for a person without phases, nor menopause for one who did not ask", () => {
    const phase = "HRV is lower in the luteal phase.";
    expect(wordingFault(phase, { phases: false, transition: true })).not.toBeNull();
    expect(wordingFault(phase, persona)).toBeNull();
    const transition = "Hot flushes are common around menopause.";
    expect(wordingFault(transition, persona)).not.toBeNull();
    expect(wordingFault(transition, { ...persona, transition: true })).toBeNull();
  });

  test("who was studied is said whoever reads it: findings and limits may name menopause, never more than that", () => {
    const transition = "Hot flushes are common around menopause.";
    const phase = "HRV is lower in the luteal phase.";
    const early = { ...persona, phases: false };
    const told = (role: Sentence["role"], text: string) =>
      guardText([good, sentence(role, text), cited], readings, persona)?.text.includes(text);
    for (const role of ["finding", "limit"] as const) {
      expect(personaFor(role, early)).toEqual({ ...early, transition: true });
      expect(wordingFault(phase, personaFor(role, early))).not.toBeNull();
      expect(told(role, transition)).toBe(true);
    }
    for (const role of ["answer", "data", "suggestion"] as const) {
      expect(personaFor(role, early)).toEqual(early);
      expect(told(role, transition)).toBe(false);
    }
  });
});
