/**
 * Proves that every verdict of an entry can be reached: a search over people who differ in what the
 * conditions test.
 * @module
 */
import { LIFE_STAGES, PHASES } from "../../contract/vocabulary.ts";
import type { MeasureSignal, SignalMeasure, Signals } from "../signals/types.ts";
import {
  CONDITION_MEASURES,
  type Condition,
  type ConditionMeasure,
  holds,
  type Person,
  type When,
} from "./conditions.ts";
import type { GuidanceEntry } from "./entry.ts";

/** With more people than this, the search would make a build too slow. No entry comes near it. */
const PEOPLE_MAX = 200_000;
const SIGNALS_WITHOUT: Omit<Signals, "measures"> = {
  nights: 7,
  days: 7,
  first_day: null,
  newest_day: null,
  sufficient: true,
  stale: false,
  offset_mismatch: false,
  age_band: null,
};

/** The number of the first verdict that no person gets; null where all can be reached. */
export function unreachableVerdict(entry: GuidanceEntry): number | null {
  const open = new Set(entry.verdicts.keys());
  for (const person of peopleFor(conditionsOf(entry))) {
    open.delete(entry.verdicts.findIndex(({ when }) => holds(when, person)));
    if (open.size === 0) return null;
  }
  return Math.min(...open);
}

/** For each verdict of an entry, in order, one person who gets it. */
export function personForEach(entry: GuidanceEntry): Map<number, Person> {
  const people = new Map<number, Person>();
  for (const person of peopleFor(conditionsOf(entry))) {
    const at = entry.verdicts.findIndex(({ when }) => holds(when, person));
    if (!people.has(at)) people.set(at, person);
    if (people.size === entry.verdicts.length) break;
  }
  return people;
}

/** The smallest move of a reading that is tried, in the unit of its signal. */
const LITTLE = 0.1;

/**
 * People for whom the service may use the entry unasked: with readings that moved a little or a
 * lot.
 */
export function* peopleUnasked({ unasked }: GuidanceEntry): Generator<Person> {
  const own = conditionsIn([unasked]);
  const little = own.flatMap((each): Condition[] =>
    "measure" in each ? [{ kind: "change", measure: each.measure, side: "up", by: LITTLE }] : [],
  );
  for (const conditions of [own, [...own, ...little]])
    for (const person of peopleFor(conditions)) if (holds(unasked, person)) yield person;
}

function conditionsOf({ verdicts }: GuidanceEntry): Condition[] {
  return conditionsIn(verdicts.map(({ when }) => when));
}

function conditionsIn(whens: readonly (When | null)[]): Condition[] {
  return whens.flatMap((when) => (when === null ? [] : [...when.all, ...when.any]));
}

/** People with every combination of values that the conditions can tell apart. */
function* peopleFor(conditions: readonly Condition[]): Generator<Person> {
  const measures = [
    ...new Set(conditions.flatMap((each) => ("measure" in each ? [each.measure] : []))),
  ];
  const choices = measures.map((measure) => signalsFor(measure, conditions));
  let count = 0;
  for (const life_stage of LIFE_STAGES)
    for (const cycle_phase of PHASES)
      for (const combination of product(choices)) {
        if (++count > PEOPLE_MAX) return;
        const signals = {
          ...SIGNALS_WITHOUT,
          measures: combination.filter((each) => each !== null),
        };
        yield { signals, context: { life_stage, cycle_phase } };
      }
}

function* product<T>(choices: readonly (readonly T[])[]): Generator<T[]> {
  const [first, ...others] = choices;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const rest of product(others)) for (const choice of first) yield [choice, ...rest];
}

const STEP = 1e-3;
/** A level where no condition names one. */
const LEVEL_ANY = 50;
/** On both sides of every direction, in robust deviations. */
const DEVIATIONS = [-3, -1.5, 0, 1.5, 3];

/**
 * Signals to try for a measure: none, one without a baseline, and levels on both sides of each
 * number that a condition names.
 */
function signalsFor(
  measure: ConditionMeasure,
  conditions: readonly Condition[],
): (MeasureSignal | null)[] {
  const own = conditions.filter((each) => "measure" in each && each.measure === measure);
  const [name] = CONDITION_MEASURES[measure].signals;
  const levels = own.flatMap((each) =>
    each.kind === "level" ? [each.than - STEP, each.than + STEP] : [],
  );
  const changes = own.flatMap((each) => (each.kind === "change" ? [each.by, -each.by] : []));
  const signals = (levels.length > 0 ? levels : [LEVEL_ANY]).flatMap((recent) => [
    withoutBaseline(name, recent),
    ...DEVIATIONS.flatMap((deviation) =>
      (changes.length > 0 ? [...changes, 0] : [deviation]).map((rise) =>
        withBaseline(name, recent, rise, deviation),
      ),
    ),
  ]);
  return [null, ...signals];
}

function levelOf(measure: SignalMeasure, recent: number) {
  const days = { recent_days: 3, newest_day: "2026-01-08" };
  return { measure, recent, latest: recent, low: recent, high: recent, ...days };
}

function withoutBaseline(measure: SignalMeasure, recent: number): MeasureSignal {
  return {
    ...levelOf(measure, recent),
    baseline: null,
    baseline_days: 0,
    deviation: null,
    direction: "unknown",
    latest_deviation: null,
    latest_direction: "unknown",
  };
}

function withBaseline(
  measure: SignalMeasure,
  recent: number,
  rise: number,
  deviation: number,
): MeasureSignal {
  const direction = deviation >= 1 ? "higher" : deviation <= -1 ? "lower" : "usual";
  return {
    ...levelOf(measure, recent),
    baseline: recent - rise,
    baseline_days: 20,
    deviation,
    direction,
    latest_deviation: deviation,
    latest_direction: direction,
  };
}
