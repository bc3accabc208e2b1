/**
 * The closed set of conditions that a guidance entry may put on a verdict, a claim or a suggestion:
 * the state of the user's measures, the cycle phase and the life stage. Conditions are parsed once,
 * when the corpus is built.
 * @module
 */
import type { UserContext } from "../../contract/request.ts";
import { LIFE_STAGES, type LifeStage, PHASES, type Phase } from "../../contract/vocabulary.ts";
import type { MeasureSignal, SignalMeasure, Signals } from "../signals/types.ts";

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3_600;

interface MeasureKey {
  /** The first of these that the user has counts. */
  signals: readonly SignalMeasure[];
  /** How many units of the signal one unit of the condition is. */
  unit: number;
}

/** The names that conditions use, with the unit of their numbers. */
export const CONDITION_MEASURES = {
  /** Milliseconds (rMSSD). */
  hrv: { signals: ["hrv_rmssd_ms"], unit: 1 },
  /** Beats a minute. */
  resting_heart_rate: {
    signals: ["lowest_heart_rate_bpm", "resting_heart_rate_bpm", "heart_rate_bpm"],
    unit: 1,
  },
  /** Degrees Celsius from the device's own baseline. */
  temperature: { signals: ["temperature_deviation_c"], unit: 1 },
  /** Hours. */
  sleep_duration: { signals: ["total_sleep_s"], unit: SECONDS_PER_HOUR },
  /** Percent. */
  sleep_efficiency: { signals: ["sleep_efficiency_percent"], unit: 1 },
  /** Minutes to fall asleep. */
  sleep_onset: { signals: ["latency_s"], unit: SECONDS_PER_MINUTE },
  /** Minutes. */
  deep_sleep: { signals: ["deep_s"], unit: SECONDS_PER_MINUTE },
  /** Minutes. */
  rem_sleep: { signals: ["rem_s"], unit: SECONDS_PER_MINUTE },
  /** Minutes awake between falling asleep and getting up. */
  awake: { signals: ["awake_s"], unit: SECONDS_PER_MINUTE },
  /** Minutes from midnight: −30 is 23:30. */
  bedtime: { signals: ["bedtime_minutes"], unit: 1 },
  /** Breaths a minute. */
  respiratory_rate: { signals: ["breaths_per_min"], unit: 1 },
  /** Percent. */
  spo2: { signals: ["spo2_percent"], unit: 1 },
  /** ml/kg/min. */
  vo2max: { signals: ["vo2max_ml_kg_min"], unit: 1 },
  /** Minutes of training on a day that had any. */
  training: { signals: ["workout_minutes"], unit: 1 },
  /** Minutes of napping on a day that had any. */
  nap: { signals: ["nap_minutes"], unit: 1 },
} as const satisfies Record<string, MeasureKey>;
export type ConditionMeasure = keyof typeof CONDITION_MEASURES;

function isConditionMeasure(name: string): name is ConditionMeasure {
  return Object.hasOwn(CONDITION_MEASURES, name);
}

/** `much` means by two robust spreads of the person's own baseline. */
export const STATES = [
  "lower",
  "higher",
  "usual",
  "not lower",
  "not higher",
  "much lower",
  "much higher",
  "known",
  "missing",
] as const;
type State = (typeof STATES)[number];
const MUCH_DEVIATION = 2;
/** Tolerance for floating point: 50 − 49.2 is slightly more than 0.8. */
const ROUNDING = 1e-9;

export type Condition =
  | { kind: "state"; measure: ConditionMeasure; state: State }
  /** The recent level, in the unit of the signal. */
  | { kind: "level"; measure: ConditionMeasure; side: "above" | "below"; than: number }
  /** The recent level minus the baseline, in the unit of the signal. */
  | { kind: "change"; measure: ConditionMeasure; side: "up" | "down"; by: number }
  /** No reading is outside the person's usual range. */
  | { kind: "quiet" }
  | { kind: "phase"; among: readonly Phase[] }
  | { kind: "stage"; among: readonly LifeStage[] };

/** Each group that is given must hold. `over` chooses the last night or the recent nights. */
export interface When {
  all: readonly Condition[];
  any: readonly Condition[];
  over: "night" | "recent";
}

/** What a question takes for granted about the readings of whoever asks it ("my HRV is low"). */
export type Assumptions = Partial<Record<ConditionMeasure, "lower" | "higher">>;

export class ConditionError extends Error {}

const LEVEL = /^(above|below) ([+-]?\d+(?:\.\d+)?)$/;
const CHANGE = /^(up|down) by (\d+(?:\.\d+)?)$/;

