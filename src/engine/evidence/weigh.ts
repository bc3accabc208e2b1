/**
 * The evidence for a plan: gathered, graded and chosen.
 * @module
 */
import { PLATFORM_CONFIDENCE_FLOOR } from "../../contract/limits.ts";
import type { SearchPlan, SubQuery } from "../question/search-plan.ts";
import type { EvidenceDocument } from "../types.ts";
import { type Confidence, gradeEvidence } from "./confidence.ts";
import { type Found, gather, type Ports, type Stopwatch } from "./gather.ts";
import { type SelectedDocument, type SelectionRules, selectEvidence } from "./select.ts";

/** Share of the nearest known questions that have an answer, from which one may be asked in other words. */
const REWORDED_ANSWERED_MIN = 0.5;

export interface WeighingRules extends SelectionRules {
  /** Has the document a sentence that may stand in a text for this person? */
  usable: (document: EvidenceDocument) => boolean;
}

export interface Weighed {
  /** The plan with the sub-queries that were kept. */
  plan: SearchPlan;
  found: Found[];
  selected: SelectedDocument[];
  confidence: Confidence;
}

/** The one question that nothing was found for, as others would ask it; what nobody near got an answer to is something else. */
function inOtherWordsOf([found, ...others]: readonly Found[]): SubQuery | null {
  // One search more is what the budget of pairs has room for.
  if (found === undefined || others.length > 0) return null;
  const { sub_query, answered } = found;
  const isKnown = answered === null || answered >= REWORDED_ANSWERED_MIN;
  return isKnown && sub_query.reworded !== null ? { ...sub_query, text: sub_query.reworded } : null;
}

/** @throws what the ports throw */
export async function weighEvidence(
  ports: Ports,
  plan: SearchPlan,
  rules: WeighingRules,
  stopwatch: Stopwatch,
  candidatesMax?: number,
): Promise<Weighed> {
  const usableFor = async (subQueries: readonly SubQuery[]) => {
    const found = await gather(ports, subQueries, stopwatch, candidatesMax);
    return found.map((each) => ({
      ...each,
      documents: each.documents.filter(({ document }) => rules.usable(document)),
    }));
  };
  const passes = (each: Found) => gradeEvidence([each], plan.life_stages).value >= PLATFORM_CONFIDENCE_FLOOR;
  let found = await usableFor(plan.sub_queries);
  const inOtherWords = found.some(passes) ? null : inOtherWordsOf(found);
  if (inOtherWords !== null) {
    const again = await usableFor([inOtherWords]);
    if (again.every(passes)) found = again;
  }
  if (plan.fallback) {
    let kept = found.filter(passes);
    if (kept.length === 0) kept = (await usableFor([plan.fallback])).filter(passes);
    if (kept.length > 0) found = kept;
  }
  const asked = { ...plan, sub_queries: found.map(({ sub_query }) => sub_query) };
  return {
    plan: asked,
    found,
    selected: selectEvidence(asked, found, rules),
    confidence: gradeEvidence(found, plan.life_stages),
  };
}
