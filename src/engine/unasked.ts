/**
 * Chooses what the service says about the user's readings unasked: the entry whose conditions
 * explain most of what stands out in them. The user gets it when the request has no question, when
 * the entry is an alert, and when nothing else answers a question about these days.
 * @module
 */
import type { UserContext } from "../contract/request.ts";
import { MEASURES } from "../contract/vocabulary.ts";
import { type Condition, holds, type Person, signalOf, type When } from "./guidance/conditions.ts";
import type { GuidanceEntry } from "./guidance/entry.ts";
import { MEASURE_NAMES } from "./signals/names.ts";
import { isNotable, notability, rankSignals } from "./signals/notable.ts";
import type { Signals } from "./types.ts";
import type { Part } from "./understanding/reading.ts";

/**
 * A matching phase or stage decides between entries that explain the same readings, but it never
 * outweighs a reading that has moved.
 */
const CONTEXT_SCORE = 0.1;

/** Null where no entry holds for the person, as in a collection without guidance. */
export function entryForReadings(
  entries: readonly GuidanceEntry[],
  person: Person,
): GuidanceEntry | null {
  let best: { entry: GuidanceEntry; score: number } | null = null;
  for (const entry of entries) {
    const { unasked, stages } = entry;
    if (unasked === null || !stages.includes(person.context.life_stage) || !holds(unasked, person))
      continue;
    const score = explainedBy(unasked, person);
    if (best === null || score > best.score || (score === best.score && entry.id < best.entry.id))
      best = { entry, score };
  }
  return best?.entry ?? null;
}

/** Whether a question is about the user's present days. */
export function asksOfNow({ whose, kind, time }: Part): boolean {
  return whose === "own" && kind !== "none" && (kind === "decide" || time !== "general");
}

/**
 * Whether a question asks what to do, or whether all is well, and names no complaint. A complaint
 * needs an answer of its own.
 */
export function asksOfReadings({ kind, facets: { outcomes } }: Part): boolean {
  const readings: readonly string[] = MEASURES;
  return (
    (kind === "decide" || kind === "normal") && outcomes.every((each) => readings.includes(each))
  );
}

/**
 * How much of what has moved the conditions explain. A condition of `any` counts only where it
 * holds.
 */
function explainedBy({ all, any, over }: When, person: Person): number {
  const holding = any.filter((condition) => holds({ all: [condition], any: [], over }, person));
  const moved = new Map(
    [...all, ...holding].flatMap((condition) => {
      const signal = "measure" in condition ? signalOf(person.signals, condition.measure) : null;
      return signal !== null && isNotable(signal) ? [[signal, notability(signal)] as const] : [];
    }),
  );
  const ofContext = (condition: Condition) =>
    condition.kind === "phase" || condition.kind === "stage";
  return [...moved.values()].reduce(
    (sum, each) => sum + each,
    CONTEXT_SCORE * all.filter(ofContext).length,
  );
}

/**
 * The question to search for where no entry holds: about the largest change, in the user's phase or
 * stage.
 */
export function promptFor(signals: Signals, context: UserContext): string {
  const [first] = rankSignals(signals);
  if (first === undefined || !isNotable(first))
    return `What do my readings say when nothing stands out${contextOf(context)}?`;
  return `Why is my ${MEASURE_NAMES[first.measure]} ${first.direction} than usual${contextOf(context)}?`;
}

function contextOf({ life_stage, cycle_phase }: UserContext): string {
  if (life_stage === "postmenopause") return " after menopause";
  const phase = cycle_phase === "menstrual" ? " during my period" : ` in the ${cycle_phase} phase`;
  return life_stage === "perimenopause" ? `${phase} in perimenopause` : phase;
}
