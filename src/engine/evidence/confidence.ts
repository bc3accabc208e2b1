/**
 * The grade of the evidence: coverage 50 %, specificity 30 %, consistency 20 %; the weakest sub-query decides.
 *
 * It is a heuristic, not a probability. All three parts are damped by the strength of the best match, so that nothing
 * that is about something else (best relevance below 0.5) can reach the platform floor of 0.5. Strength is full from a
 * relevance of 0.85, falls where no passage is near the question and by the share of its words that no passage found
 * speaks of, and is less for an answer from a single document, or from none that speaks of what was asked by name.
 * @module
 */
import type { LifeStage } from "../../contract/vocabulary.ts";
import type { SubQuery } from "../question/search-plan.ts";
import type { ConfidenceParts, EvidenceDocument, Finding } from "../types.ts";
import {
  behaviourCredit,
  documentSubjects,
  missesParticulars,
  phaseFit,
  sexFit,
  stageFit,
  subjectCredit,
} from "./fit.ts";
import { byRelevance, type Found, type ScoredDocument, unitInterval } from "./gather.ts";

export const WEIGHTS = { coverage: 0.5, specificity: 0.3, consistency: 0.2 } as const;
/** The reranker is calibrated so that 0.5 means "on topic". */
export const RELEVANCE_ON_TOPIC = 0.5;
/** Half of all on-topic questions find a better match (how the relevance is scaled: `models/training/fit_scale.py`). */
const RELEVANCE_FULL = 0.85;
/**
 * The embedder's word on whether a corpus without known questions has anything near: half a percent of the held-out questions with an answer are
 * farther than "far", an eighth than "near" (`scripts/held-out-relevance.ts` prints both).
 */
const FAR = 0.45;
const NEAR = 0.57;
/**
 * Where it is known what others asked, log-odds that the evidence answers: from the share of the nearest questions that have an answer and the logit
 * of the best relevance. Fitted on held-out questions (`models/training/fit_strength.py`).
 */
const SURE = { answered: 3.9, logit: 1.04, constant: -3.26 } as const;
/** Log-odds up to which there is no strength, and from which it is full: of 300 held-out questions each, 240 with an answer get one and 47 without. */
const SURE_NOT = -2.5;
const SURE_FULL = 1.2;
/** A relevance has four places. */
const LEAST_DOUBT = 0.0001;
/** The documents that match best, which are those it can cite, grade a sub-query; the tail of the candidates must not. */
const GRADED_DOCUMENTS_MAX = 6;
/** A question in none of our words can be answered by a good match only in part, as far as one can tell. */
const COVERAGE_WITHOUT_FACETS = 0.7;
/** A document that answers so large a part of the known questions near this one covers it. */
const SHARE_COVERING = 0.3;
/** What coverage is worth when no document looked at any of the habits the question is about. */
const HABIT_MISSING = 0.6;
/**
 * What an answer is worth where no document speaks of what was asked by name: of the graded questions that name something, 52 % have an answer where a
 * record near them speaks of it, 24 % where none does (`tests/engine/particulars-graded.ts`).
 */
const PARTICULARS_MISSING = 0.75;
/** One study alone neither agrees nor disagrees. */
const CONSISTENCY_UNTESTED = 0.7;
/** What an answer is worth that rests on one document alone. */
const SINGLE_SOURCE = 0.85;

export interface Confidence {
  value: number;
  parts: ConfidenceParts;
}

/** Confidence of the weakest sub-query; 0 where there is none. */
export function gradeEvidence(found: readonly Found[], lifeStages: readonly LifeStage[]): Confidence {
  const grades = found.map((each) => gradeSubQuery(each, lifeStages));
  const weakest = grades.sort((a, b) => a.value - b.value)[0];
  return weakest ?? { value: 0, parts: { coverage: 0, specificity: 0, consistency: 0 } };
}

