/**
 * Guarantees of what is told unasked: the entry that explains most of what has moved, and which
 * questions it may answer.
 */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import {
  asksOfNow,
  asksOfReadings,
  entryForReadings,
  promptFor,
} from "../../src/engine/unasked.ts";
import type { Part } from "../../src/engine/understanding/reading.ts";
import { HRV_LOWER, STEADY, STRAIN } from "./fake-guidance.ts";
import { signal, signals } from "./fixtures.ts";

const luteal: UserContext = { cycle_phase: "luteal", cycle_day: 22, life_stage: "reproductive" };
const dropped = signals([signal("hrv_rmssd_ms", 38, 46)]);

function part(changes: Partial<Part>): Part {
  const facets = { measures: [], outcomes: [], behaviours: [], phases: [], stages: [] };
  const asked = { text: "?", vector: new Float32Array(), facets, figures: [] } as const;
  return { ...asked, kind: "effect", time: "general", whose: "own", ...changes };
}

describe("a question is about her present days", () => {
  test("where it is her own and about a time, or about what to do", () => {
    expect(asksOfNow(part({ time: "recent" }))).toBe(true);
    expect(asksOfNow(part({ time: "night" }))).toBe(true);
    expect(asksOfNow(part({ kind: "decide" }))).toBe(true);
  });

  test("but not where it is general, beside wellness, or about somebody else", () => {
    expect(asksOfNow(part({}))).toBe(false);
    expect(asksOfNow(part({ kind: "none", time: "recent" }))).toBe(false);
    expect(asksOfNow(part({ whose: "other", time: "recent" }))).toBe(false);
    expect(asksOfNow(part({ whose: "general", kind: "decide" }))).toBe(false);
  });
});

test("readings answer what to do and whether all is well, of readings alone", () => {
  const outcomes = (...named: Part["facets"]["outcomes"][number][]) => ({
    ...part({}).facets,
    outcomes: named,
  });
  for (const kind of ["decide", "normal"] as const) {
    expect(asksOfReadings(part({ kind }))).toBe(true);
    expect(asksOfReadings(part({ kind, facets: outcomes("hrv") }))).toBe(true);
    expect(asksOfReadings(part({ kind, facets: outcomes("hrv", "menstrual_pain") }))).toBe(false);
  }
  for (const kind of ["effect", "cause", "amount", "help"] as const)
    expect(asksOfReadings(part({ kind }))).toBe(false);
});

describe("the entry", () => {
  const person = { signals: dropped, context: luteal };

  test("of two that explain as much is the first by id, whatever their order", () => {
    const twin = { ...HRV_LOWER, id: "a-twin" };
    for (const entries of [
      [HRV_LOWER, twin],
      [twin, HRV_LOWER],
    ])
      expect(entryForReadings(entries, person)?.id).toBe("a-twin");
  });

  test("that names her phase comes before one that does not, but never before a reading", () => {
    const ofPhase = { kind: "phase", among: ["luteal"] } as const;
    const both = { ...HRV_LOWER, id: "z-both" };
    both.unasked = { all: [...(HRV_LOWER.unasked?.all ?? []), ofPhase], any: [], over: "recent" };
    expect(entryForReadings([HRV_LOWER, both], person)?.id).toBe("z-both");
    const phaseAlone = { ...STEADY, unasked: { all: [ofPhase], any: [], over: "recent" as const } };
    expect(entryForReadings([phaseAlone, HRV_LOWER], person)?.id).toBe(HRV_LOWER.id);
  });

  test("is written for her stage, and its conditions hold", () => {
    expect(entryForReadings([{ ...HRV_LOWER, stages: ["postmenopause"] }], person)).toBeNull();
    expect(entryForReadings([STRAIN, STEADY], person)).toBeNull();
    expect(entryForReadings([], person)).toBeNull();
  });

  test("counts a condition of `any` only where it holds", () => {
    const faster = { kind: "state", measure: "resting_heart_rate", state: "higher" } as const;
    const lower = HRV_LOWER.unasked?.all ?? [];
    const either = { ...HRV_LOWER, id: "z-either" };
    either.unasked = { all: [], any: [...lower, faster], over: "recent" };
    const withPulse = (bpm: number) => ({
      ...person,
      signals: signals([...dropped.measures, signal("lowest_heart_rate_bpm", bpm, 54)]),
    });
    expect(entryForReadings([HRV_LOWER, either], withPulse(60))?.id).toBe("z-either");
    expect(entryForReadings([HRV_LOWER, either], withPulse(48))?.id).toBe(HRV_LOWER.id);
  });
});

describe("where no entry holds, the search is", () => {
  test("about the largest change, by its name, in her phase or stage", () => {
    expect(promptFor(dropped, luteal)).toBe("Why is my HRV lower than usual in the luteal phase?");
    const up = signals([signal("latency_s", 2_400, 600)]);
    expect(promptFor(up, { ...luteal, cycle_phase: "menstrual" })).toBe(
      "Why is my time to fall asleep higher than usual during my period?",
    );
    expect(promptFor(dropped, { ...luteal, life_stage: "perimenopause" })).toBe(
      "Why is my HRV lower than usual in the luteal phase in perimenopause?",
    );
    expect(promptFor(dropped, { ...luteal, life_stage: "postmenopause" })).toBe(
      "Why is my HRV lower than usual after menopause?",
    );
  });

  test("about steady readings where nothing stands out", () => {
    expect(promptFor(signals([signal("hrv_rmssd_ms", 46, 46)]), luteal)).toBe(
      "What do my readings say when nothing stands out in the luteal phase?",
    );
  });
});
