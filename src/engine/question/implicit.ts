/**
 * The plan for a prompt that the service makes itself.
 * @module
 */
import type { UserContext } from "../../contract/request.ts";
import type { MeasureSignal } from "../types.ts";
import { scopeOf } from "./context.ts";
import { type Prompt, promptForAnyone, promptsFor } from "./prompts.ts";
import type { SearchPlan, SubQuery } from "./search-plan.ts";

/** Where there is no reading at all. */
const NO_READING = { measure: "total_sleep_s", direction: "unknown" } as const;

/** Shape B, and questions about "my data": the prompt comes from what stands out. */
export function implicitPlan(
  shape: "A" | "B",
  context: UserContext,
  ranked: readonly MeasureSignal[],
): SearchPlan {
  const [top, ...beside] = ranked;
  const subQueries = promptsFor(top ?? NO_READING, context, beside).map(subQueryOf);
  return {
    shape,
    sub_queries: subQueries,
    fallback: subQueryOf(promptForAnyone(context)),
    ...scopeOf(subQueries, context),
    signals: [...ranked],
    signals_asked: ranked.length > 0 ? 1 : 0,
    signals_kindred: 0,
  };
}

function subQueryOf({ text, facets, intent }: Prompt): SubQuery {
  const question = `${text}?`;
  return {
    text: question,
    asked: question,
    facets,
    intent,
    unknown: [],
    reworded: null,
    named: 1,
    particulars: [],
  };
}
