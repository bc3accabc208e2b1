/**
 * At most five documents to write from: the best fitting first, and one for every sub-query that has any.
 * @module
 */
import { CITATIONS_MAX } from "../../contract/limits.ts";
import { DECISIVE_SUBJECTS } from "../question/decisive.ts";
import { withoutTracking } from "../question/habits.ts";
import type { Subject } from "../question/lexicon.ts";
import type { SearchPlan, SubQuery } from "../question/search-plan.ts";
import type { EvidenceDocument, Finding } from "../types.ts";
import { answering, RELEVANCE_ON_TOPIC } from "./confidence.ts";
import {
  behaviourCredit,
  designFit,
  documentSubjects,
  isWanted,
  missesParticulars,
  namedThings,
  phaseFit,
  sexFit,
  stageFit,
  subjectCredit,
  triedRemedy,
} from "./fit.ts";
import type { Found, ScoredDocument } from "./gather.ts";

export interface SelectedDocument {
  document: EvidenceDocument;
  /** Raw reranker output of the sub-query it answers best; never changed by fit. */
  relevance: number;
  /** Index of that sub-query in the plan. */
  sub_query: number;
}

export interface SelectionRules {
  /** The inline marker; two cited documents never share one. */
  marker: (document: EvidenceDocument) => string;
}

interface Ranked extends SelectedDocument {
  worth: number;
}

/** In order of worth; the first documents are the first of each sub-query. */
export function selectEvidence(
  plan: SearchPlan,
  found: readonly Found[],
  rules: SelectionRules,
): SelectedDocument[] {
  const ranked = (documents: readonly ScoredDocument[], index: number) => {
    const best = Math.max(...documents.map(({ match }) => match));
    return documents
      .map(({ document, relevance, match }) => ({
        document,
        relevance,
        sub_query: index,
        // Matches are log-odds of a kind: their difference says how many times better the best one is.
        worth: Math.exp(match - best) * fitOf(document, plan, found[index]?.sub_query),
      }))
      .filter(({ worth }) => worth > 0)
      .sort(byWorth);
  };
  // What answers best among studies of people like her, as the grade has it.
  const fitting = (documents: readonly ScoredDocument[]) =>
    documents.filter(({ document }) => stageFit(document, plan.life_stages) > 0);
  const queues = found.map(({ documents }, index) => ranked(answering(fitting(documents)), index));
  const chosen: Ranked[] = [];
  const take = (candidate: Ranked | undefined) => {
    if (chosen.length < CITATIONS_MAX && candidate && isNew(candidate, chosen, rules)) chosen.push(candidate);
  };
  for (const queue of queues) take(queue.find((candidate) => isNew(candidate, chosen, rules)));
  for (const missing of [halvesMissing, remedyMissing, otherSideMissing])
    for (const [index, { sub_query, documents }] of found.entries()) {
      const onTopic = documents.filter(({ relevance }) => relevance >= RELEVANCE_ON_TOPIC);
      for (const wanted of missing(sub_query, chosen)) {
        if (chosen.length === 0 || chosen.some(({ document }) => wanted(document))) continue;
        take(ranked(onTopic, index).find((each) => wanted(each.document) && isNew(each, chosen, rules)));
      }
    }
  const rest = queues.flat().sort(byWorth);
  // Where no habit was asked about, two about the same one say less than one each about two.
  const open = plan.sub_queries.every(({ facets }) => facets.behaviours.length === 0);
  const repeated = (candidate: Ranked) =>
    open && chosen.some((held) => sameHabit(held.document, candidate.document));
  for (const candidate of rest) if (!repeated(candidate)) take(candidate);
  for (const candidate of rest) take(candidate);
  return chosen.map(({ document, sub_query }) => ({
    document,
    sub_query,
    relevance: Math.max(
      ...found.map(
        ({ documents }) => documents.find((each) => each.document.doi === document.doi)?.relevance ?? 0,
      ),
    ),
  }));
}

/** What an answer would be one-sided without; it is looked for among all studies on topic, however few were led to them. */
type Missing = (
  query: SubQuery,
  chosen: readonly SelectedDocument[],
) => ((document: EvidenceDocument) => boolean)[];

/** "Ashwagandha or valerian?": the one that more is known of must not shut out the other. */
const halvesMissing: Missing = (query) => namedThings(query);

/** "What can I do?" is not answered by how things are alone. */
const remedyMissing: Missing = ({ intent, facets }) =>
  intent === "action"
    ? [(document) => document.practice !== undefined && triedRemedy(document, facets.behaviours)]
    : [];

