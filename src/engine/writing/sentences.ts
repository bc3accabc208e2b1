/**
 * The sentences a document offers for a text about this plan, with their inline markers.
 * @module
 */
import type { Behaviour, Phase } from "../../contract/vocabulary.ts";
import {
  behaviourCredit,
  documentSubjects,
  isWanted,
  NO_REMEDY,
  subjectCredit,
  triedRemedy,
} from "../evidence/fit.ts";
import type { SentenceNearness } from "../evidence/nearness.ts";
import { DECISIVE_SUBJECTS } from "../question/decisive.ts";
import { type Facets, statedFacets } from "../question/facets.ts";
import type { Subject } from "../question/lexicon.ts";
import { meantSubjects } from "../question/names.ts";
import { spokenOf } from "../question/particulars.ts";
import { contentWords } from "../question/plan.ts";
import type { SearchPlan, SubQuery } from "../question/search-plan.ts";
import type { EvidenceDocument, Finding } from "../types.ts";
import { inlineMarker } from "./authors.ts";
import { quantityAsked } from "./quantities.ts";
import { type Persona, wordingFault } from "./wording.ts";

export function personaOf(plan: SearchPlan): Persona {
  const subjects = plan.sub_queries.flatMap(({ facets }) => facets.subjects);
  return {
    phases: plan.phases.length > 0,
    later: plan.life_stages.includes("postmenopause"),
    transition:
      plan.life_stages.some((stage) => stage !== "reproductive") || subjects.includes("hot_flashes"),
  };
}

export function markerOf(document: EvidenceDocument): string {
  return inlineMarker(document.authors, document.year);
}

/** "… lower in the luteal phase (Schmalenberger et al., 2019)." */
export function withMarker(sentence: string, document: EvidenceDocument): string {
  return `${sentence.replace(/[.!?]+$/, "")} (${markerOf(document)}).`;
}

export function isUsable(document: EvidenceDocument, persona: Persona): boolean {
  return document.findings.some(({ statement }) => wordingFault(statement, persona) === null);
}

export interface RankedFinding {
  finding: Finding;
  /** It reports what was asked about, or something near it, from a study of the habit that was asked about. */
  on_subject: boolean;
  /** It names the time or the amount that was asked for. */
  tells: boolean;
  /** Its place in the record, the main finding first. */
  place: number;
  /** How well it answers the sub-query; only differences mean anything. */
  worth: number;
}

/**
 * What a cosine of 1 to the question is worth. Of 600 questions, each with a study that answers and the finding that best does by reading, the rest of
 * the worth alone names that finding or another that answers for 73 %, the cosine alone for 79 %, both for 80 % (`tests/engine/finding-choice.ts`).
 */
const NEARNESS_WORTH = 25;
const OVERLAP_WORTH = 0.5;
const OVERLAP_WORTH_MAX = 2;
/** Phases are weighed by themselves. */
const PHASE_VOCABULARY = [
  "menstrual",
  "cycle",
  "phase",
  "follicular",
  "ovulatory",
  "luteal",
  "women",
  "period",
];
const SAME_PHASE = 2;
const PHASE_NAMED = 1.5;
const OTHER_PHASE = -2;
const SAME_BEHAVIOUR = 2;
const OTHER_BEHAVIOUR = -2;
/** People most readers are not; findings about them come after findings about anyone. */
const SPECIAL_PEOPLE =
  /\b(?:elite|competitive|heavy (?:long-term )?drink\w*|patients|(?:people|women|adults) with (?:depression|diabetes|anxiety|asthma|obesity)|(?:people|women|adults|men) with (?:health |heart |chronic |long-term )?(?:conditions|disease|illness)|military|soldiers|users of|who drink|pill phase|veterans|dependen\w+|obes\w+|students?|adolescents?|athletes?|swimmers|cyclists|players)\b/i;
const OLDER_PEOPLE = /\bolder (?:adults|women|people|men)\b/i;
/** Advice to the young is none in midlife. */
const TO_THE_YOUNG = /\bif you are young\b/i;
const SPECIAL = -1.5;

/** Whether a sentence is about people she is probably not one of. */
export function isOfSpecialPeople(sentence: string, { later, transition }: Persona): boolean {
  if (SPECIAL_PEOPLE.test(sentence) || (!later && OLDER_PEOPLE.test(sentence))) return true;
  return transition && TO_THE_YOUNG.test(sentence);
}

/** Sentences that need the one before them in their record. */
const LEANS_ON_BEFORE =
  /^(?:Looked at separately|The (?:more|less|training|review|programmes?|difference|trials?|studies|benefits?|effects?|same|links?|link|gain|change|improvement|women|rise|drop|pattern|peak|night-time)|This|These|Those|They|It|In the same|Both|Their)\b|\b(?:also|the other)\b/i;
