/**
 * A question, or the signals where there is none, turned into one to four searches.
 * @module
 */
import type { UserContext } from "../../contract/request.ts";
import type { Behaviour } from "../../contract/vocabulary.ts";
import type { MeasureSignal, Signals } from "../types.ts";
import { canonicalQuestion, fullyUnderstood } from "./canonical.ts";
import { inContext, scopeOf } from "./context.ts";
import { detectFacets, type Facets, singular } from "./facets.ts";
import { words } from "./fold.ts";
import { implicitPlan } from "./implicit.ts";
import { SEEN_IN, SUBJECT_OF } from "./names.ts";
import { rankSignals } from "./notable.ts";
import type { Intent, SearchPlan, SubQuery } from "./search-plan.ts";

export const SUB_QUERIES_MAX = 4;

const QUESTION_WORD = "what|how|why|should|can|could|is|are|does|do|when|which|will|would|am|did|has|have";
const PART_BREAK = new RegExp(
  `[?!.;]+\\s+|[,;]?\\s+(?:and|but|or|also|plus|und)\\s+(?=(?:also\\s+)?(?:${QUESTION_WORD})\\b)|,\\s+(?=(?:${QUESTION_WORD})\\b)`,
  "iu",
);
const ACTION =
  /\b(what (can|could|should|do) i|what (helps?|to do|works)|how (can|do|could|should|to)( i)?|help|improve|increase|raise|boost|reduce|lower my|ease|better|tips?|advice|should i|best way|ways? to|habits?)\b/;
const CAUSE =
  /\b(why|what causes?|reasons?|is it normal|normal|change|changes|expect|happens?|higher|lower|low|high|drop\w*|dip\w*|elevated|raised)\b/;

/** Pure: the same question, context and signals give the same plan. */
export function planSearch(query: string | null, context: UserContext, signals: Signals): SearchPlan {
  const ranked = rankSignals(signals);
  if (query === null) return implicitPlan("B", context, ranked);
  const parts = splitParts(query);
  const facets = parts.map(detectFacets);
  const aboutNothingNamed = facets.every((each) => !namesSomething(each));
  if (aboutNothingNamed && facets.some((each) => each.own_data) && ranked.length > 0)
    return implicitPlan("A", context, ranked);
  const subQueries: SubQuery[] = [];
  for (const [at, part] of parts.entries()) {
    const own = facets[at] ?? detectFacets(part);
    subQueries.push(explicitSubQuery(part, own, subQueries.at(-1), context));
  }
  return {
    shape: "A",
    sub_queries: subQueries,
    fallback: null,
    ...scopeOf(subQueries, context),
    ...asked(subQueries, ranked),
  };
}

function namesSomething(facets: Facets): boolean {
  return (
    facets.subjects.length + facets.behaviours.length + facets.phases.length + facets.life_stages.length >
      0 || facets.cycle
  );
}

const PART_WORDS_MIN = 2;
const REASSURANCE =
  /^(?:and )?(?:(?:should|do|must) i (?:need to )?(?:be )?(?:worr|concern)\w*|(?:is|are|was) (?:that|this|it|they|these) (?:\w+ )?(?:bad|normal|ok|okay|good|fine|dangerous|serious|a problem|healthy))\W*$/i;

/** "Why is my HRV low, and what can I do about it?" has two parts. */
export function splitParts(query: string): string[] {
  const parts: string[] = [];
  for (const piece of query.split(PART_BREAK)) {
    const text = piece.trim();
    // "… and should I be worried?" asks for no other subject.
    if (text === "" || (parts.length > 0 && REASSURANCE.test(text))) continue;
    const last = parts.at(-1);
    const tooShort = words(text).length < PART_WORDS_MIN || (last && words(last).length < PART_WORDS_MIN);
    // A fragment, or the rest of a very long question, belongs to the part before it.
    if (last !== undefined && (tooShort || parts.length === SUB_QUERIES_MAX))
      parts[parts.length - 1] = `${last}, ${text}`;
    else parts.push(text);
  }
  return parts.length > 0 ? parts : [query];
}

function explicitSubQuery(
  part: string,
  own: Facets,
  before: SubQuery | undefined,
  context: UserContext,
): SubQuery {
  const intent = intentOf(part, own);
  const refersBack = own.subjects.length === 0 && own.behaviours.length === 0 && before !== undefined;
  const named: Facets = refersBack
    ? {
        ...own,
        subjects: before.facets.subjects,
        behaviours: intent === "action" ? [] : before.facets.behaviours,
        phases: own.phases.length > 0 || intent === "action" ? own.phases : before.facets.phases,
      }
    : own;
  const facets = inContext(withoutSetting(named, intent), intent, context, part);
  const plain = part.replace(/[?!.\s]+$/, "");
  const canonical = fullyUnderstood(own.leftover) ? canonicalQuestion(facets, intent, part) : null;
  return { text: `${canonical ?? plain}?`, asked: part, facets, intent };
}

const TRAININGS: readonly Behaviour[] = ["aerobic_training", "training_load", "resistance_training", "hiit"];

/** In "how do I recover from hard training" the training is the setting, not the remedy that is asked about. */
function withoutSetting(facets: Facets, intent: Intent): Facets {
  if (intent !== "action" || !facets.subjects.includes("recovery")) return facets;
  return { ...facets, behaviours: facets.behaviours.filter((behaviour) => !TRAININGS.includes(behaviour)) };
}

function intentOf(part: string, facets: Facets): Intent {
  const plain = words(part).join(" ");
  if (/\bwhy\b/.test(plain)) return "cause";
  if (/\bhow (?:many|much|long)\b/.test(plain)) return "effect";
  if (ACTION.test(plain)) return "action";
  if (facets.behaviours.length > 0) return "effect";
  return CAUSE.test(plain) ? "cause" : "effect";
}

/** Her readings of what was asked come first; a question about nothing she measures leaves them in order of note. */
function asked(
  subQueries: readonly SubQuery[],
  ranked: readonly MeasureSignal[],
): Pick<SearchPlan, "signals" | "signals_asked"> {
  const behaviours = subQueries.flatMap(({ facets }) => facets.behaviours);
  const subjects = subQueries.flatMap(({ facets }) => facets.subjects);
  // "Rest or train today?" is a question about how the night went.
  if (behaviours.includes("hrv_guided_training")) subjects.push("hrv", "resting_heart_rate");
  const meant = (signal: MeasureSignal) => {
    const own = SUBJECT_OF[signal.measure];
    if (subjects.includes(own)) return true;
    if (own === "resting_heart_rate" && subjects.includes("heart_rate")) return true;
    return signal.measure === "total_sleep_s" && subjects.includes("sleep_quality");
  };
  const first = ranked.filter(meant);
  const kindred = new Set(behaviours.flatMap((behaviour) => SEEN_IN[behaviour] ?? []));
  const others = ranked.filter((signal) => !meant(signal));
  const near = others.filter((signal) => kindred.has(SUBJECT_OF[signal.measure]));
  const far = others.filter((signal) => !near.includes(signal));
  return { signals: [...first, ...near, ...far], signals_asked: first.length };
}

/** Words of a text for overlap counting. */
export function contentWords(text: string): Set<string> {
  return new Set(
    words(text)
      .map(singular)
      .filter((word) => word.length > 2),
  );
}