/** Where all that is chosen found the same, a study of the same that did not is heard as well. */
const otherSideMissing: Missing = (query, chosen) => {
  const effects = chosen.flatMap(({ document }) => effectsOn(query, document));
  const [effect] = effects;
  if (effect === undefined || !isDirection(effect) || effects.some((each) => each !== effect)) return [];
  return [
    (document) => {
      const its = effectsOn(query, document);
      return its.length > 0 && its.every((each) => each !== effect && each !== "mixed");
    },
  ];
};

/** What a study of the habit asked about found of the subject asked about. */
function effectsOn({ facets }: SubQuery, document: EvidenceDocument): Finding["effect"][] {
  if (!facets.behaviours.some((asked) => document.behaviours.includes(asked))) return [];
  return document.findings
    .filter(({ outcome, measure }) => facets.subjects.some((asked) => asked === (outcome ?? measure)))
    .map(({ effect }) => effect);
}

function isDirection(effect: Finding["effect"]): boolean {
  return effect === "increase" || effect === "decrease";
}

function sameHabit(a: EvidenceDocument, b: EvidenceDocument): boolean {
  const [first, ...others] = withoutTracking(a.behaviours);
  const same = withoutTracking(b.behaviours);
  return first !== undefined && others.length === 0 && same.length === 1 && same[0] === first;
}

function byWorth(a: Ranked, b: Ranked): number {
  return b.worth - a.worth || (a.document.doi < b.document.doi ? -1 : 1);
}

function isNew(candidate: Ranked, chosen: readonly Ranked[], rules: SelectionRules): boolean {
  const marker = rules.marker(candidate.document);
  return chosen.every(
    ({ document }) => document.doi !== candidate.document.doi && rules.marker(document) !== marker,
  );
}

/** After menopause a study of the cycle has little to say; which of its sentences may is the writer's to judge. */
const CYCLE_STUDY = 0.6;
const PILL_NOT_ASKED = 0.75;

/** Whether she takes hormones is not known, so evidence about contraception waits to be asked for. */
function pillAside(document: EvidenceDocument, { facets }: SubQuery): boolean {
  const pill = "hormonal_contraception";
  return document.behaviours.includes(pill) && !facets.behaviours.includes(pill);
}

const OTHER_SUBJECT = 0.5;
/** A study that speaks of what is named answers nearly seven times as often (`tests/engine/particulars-graded.ts`); its match knows of that in part. */
const PARTICULARS_MISSED = 0.4;

/** "What helps?" needs a source that tried something, and is answered best by one where it helped. */
const NOTHING_TRIED = 0.7;
const NOTHING_HELPED = 0.8;

function helpfulness(document: EvidenceDocument, { facets, intent }: SubQuery): number {
  if (intent !== "action") return 1;
  const tried = triedRemedy(document, facets.behaviours) && document.practice !== undefined;
  const about = (subject: Subject | undefined) =>
    subject !== undefined && (facets.subjects.length === 0 || facets.subjects.includes(subject));
  const helped = document.findings.some((each) => about(each.outcome ?? each.measure) && isWanted(each));
  return (tried ? 1 : NOTHING_TRIED) * (helped ? 1 : NOTHING_HELPED);
}

function fitOf(document: EvidenceDocument, plan: SearchPlan, query: SubQuery | undefined): number {
  if (query === undefined) return 0;
  const { facets } = query;
  const subjects = documentSubjects(document);
  const decisive = facets.subjects.filter((each) => DECISIVE_SUBJECTS.has(each));
  if (decisive.length > 0 && !decisive.some((each) => subjects.has(each))) return 0;
  const subject =
    facets.subjects.length === 0
      ? 1
      : Math.max(OTHER_SUBJECT, ...facets.subjects.map((asked) => subjectCredit(asked, subjects)));
  const behaviour =
    facets.behaviours.length === 0
      ? 1
      : Math.max(OTHER_SUBJECT, ...facets.behaviours.map((asked) => behaviourCredit(asked, document)));
  const postmenopauseCycle = plan.phases.length === 0 && document.phases.length > 0 ? CYCLE_STUDY : 1;
  return (
    stageFit(document, plan.life_stages) *
    phaseFit(document, facets.phases) *
    sexFit(document) *
    designFit(document) *
    helpfulness(document, query) *
    (pillAside(document, query) ? PILL_NOT_ASKED : 1) *
    subject *
    behaviour *
    (missesParticulars(query.particulars, document) ? PARTICULARS_MISSED : 1) *
    postmenopauseCycle
  );
}