const LEANS = -1.8;
const SUBJECT_WORTH = 3;
/** "What helps?" is answered first by what did. */
const HELPED = 1;
/** "How long …?" is answered first by what names a time. */
const QUANTITY = 2;
/** A remedy, complaint or circumstance that she named. */
const PARTICULAR_NAMED = 2;
/** The first finding of a record is its main one. */
const LATER_FINDING = -0.5;

/** Findings that may stand in the text, best answer first, ties in the order of the record. */
export function rankFindings(
  document: EvidenceDocument,
  query: SubQuery,
  persona: Persona,
  nearness: SentenceNearness,
): RankedFinding[] {
  const asked = contentWords(`${query.text} ${query.asked}`);
  for (const word of PHASE_VOCABULARY) asked.delete(word);
  const about =
    query.facets.behaviours.some((each) => behaviourCredit(each, document) > 0) ||
    isHabitAsked(document, query);
  const remedy = triedRemedy(document, query.facets.behaviours);
  const quantity = quantityAsked(query.asked);
  const tells = ({ statement }: Finding) => quantity?.told.test(statement) === true;
  return (
    document.findings
      .map((finding, place) => ({ finding, place }))
      .filter(({ finding }) => wordingFault(finding.statement, persona) === null)
      // "What helps?" is never answered with a drink.
      .filter(
        ({ finding }) =>
          query.intent !== "action" ||
          !isWanted(finding) ||
          (remedy && !namesNoRemedy(finding.statement, query.facets.behaviours)),
      )
      .map(({ finding, place }, at) => ({
        finding,
        place,
        tells: tells(finding),
        on_subject:
          (subjectOf(finding, document, query) > 0 ||
            spokenOf(query.particulars, finding.statement).length > 0) &&
          (about || query.facets.behaviours.length === 0),
        worth:
          worthOf(finding, document, query, asked, persona) +
          NEARNESS_WORTH * (nearness.get(finding.statement) ?? 0) +
          at * LATER_FINDING +
          PARTICULAR_NAMED * spokenOf(query.particulars, finding.statement).length +
          (tells(finding) ? QUANTITY : 0) +
          (query.intent === "action" && isWanted(finding) ? HELPED : 0),
      }))
      .sort((a, b) => b.worth - a.worth)
  );
}

function namesNoRemedy(statement: string, asked: readonly Behaviour[]): boolean {
  const { behaviours } = statedFacets(statement);
  return behaviours.length > 0 && behaviours.every((each) => NO_REMEDY.has(each) && !asked.includes(each));
}

/** A finding about another habit than the one asked for is no answer, even from the right paper. */
function behaviourWorth(finding: Finding, facets: Facets): number {
  if (facets.behaviours.length === 0) return 0;
  const named = statedFacets(finding.statement).behaviours;
  const others = named.filter((each) => !facets.behaviours.includes(each)).length;
  if (others < named.length) return Math.max(0, SAME_BEHAVIOUR - others);
  return named.length > 0 ? OTHER_BEHAVIOUR : 0;
}

/** In "how does A affect B", a finding about B answers; one about A alone is beside the point. */
const CAUSE_CREDIT = 0.6;
const GUESSED_CREDIT_MIN = 0.3;
/** What a finding speaks of is as good as something akin to what it reports. */
const SPOKEN_CREDIT = 0.7;
/** A study of illness that looked at another reading than the one asked about. */
const OTHER_READING = 0.5;
/** Good said of a drink or a smoke comes last: it is an association at best, and no reason to start. */
const PRAISE = -4;

/** "Do regular bedtimes matter?": what is asked about by the name of a reading is the habit that the study looked at. */
function isHabitAsked({ behaviours }: EvidenceDocument, { facets }: Pick<SubQuery, "facets">): boolean {
  const habits: readonly string[] = behaviours;
  return facets.subjects.some((subject) => habits.includes(subject));
}

/** 1 where what was asked is reported (or nothing particular was asked), 0 where something else is. */
function subjectOf(finding: Finding, document: EvidenceDocument, { facets, intent, text }: SubQuery): number {
  const subjects = meantSubjects(facets);
  if (subjects.length === 0) return 1;
  // A study of illness tells of it through a reading, so all its findings are about the subject.
  const decisive = subjects.filter((subject) => DECISIVE_SUBJECTS.has(subject));
  const reported = new Set<Subject>([finding.measure, finding.outcome].filter((each) => each !== undefined));
  if (decisive.length > 0) {
    if (!decisive.some((subject) => documentSubjects(document).has(subject))) return 0;
    const readings = statedFacets(text).subjects.filter((subject) => !DECISIVE_SUBJECTS.has(subject));
    return Math.max(OTHER_READING, ...readings.map((asked) => subjectCredit(asked, reported)));
  }
  // "People with a higher resting heart rate were less fit" tells of both.
  const spoken = new Set(statedFacets(finding.statement).subjects);
  const credits = subjects.map((asked, at) => {
    const isCause = intent === "effect" && subjects.length > 1 && at === 0 && facets.behaviours.length === 0;
    const credit = Math.max(subjectCredit(asked, reported), spoken.has(asked) ? SPOKEN_CREDIT : 0);
    return credit * (isCause ? CAUSE_CREDIT : 1);
  });
  // What nobody named is only guessed, so other findings about the habit may stand too.
  const unlabelled =
    reported.size === 0 && facets.behaviours.some((each) => document.behaviours.includes(each));
  const open = facets.subjects.length === 0 || unlabelled || isHabitAsked(document, { facets });
  return Math.max(open ? GUESSED_CREDIT_MIN : 0, ...credits);
}