function gradeSubQuery(
  { sub_query, documents, nearest, answered, unanswered }: Found,
  lifeStages: readonly LifeStage[],
): Confidence {
  const fitting = documents.filter(({ document }) => stageFit(document, lifeStages) > 0);
  const graded = answering(fitting)
    .sort((a, b) => b.match - a.match || byRelevance(a, b))
    .slice(0, GRADED_DOCUMENTS_MAX);
  const best = fitting[0]?.relevance ?? 0;
  const strength =
    (answered === null ? matchStrength(best) * nearnessStrength(nearest) : knownStrength(best, answered)) *
    (1 - unanswered) *
    (graded.every(({ document }) => missesParticulars(sub_query.particulars, document))
      ? PARTICULARS_MISSING
      : 1) *
    (graded.length === 1 ? SINGLE_SOURCE : 1);
  const parts = {
    coverage: unitInterval(strength * coverage(sub_query, graded)),
    specificity: unitInterval(strength * specificity(sub_query, graded, lifeStages)),
    consistency: unitInterval(strength * consistency(sub_query, graded)),
  };
  const value = unitInterval(
    WEIGHTS.coverage * parts.coverage +
      WEIGHTS.specificity * parts.specificity +
      WEIGHTS.consistency * parts.consistency,
  );
  return { value, parts };
}

/** Rises evenly to 0.5 at "on topic" and from there to 1 at a full match; never above 0.5 off topic. */
export function matchStrength(bestRelevance: number): number {
  if (bestRelevance <= RELEVANCE_ON_TOPIC) return bestRelevance;
  const above = (bestRelevance - RELEVANCE_ON_TOPIC) / (RELEVANCE_FULL - RELEVANCE_ON_TOPIC);
  return Math.min(1, RELEVANCE_ON_TOPIC + (1 - RELEVANCE_ON_TOPIC) * above);
}

/** Nothing is near a question about something else: 0 up to "far", and full from "near". */
export function nearnessStrength(nearest: number): number {
  return Math.min(1, Math.max(0, (nearest - FAR) / (NEAR - FAR)));
}

/**
 * How sure a match is among known questions. Never above 0.5 off topic; from there it rises with the odds.
 * @param best relevance
 * @param answered share of the nearest known questions that have an answer
 */
export function knownStrength(best: number, answered: number): number {
  if (best < RELEVANCE_ON_TOPIC) return best;
  const reading = Math.log(best / Math.max(LEAST_DOUBT, 1 - best));
  const odds = SURE.answered * answered + SURE.logit * reading + SURE.constant;
  return Math.min(1, Math.max(0, (odds - SURE_NOT) / (SURE_FULL - SURE_NOT)));
}

/** Where even the best is barely on topic, what is behind it by no more than this share still counts. */
const SHARE_OF_BEST = 0.7;
/**
 * Of the documents that are read as on topic, those answer that a part of the known questions near this one leads to, and that match not much worse than
 * the best: of the others more than a third was graded 2 or 3 for the judged questions, of these nearly four in five (`tests/engine/evidence-order.ts`).
 */
const SHARE_ANSWERING = 0.1;
const MATCH_BEHIND_MAX = 3;

/** The documents that can be part of the answer, in the order they came; what shares only words with the question is left out. */
export function answering(documents: readonly ScoredDocument[]): ScoredDocument[] {
  const needed = Math.min(RELEVANCE_ON_TOPIC, SHARE_OF_BEST * (documents[0]?.relevance ?? 0));
  const enough = documents.filter(({ relevance }) => relevance >= needed);
  const best = Math.max(...enough.map(({ match }) => match));
  return enough.filter(
    ({ match, share }) =>
      match === best || share === null || (share >= SHARE_ANSWERING && best - match <= MATCH_BEHIND_MAX),
  );
}

/**
 * Mean over the asked facets of the best credit any graded document gives; no less than without facets where one of them answers what
 * others asked like this, since our words for what is asked can be wrong ("a hot water bottle" is no drink).
 */
