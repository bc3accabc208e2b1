/**
 * Guarantee: a condition of a guidance entry holds for exactly the people that its text describes.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { LIFE_STAGES, PHASES } from "../../src/contract/vocabulary.ts";
import {
  CONDITION_MEASURES,
  type Condition,
  type ConditionMeasure,
  holds,
  lastNight,
  type Person,
  parseCondition,
  STATES,
} from "../../src/engine/guidance/conditions.ts";
import { personForEach, unreachableVerdict } from "../../src/engine/guidance/reachability.ts";
import type { MeasureSignal } from "../../src/engine/types.ts";
import { guidanceEntry } from "../support/guidance.ts";
import { signal, signals } from "./fixtures.ts";

const NAMES = Object.keys(CONDITION_MEASURES) as ConditionMeasure[];

function direction(deviation: number | null): MeasureSignal["direction"] {
  if (deviation === null) return "unknown";
  return deviation >= 1 ? "higher" : deviation <= -1 ? "lower" : "usual";
}

/** To a thousandth: what is nearly nothing would be nothing in the unit of a condition. */
const number = fc
  .double({ min: -1_000, max: 40_000, noNaN: true })
  .map((value) => Math.round(1_000 * value) / 1_000);
const anySignal = (measure: MeasureSignal["measure"]) =>
  fc
    .record({
      recent: number,
      latest: number,
      baseline: fc.option(number, { nil: null }),
      deviations: fc.tuple(
        fc.double({ min: -6, max: 6, noNaN: true }),
        fc.double({ min: -6, max: 6, noNaN: true }),
      ),
    })
    .map(({ recent, latest, baseline, deviations }): MeasureSignal => {
      const [deviation, latest_deviation] = baseline === null ? [null, null] : deviations;
      return {
        ...signal(measure, recent, baseline),
        deviation,
        direction: direction(deviation),
        latest,
        latest_deviation,
        latest_direction: direction(latest_deviation),
      };
    });

/** Of every measure that conditions know: sent or not. */
const anyPerson: fc.Arbitrary<Person> = fc
  .tuple(
    fc.tuple(
      ...Object.values(CONDITION_MEASURES).map(({ signals: [name] }) =>
        fc.option(anySignal(name), { nil: null }),
      ),
    ),
    fc.constantFrom(...PHASES),
    fc.constantFrom(...LIFE_STAGES),
  )
  .map(([measures, cycle_phase, life_stage]) => ({
    signals: signals(measures.filter((each) => each !== null)),
    context: { cycle_phase, life_stage },
  }));

const aMeasure = fc.constantFrom(...NAMES);
const anAmount = fc.integer({ min: 0, max: 300 });
const aPhrase = fc.oneof(
  fc.constantFrom(...STATES),
  fc
    .tuple(fc.constantFrom("above", "below"), fc.integer({ min: -50, max: 300 }))
    .map((words) => words.join(" ")),
  fc.tuple(fc.constantFrom("up", "down"), anAmount).map(([way, by]) => `${way} by ${by}`),
);
const aCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.tuple(aMeasure, aPhrase).map(([measure, phrase]) => parseCondition(measure, phrase)),
  fc.constantFrom(...PHASES).map((phase) => parseCondition("phase", phase)),
  fc.constantFrom(...LIFE_STAGES).map((stage) => parseCondition("stage", stage)),
);
const someConditions = fc.array(aCondition, { minLength: 1, maxLength: 3 });

const says = (
  person: Person,
  measure: ConditionMeasure,
  phrase: string,
  over: "night" | "recent" = "recent",
) => holds({ all: [parseCondition(measure, phrase)], any: [], over }, person);

function sent(person: Person, measure: ConditionMeasure): MeasureSignal | undefined {
  const [name] = CONDITION_MEASURES[measure].signals;
  return person.signals.measures.find((each) => each.measure === name);
}