/** Whether a statement speaks of a phase; "premenstrual symptoms" and "ovulatory cycles" are none. */
export function namesPhase(statement: string, phase: Phase): boolean {
  return new RegExp(
    `(?<![a-z])${phase}\\b(?! (?:cycles?|symptoms?|pain|cramps?|disorders?|complaints?|bleeding))`,
  ).test(statement);
}

/** How studies say it in plain words; the days around ovulation are often labelled with the phase before. */
const OTHER_NAMES: Partial<Record<Phase, RegExp>> = {
  menstrual:
    /\b(?:during|on|days of|first days? of) (?:the |their |your )?(?:period|bleeding|menses)\b|\bbleeding days\b/i,
  luteal:
    /\b(?:before|premenstrual days|days before) (?:the |their |your |a )?(?:period|menses|bleeding)\b|\bpremenstrual days\b/i,
  ovulatory: /\b(?:late follicular|mid-?cycle|(?:around|near|before|at|of) ovulation)\b/i,
};

/** Her phase named in the sentence is as good as her phase on its label: most findings compare two phases. */
function phaseWorth({ phase, statement }: Finding, { phases }: Facets): number {
  if (phase === undefined || phases.length === 0) return 0;
  if (phases.includes(phase)) return SAME_PHASE;
  const isNamed = (asked: Phase) =>
    namesPhase(statement, asked) || OTHER_NAMES[asked]?.test(statement) === true;
  return phases.some(isNamed) ? PHASE_NAMED : OTHER_PHASE;
}

function worthOf(
  finding: Finding,
  document: EvidenceDocument,
  query: SubQuery,
  asked: ReadonlySet<string>,
  persona: Persona,
): number {
  const { facets } = query;
  const subject = SUBJECT_WORTH * subjectOf(finding, document, query);
  const overlap = [...contentWords(finding.statement)].filter((word) => asked.has(word)).length;
  const phase = phaseWorth(finding, facets);
  const special =
    (isOfSpecialPeople(finding.statement, persona) ? SPECIAL : 0) +
    (LEANS_ON_BEFORE.test(finding.statement) ? LEANS : 0);
  return (
    subject +
    phase +
    behaviourWorth(finding, facets) +
    (isWanted(finding) && namesNoRemedy(finding.statement, []) ? PRAISE : 0) +
    special +
    Math.min(OVERLAP_WORTH * overlap, OVERLAP_WORTH_MAX)
  );
}

/** First words that keep their capital after a comma or a colon: names, nationalities, abbreviations. */
const KEEPS_CAPITAL =
  /^(?!These\b|Omega)(?:\S*[A-Z]\S*[A-Z0-9]|I\b|[A-Z][a-z]+(?:ese|ish|ian|ean)\b|(?:Dutch|German|French|Swiss|Greek|Czech|Thai|Mexican|American|African|Vitamin [A-Z]|European)\b)/;

export function lowerFirst(sentence: string): string {
  return KEEPS_CAPITAL.test(sentence) ? sentence : sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
}

const IMPERATIVE =
  /^(?:Aim|Allow|Ask|Build|Choose|Compare|Do|Drink|Eat|Get|Give|Go|Judge|Keep|Leave|Let|Limit|Listen|Look|Make|Measure|Move|Note|Notice|Pair|Plan|Put|Save|Set|Spread|Start|Take|Track|Treat|Try|Use|Wait|Walk|Watch|Wind|Work|Write)\b/;

export function isImperative(sentence: string): boolean {
  return IMPERATIVE.test(sentence);
}

const NEAR_DUPLICATE = 0.6;

/** Said in every study. */
const OF_STUDIES = ["women", "with", "trial", "study", "studies", "among", "across", "than", "the", "and"];

/** Two sentences that say nearly the same in nearly the same words. */
export function nearDuplicate(a: string, b: string): boolean {
  const one = contentWords(a);
  const other = contentWords(b);
  for (const word of OF_STUDIES) {
    one.delete(word);
    other.delete(word);
  }
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / Math.max(1, Math.min(one.size, other.size)) >= NEAR_DUPLICATE;
}