export function coverage(query: SubQuery, graded: readonly ScoredDocument[]): number {
  const named = coverageOfFacets(query, graded);
  return graded.some(({ share }) => share !== null && share >= SHARE_COVERING)
    ? Math.max(named, COVERAGE_WITHOUT_FACETS)
    : named;
}

function coverageOfFacets({ facets }: SubQuery, graded: readonly ScoredDocument[]): number {
  const reported = graded.map(({ document }) => ({ document, subjects: documentSubjects(document) }));
  const best = (credit: (each: (typeof reported)[number]) => number) =>
    Math.max(0, ...reported.map((each) => credit(each)));
  const credits = [
    ...facets.subjects.map((subject) => best(({ subjects }) => subjectCredit(subject, subjects))),
    ...facets.behaviours.map((behaviour) => best(({ document }) => behaviourCredit(behaviour, document))),
  ];
  if (facets.phases.length > 0) credits.push(best(({ document }) => phaseFit(document, facets.phases)));
  if (credits.length === 0) return COVERAGE_WITHOUT_FACETS;
  const habitMissing =
    facets.behaviours.length > 0 &&
    reported.every(({ document }) =>
      facets.behaviours.every((asked) => behaviourCredit(asked, document) === 0),
    );
  return mean(credits) * (habitMissing ? HABIT_MISSING : 1);
}

/** How well the people studied, the phase and the subject fit, weighted by relevance. */
export function specificity(
  { facets }: SubQuery,
  graded: readonly ScoredDocument[],
  lifeStages: readonly LifeStage[],
): number {
  const total = graded.reduce((sum, { relevance }) => sum + relevance, 0);
  if (total === 0) return 0;
  const fitOf = (document: EvidenceDocument) => {
    const subjects = documentSubjects(document);
    const subject =
      facets.subjects.length === 0
        ? 1
        : Math.max(...facets.subjects.map((asked) => subjectCredit(asked, subjects)));
    return mean([
      stageFit(document, lifeStages),
      phaseFit(document, facets.phases),
      sexFit(document),
      subject,
    ]);
  };
  return graded.reduce((sum, each) => sum + fitOf(each.document) * each.relevance, 0) / total;
}

/**
 * Agreement on direction between documents that report the same thing (subject, phase and behaviour): the share of
 * the commonest effect. Null and contrary findings count against it; "mixed" agrees half with anything.
 */
export function consistency({ facets }: SubQuery, graded: readonly ScoredDocument[]): number {
  const groups = new Map<string, Map<string, Set<Finding["effect"]>>>();
  for (const { document } of graded) {
    for (const finding of document.findings) {
      const subject = finding.outcome ?? finding.measure;
      if (subject === undefined) continue;
      if (facets.subjects.length > 0 && !facets.subjects.includes(subject)) continue;
      const behaviour = facets.behaviours.find((asked) => document.behaviours.includes(asked));
      const about = behaviour ?? [...document.behaviours].sort().join("+");
      const key = `${subject}/${finding.phase ?? ""}/${about}`;
      const byDocument = groups.get(key) ?? new Map<string, Set<Finding["effect"]>>();
      const effects = byDocument.get(document.doi) ?? new Set<Finding["effect"]>();
      effects.add(finding.effect);
      byDocument.set(document.doi, effects);
      groups.set(key, byDocument);
    }
  }
  const agreements = [...groups.values()]
    .filter((byDocument) => byDocument.size > 1)
    .map((byDocument) => agreement([...byDocument.values()]));
  return agreements.length === 0 ? CONSISTENCY_UNTESTED : mean(agreements);
}

function agreement(documents: readonly ReadonlySet<Finding["effect"]>[]): number {
  const shares = (["increase", "decrease", "none"] as const).map((effect) =>
    mean(
      documents.map((effects) => {
        if (effects.size > 1 || effects.has("mixed"))
          return effects.has(effect) || effects.has("mixed") ? 0.5 : 0;
        return Number(effects.has(effect));
      }),
    ),
  );
  return Math.max(...shares);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