/** @throws ConditionError which names the fault */
export function parseCondition(name: string, value: unknown): Condition {
  if (name === "phase") return { kind: "phase", among: oneOrMore(PHASES, value, name) };
  if (name === "stage") return { kind: "stage", among: oneOrMore(LIFE_STAGES, value, name) };
  if (name === "stands_out" && value === "nothing") return { kind: "quiet" };
  if (!isConditionMeasure(name))
    throw new ConditionError(
      `there is no condition "${name}"; known: phase, stage, "stands_out: nothing", ${Object.keys(CONDITION_MEASURES).join(", ")}`,
    );
  const measure = name;
  const { unit } = CONDITION_MEASURES[measure];
  const text = String(value);
  const state = STATES.find((each) => each === text);
  if (state !== undefined) return { kind: "state", measure, state };
  const level = LEVEL.exec(text);
  if (level)
    return {
      kind: "level",
      measure,
      side: level[1] as "above" | "below",
      than: Number(level[2]) * unit,
    };
  const change = CHANGE.exec(text);
  if (change)
    return {
      kind: "change",
      measure,
      side: change[1] as "up" | "down",
      by: Number(change[2]) * unit,
    };
  throw new ConditionError(
    `"${name}: ${text}" is no condition; write one of ${STATES.join(", ")}, "above N", "below N", "up by N", "down by N"`,
  );
}

function oneOrMore<T extends string>(known: readonly T[], value: unknown, name: string): T[] {
  const words = (Array.isArray(value) ? value : [value]).map(String);
  const wrong = words.find((word) => !known.some((each) => each === word));
  if (wrong !== undefined || words.length === 0)
    throw new ConditionError(`"${name}: ${wrong ?? ""}" is none of ${known.join(", ")}`);
  return words as T[];
}

/** The person for whom conditions are evaluated. */
export interface Person {
  signals: Signals;
  context: Pick<UserContext, "cycle_phase" | "life_stage">;
}

/** The person's signal for a condition's measure; null where there is none. */
export function signalOf(signals: Signals, measure: ConditionMeasure): MeasureSignal | null {
  for (const name of CONDITION_MEASURES[measure].signals) {
    const signal = signals.measures.find((each) => each.measure === name);
    if (signal !== undefined) return signal;
  }
  return null;
}

/** Whether all conditions hold; without conditions always true. */
export function holds(when: When | null, person: Person): boolean {
  if (when === null) return true;
  const judged = (condition: Condition) => isTrue(condition, person, when.over);
  return when.all.every(judged) && (when.any.length === 0 || when.any.some(judged));
}

/**
 * Whether a reading of the person moved the other way than the question takes for granted, in the
 * last night or over the recent nights. A usual or missing reading contradicts nothing, because
 * people compare with measures of their own.
 */
export function contradicts(assumes: Assumptions, signals: Signals): boolean {
  return Object.entries(assumes).some(([measure, assumed]) => {
    const signal = signalOf(signals, measure as ConditionMeasure);
    if (signal === null) return false;
    const seen = [signal.direction, signal.latest_direction];
    return !seen.includes(assumed) && seen.includes(assumed === "lower" ? "higher" : "lower");
  });
}

function isTrue(condition: Condition, { signals, context }: Person, over: When["over"]): boolean {
  switch (condition.kind) {
    case "phase":
      // After menopause the phase in the request means nothing.
      return (
        context.life_stage !== "postmenopause" && condition.among.includes(context.cycle_phase)
      );
    case "stage":
      return condition.among.includes(context.life_stage);
    case "quiet":
      return signals.measures.every(
        ({ direction }) => direction !== "higher" && direction !== "lower",
      );
    default: {
      const signal = signalOf(signals, condition.measure);
      if (condition.kind === "state" && condition.state === "missing") return signal === null;
      if (signal === null) return false;
      return measured(condition, over === "night" ? lastNight(signal) : signal);
    }
  }
}

/** The newest reading alone, against the same baseline. */
export function lastNight(signal: MeasureSignal): MeasureSignal {
  return {
    ...signal,
    recent: signal.latest,
    recent_days: 1,
    low: signal.latest,
    high: signal.latest,
    deviation: signal.latest_deviation,
    direction: signal.latest_direction,
  };
}

function measured(
  condition: Extract<Condition, { measure: ConditionMeasure }>,
  signal: MeasureSignal,
): boolean {
  const { recent, baseline, deviation, direction } = signal;
  switch (condition.kind) {
    case "level":
      return condition.side === "above" ? recent > condition.than : recent < condition.than;
    case "change": {
      if (baseline === null) return false;
      const rise = recent - baseline;
      return (condition.side === "up" ? rise : -rise) >= condition.by - ROUNDING;
    }
    case "state":
      switch (condition.state) {
        case "known":
          return true;
        case "missing":
          return false;
        case "much lower":
          return deviation !== null && deviation <= -MUCH_DEVIATION;
        case "much higher":
          return deviation !== null && deviation >= MUCH_DEVIATION;
        case "not lower":
          return direction === "usual" || direction === "higher";
        case "not higher":
          return direction === "usual" || direction === "lower";
        default:
          return direction === condition.state;
      }
  }
}