describe("for anybody", () => {
  const check = <T>(arbitrary: fc.Arbitrary<T>, property: (person: Person, value: T) => void) =>
    fc.assert(fc.property(anyPerson, arbitrary, property), { numRuns: 200 });

  test("a measure is known or missing, and what is missing has no state, level or change", () => {
    check(fc.tuple(aMeasure, aPhrase), (person, [measure, phrase]) => {
      expect(says(person, measure, "known")).toBe(!says(person, measure, "missing"));
      if (says(person, measure, "missing") && phrase !== "missing")
        expect(says(person, measure, phrase)).toBe(false);
    });
  });

  test("states are those of the signal: one of three with something to compare with, none without", () => {
    check(aMeasure, (person, measure) => {
      const states = ["lower", "usual", "higher"].filter((state) => says(person, measure, state));
      expect(states).toEqual(
        ["lower", "usual", "higher"].filter((state) => state === sent(person, measure)?.direction),
      );
      const compared = states.length === 1;
      expect(says(person, measure, "not lower")).toBe(compared && !says(person, measure, "lower"));
      expect(says(person, measure, "not higher")).toBe(
        compared && !says(person, measure, "higher"),
      );
      if (says(person, measure, "much lower")) expect(states).toEqual(["lower"]);
      if (says(person, measure, "much higher")) expect(states).toEqual(["higher"]);
    });
  });

  test("a level is compared in the unit of its condition", () => {
    check(fc.tuple(aMeasure, fc.integer({ min: -50, max: 300 })), (person, [measure, than]) => {
      const recent = sent(person, measure)?.recent;
      const level = recent === undefined ? Number.NaN : recent / CONDITION_MEASURES[measure].unit;
      expect(says(person, measure, `above ${than}`)).toBe(level > than);
      expect(says(person, measure, `below ${than}`)).toBe(level < than);
    });
  });

  test("a change is at least as large as said, and then every smaller one holds too", () => {
    check(fc.tuple(aMeasure, anAmount, anAmount), (person, [measure, a, b]) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      for (const way of ["up", "down"])
        if (says(person, measure, `${way} by ${more}`))
          expect(says(person, measure, `${way} by ${less}`)).toBe(true);
      if (more > 0)
        expect(
          says(person, measure, `up by ${more}`) && says(person, measure, `down by ${more}`),
        ).toBe(false);
      if (sent(person, measure)?.baseline === null)
        expect(says(person, measure, `up by ${less}`)).toBe(false);
    });
  });

  test("over last night the newest reading counts as her recent level", () => {
    check(fc.tuple(aMeasure, aPhrase), (person, [measure, phrase]) => {
      const night = { ...person, signals: signals(person.signals.measures.map(lastNight)) };
      expect(says(person, measure, phrase, "night")).toBe(says(night, measure, phrase));
    });
  });

  test("one more condition in `all` never lets more people in, one more in `any` never fewer", () => {
    check(fc.tuple(someConditions, someConditions, aCondition), (person, [all, any, more]) => {
      const when = { all, any, over: "recent" } as const;
      if (holds({ ...when, all: [...all, more] }, person)) expect(holds(when, person)).toBe(true);
      if (holds(when, person)) expect(holds({ ...when, any: [...any, more] }, person)).toBe(true);
      expect(holds(when, person)).toBe(
        holds({ ...when, any: [] }, person) && holds({ ...when, all: [] }, person),
      );
    });
  });

  test("after menopause no phase holds, before it exactly hers", () => {
    check(fc.constant(null), (person) => {
      const { cycle_phase, life_stage } = person.context;
      const named = PHASES.filter((phase) =>
        holds({ all: [parseCondition("phase", [phase])], any: [], over: "recent" }, person),
      );
      expect(named).toEqual(life_stage === "postmenopause" ? [] : [cycle_phase]);
    });
  });
});

test("nothing asked always holds, also of somebody without readings", () => {
  const nobody: Person = {
    signals: signals([]),
    context: { cycle_phase: "luteal", life_stage: "reproductive" },
  };
  expect(holds(null, nobody)).toBe(true);
});

