/**
 * A plain "why?" about one of her readings that the cycle hardly moves is searched for as the service itself would ask: her words lead to studies of the
 * cycle, or of breathing hard and of sleeping badly, that say nothing of it.
 * @module
 */
import type { UserContext } from "../../contract/request.ts";
import type { MeasureSignal, SignalMeasure } from "../types.ts";
import { asksOfPeople } from "./context.ts";
import { withoutTracking } from "./habits.ts";
import type { Subject } from "./lexicon.ts";
import { SUBJECT_OF, WARM_PHASES } from "./names.ts";
import type { Part } from "./parts.ts";
import { type Prompt, promptsFor } from "./prompts.ts";
import type { SubQuery } from "./search-plan.ts";
import { type Way, wayNamed } from "./way.ts";

interface Alone {
  measure: SignalMeasure;
  /** Where it shares its subject with others. */
  name?: RegExp;
  /** What people ask why about, where neither she nor her readings say. */
  way: Way;
  /** What can be done is known by what to leave out. */
  left_out?: boolean;
  /** Only where it is that way and no phase explains it; else her own words find enough. */
  unexplained?: boolean;
}

const ALONE: Partial<Record<Subject, readonly Alone[]>> = {
  sleep_stages: [
    { measure: "rem_s", name: /\brem\b/i, way: "lower", left_out: true },
    { measure: "deep_s", name: /\bdeep\b/i, way: "lower" },
  ],
  sleep_onset: [{ measure: "latency_s", way: "higher" }],
  respiratory_rate: [{ measure: "breaths_per_min", way: "higher" }],
  temperature: [{ measure: "temperature_deviation_c", way: "higher" }],
  hrv: [{ measure: "hrv_rmssd_ms", way: "lower", unexplained: true }],
  resting_heart_rate: [{ measure: "lowest_heart_rate_bpm", way: "higher", unexplained: true }],
};

/** "What is a normal …?" asks for a level. */
const LEVEL =
  /\bwhat(?:['’]?s| is| are)\b.*\b(?:normal|good|average|typical|healthy|ideal)\b|\bhow (?:much|long|many)\b/i;

/** Null where she asks anything else, or with any word beside it. */
export function readingAlone(
  { core, facets, denies }: Part,
  { unknown, intent }: Pick<SubQuery, "unknown" | "intent">,
  ranked: readonly MeasureSignal[],
  context: UserContext,
): Prompt[] | null {
  const [subject, ...others] = facets.subjects;
  const besides = others.length + withoutTracking(facets.behaviours).length + facets.phases.length;
  if (subject === undefined || besides + unknown.length > 0 || facets.cycle) return null;
  // What she says was not there may be what these name.
  if (denies || asksOfPeople(core) || LEVEL.test(core)) return null;
  const alone = ALONE[subject]?.find(({ name }) => name === undefined || name.test(core));
  if (alone === undefined) return null;
  const { measure, name, way, left_out = false, unexplained = false } = alone;
  if (intent !== "cause" && !(intent === "action" && left_out)) return null;
  const isMeant = (signal: MeasureSignal) =>
    name === undefined ? SUBJECT_OF[signal.measure] === subject : signal.measure === measure;
  const { direction: sent = "unknown" } = ranked.find(isMeant) ?? {};
  const direction = wayNamed(core) ?? (sent === "unknown" ? way : sent);
  const isWarm = context.life_stage !== "postmenopause" && WARM_PHASES.includes(context.cycle_phase);
  if (unexplained && (direction !== way || isWarm)) return null;
  return promptsFor({ measure, direction }, context).filter((prompt) => prompt.intent !== "action");
}
