/**
 * The prompt the service makes itself: why what stands out may have moved, and what helps.
 * @module
 */
import type { UserContext } from "../../contract/request.ts";
import type { MeasureSignal } from "../types.ts";
import { canonicalQuestion } from "./canonical.ts";
import { inContext, scopeOf } from "./context.ts";
import type { Facets } from "./facets.ts";
import type { Subject } from "./lexicon.ts";
import { SUBJECT_NAME, SUBJECT_OF, SUPPORT_OF } from "./names.ts";
import type { Intent, SearchPlan, SubQuery } from "./search-plan.ts";

/** Shape B, and questions about "my data": the prompt comes from what stands out. */
export function implicitPlan(
  shape: "A" | "B",
  context: UserContext,
  ranked: readonly MeasureSignal[],
): SearchPlan {
  const top = ranked[0]?.measure ?? "total_sleep_s";
  const about = (subject: Subject): Facets => ({
    subjects: [subject],
    behaviours: [],
    phases: [],
    life_stages: [],
    cycle: false,
    own_data: true,
    leftover: [],
  });
  const prompt = (facets: Facets, intent: Intent): SubQuery => {
    const name = SUBJECT_NAME[facets.subjects[0] ?? "sleep_quality"];
    const text = `${canonicalQuestion(facets, intent) ?? `What affects ${name}`}?`;
    return { text, asked: text, facets, intent };
  };
  const cause = inContext(about(SUBJECT_OF[top]), "cause", context, "");
  const subQueries = [prompt(cause, "cause"), support(ranked[0], about, prompt)];
  // Something is always known about sleep, in her phase or stage.
  const sleep = inContext(about("sleep_quality"), "cause", context, "");
  return {
    shape,
    sub_queries: subQueries,
    fallback: prompt(sleep, sleep.phases.length > 0 ? "cause" : "action"),
    ...scopeOf(subQueries, context),
    signals: [...ranked],
    signals_asked: ranked.length > 0 ? 1 : 0,
  };
}

/** Well rested is a good moment to train; what has moved the other way is asked how it can be helped. */
function support(
  top: MeasureSignal | undefined,
  about: (subject: Subject) => Facets,
  prompt: (facets: Facets, intent: Intent) => SubQuery,
): SubQuery {
  const rested =
    (top?.measure === "hrv_rmssd_ms" && top.direction === "higher") ||
    (top !== undefined && SUBJECT_OF[top.measure] === "resting_heart_rate" && top.direction === "lower");
  if (rested) return prompt({ ...about("fitness"), behaviours: ["hrv_guided_training"] }, "action");
  return prompt(about(SUPPORT_OF[top?.measure ?? "total_sleep_s"]), "action");
}