test("of several signals for one measure the nearest to it counts", () => {
  const at = (...measures: MeasureSignal["measure"][]): Person => ({
    signals: signals(measures.map((measure, i) => signal(measure, 60 + i, 55))),
    context: { cycle_phase: "luteal", life_stage: "reproductive" },
  });
  const both = at("resting_heart_rate_bpm", "lowest_heart_rate_bpm");
  expect(says(both, "resting_heart_rate", "above 60.5")).toBe(true);
  expect(says(at("heart_rate_bpm"), "resting_heart_rate", "above 59")).toBe(true);
});

test("half a degree, half an hour and a beat are what they say, to the last digit", () => {
  const person = (measure: MeasureSignal["measure"], recent: number, baseline: number): Person => ({
    signals: signals([signal(measure, recent, baseline)]),
    context: { cycle_phase: "luteal", life_stage: "reproductive" },
  });
  // 50 less 49.2 is a little less than 0.8 in binary.
  expect(says(person("temperature_deviation_c", 50, 49.2), "temperature", "up by 0.8")).toBe(true);
  expect(says(person("total_sleep_s", 23_400, 25_200), "sleep_duration", "down by 0.5")).toBe(true);
  expect(says(person("total_sleep_s", 23_401, 25_200), "sleep_duration", "down by 0.5")).toBe(
    false,
  );
  expect(says(person("latency_s", 1_801, 600), "sleep_onset", "above 30")).toBe(true);
  expect(says(person("bedtime_minutes", -31, 0), "bedtime", "below -30")).toBe(true);
});

test("a level is written in the unit that people say it in: hours and minutes, else the signal's", () => {
  const hours: readonly ConditionMeasure[] = ["sleep_duration"];
  const minutes: readonly ConditionMeasure[] = ["sleep_onset", "deep_sleep", "rem_sleep", "awake"];
  for (const measure of NAMES) {
    const seconds = hours.includes(measure) ? 3_600 : minutes.includes(measure) ? 60 : 1;
    expect(parseCondition(measure, "above 2")).toEqual({
      kind: "level",
      measure,
      side: "above",
      than: 2 * seconds,
    });
  }
});

describe("reach", () => {
  const verdictsOf = (...whens: Condition[][]) => ({
    verdicts: [
      ...whens.map((all, at) => ({
        when: { all, any: [], over: "recent" as const },
        say: `Verdict ${at}.`,
      })),
      { when: null, say: "Otherwise." },
    ],
  });

  test("finds for each verdict somebody who gets it and none before it, or says that there is nobody", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(aCondition, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
        (whens) => {
          const entry = guidanceEntry("reached", ["10.1000/a"], verdictsOf(...whens));
          const people = personForEach(entry);
          for (const [at, person] of people)
            expect(entry.verdicts.findIndex(({ when }) => holds(when, person))).toBe(at);
          const missed = entry.verdicts.findIndex((_, at) => !people.has(at));
          expect(unreachableVerdict(entry)).toBe(missed < 0 ? null : missed);
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each<[string, Condition[][], number]>([
    [
      "behind all of its people",
      [[parseCondition("hrv", "lower")], [parseCondition("hrv", "much lower")]],
      1,
    ],
    [
      "of two that exclude each other",
      [[parseCondition("hrv", "lower"), parseCondition("hrv", "higher")]],
      0,
    ],
    [
      "of a level below and above",
      [[parseCondition("spo2", "above 97"), parseCondition("spo2", "below 95")]],
      0,
    ],
    ["behind everybody", [[parseCondition("nap", "known")], [parseCondition("nap", "missing")]], 2],
  ])("a verdict %s is seen", (_, whens, unreachable) => {
    expect(unreachableVerdict(guidanceEntry("missed", ["10.1000/a"], verdictsOf(...whens)))).toBe(
      unreachable,
    );
  });
});
