/**
 * What the service says of her readings unasked: the entry whose conditions explain most of what
 * stands out in them. It is told where she asks nothing, where it is an alert, and where nothing
 * else answers a question about how she is now.
 * @module
 */
import type { UserContext } from "../contract/request.ts";
import { MEASURES } from "../contract/vocabulary.ts";
import { type Condition, holds, type Person, signalOf, type When } from "./guidance/conditions.ts";
import type { GuidanceEntry } from "./guidance/entry.ts";
import type { Signals } from "./types.ts";
import type { Part } from "./understanding/reading.ts";
import { isNotable, notability, rankSignals } from "./writing/notable.ts";
import { labelOf } from "./writing/own-data.ts";

/**
 * A phase or stage that an entry asks for makes it fit her better, but never outweighs a reading
 * that has moved.
 */
const CONTEXT_WORTH = 0.1;

/** Null where no entry holds for her, as in a collection without guidance. */
export function entryUnasked(entries: readonly GuidanceEntry[], person: Person): GuidanceEntry | null {
  let best: { entry: GuidanceEntry; worth: number } | null = null;
  for (const entry of entries) {
    const { unasked, stages } = entry;
    if (unasked === null || !stages.includes(person.context.life_stage) || !holds(unasked, person)) continue;
    const worth = explained(unasked, person);
    if (best === null || worth > best.worth || (worth === best.worth && entry.id < best.entry.id))
      best = { entry, worth };
  }
  return best?.entry ?? null;
}

/** Whether a question is about these days of hers. */
export function asksOfNow({ whose, kind, time }: Part): boolean {
  return whose === "own" && kind !== "none" && (kind === "decide" || time !== "general");
}

/**
 * Whether it asks what to do or whether all is well, and names no complaint, which wants an answer
 * of its own.
 */
export function asksOfReadings({ kind, facets: { outcomes } }: Part): boolean {
  const readings: readonly string[] = MEASURES;
  return (kind === "decide" || kind === "normal") && outcomes.every((each) => readings.includes(each));
}

/** How much of what has moved the conditions speak of, those of `any` only where they hold. */
function explained({ all, any, over }: When, person: Person): number {
  const holding = any.filter((condition) => holds({ all: [condition], any: [], over }, person));
  const moved = new Map(
    [...all, ...holding].flatMap((condition) => {
      const signal = "measure" in condition ? signalOf(person.signals, condition.measure) : null;
      return signal !== null && isNotable(signal) ? [[signal, notability(signal)] as const] : [];
    }),
  );
  const ofContext = (condition: Condition) => condition.kind === "phase" || condition.kind === "stage";
  return [...moved.values()].reduce((sum, each) => sum + each, CONTEXT_WORTH * all.filter(ofContext).length);
}

/** What is searched for where no entry holds: the change that says most, in her phase or stage. */
export function promptFor(signals: Signals, context: UserContext): string {
  const [first] = rankSignals(signals);
  if (first === undefined || !isNotable(first))
    return `What do my readings say when nothing stands out${whenOf(context)}?`;
  return `Why is ${labelOf(first.measure, "my")} ${first.direction} than usual${whenOf(context)}?`;
}

function whenOf({ life_stage, cycle_phase }: UserContext): string {
  if (life_stage === "postmenopause") return " after menopause";
  const phase = cycle_phase === "menstrual" ? " during my period" : ` in the ${cycle_phase} phase`;
  return life_stage === "perimenopause" ? `${phase} in perimenopause` : phase;
}
