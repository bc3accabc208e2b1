/**
 * Answers + Signals → the text: the answer, her numbers that bear on it, what studies found, one
 * thing to try, a limit where it matters.
 * @module
 */
import { CITATIONS_MAX, RECOMMENDATION_CHARS_MAX, RECOMMENDATION_CHARS_MIN } from "../../contract/limits.ts";
import type { EvidenceDocument, MeasureSignal, Signals } from "../types.ts";
import { type Answer, type ToldClaim, thinSupport } from "../verdict/answer.ts";
import { markerOf } from "./authors.ts";
import { assemble, codePoints, type Sentence } from "./draft.ts";
import { type Over, readingsSentence } from "./own-data.ts";
import { overOf, readingsFor, readingsUnasked } from "./readings.ts";

/** Longer texts are read less; the contract's maximum is for the rare case that needs it. */
const COMFORTABLE_CHARS_MAX = 950;
const CLAIMS_OF_ONE = 2;
const CLAIMS_OF_EACH = 1;
/** More sources behind one sentence make it no surer to who reads it. */
const SOURCES_OF_CLAIM_MAX = 3;

export interface ComposeInput {
  /** In the order they were asked; at least one, and each with a claim that may be said to her. */
  answers: readonly Answer[];
  /** How many further parts of the message nothing answers. */
  unanswered: number;
  signals: Signals;
  /** Whether she asked; where not, her readings come first. */
  asked: boolean;
  /** Sources that fit the question best first; those of a claim are named in this order. */
  relevance: (document: EvidenceDocument) => number;
  /** Chooses among equal wordings; a pure function of question and readings. */
  variant: number;
}

/** The sentences of the text, in reading order. */
export function compose(input: ComposeInput): Sentence[] {
  const { answers, signals, asked, variant } = input;
  const cited = new Cited(input.relevance);
  const told = new Set<MeasureSignal>();
  const body: Sentence[] = [];
  const reserve: Sentence[] = [];
  const tell = (of: readonly MeasureSignal[], over: Over, place: number, needed: boolean) => {
    const fresh = of.filter((signal) => !told.has(signal));
    for (const signal of fresh) told.add(signal);
    if (fresh.length > 0)
      body.push(sentence("data", readingsSentence(fresh, over, variant + place), { spare: needed ? 0 : 2 }));
  };
  if (!asked) tell(readingsUnasked(signals), "recent", 0, true);
  for (const [place, answer] of answers.entries()) {
    const resting_on = answer.claims.flatMap(({ records }) => records);
    if (answer.say !== null) body.push(sentence("answer", answer.say, { resting_on }));
    const { claims } = answer;
    const first = claims.slice(0, answers.length === 1 ? CLAIMS_OF_ONE : CLAIMS_OF_EACH);
    const data = () => {
      // An alert without the readings that raise it would be a riddle.
      const needed = place === 0 || isAlert(answer);
      if (asked) tell(readingsFor(answer, signals), overOf(answer.part.time), place, needed);
    };
    // Where a finding is the answer it comes before her readings.
    if (answer.say !== null) data();
    for (const [at, claim] of first.entries()) {
      const drafted = claimSentence(claim, cited, at === 0 ? 0 : 2);
      if (drafted !== null) body.push(drafted);
      if (answer.say === null && at === 0) data();
    }
    for (const claim of claims.slice(first.length)) {
      const drafted = claimSentence(claim, cited, 3);
      if (drafted !== null) reserve.push(drafted);
    }
  }
  if (input.unanswered > 0) body.push(sentence("answer", UNANSWERED[variant % UNANSWERED.length] ?? "", {}));
  return fitted([...body, ...endOf(answers)], reserve);
}

/** What is asked beside and no study here speaks to. */
const UNANSWERED = [
  "No study in this collection looked at the other thing you ask.",
  "For the other part of your question there is no study here that would answer it.",
  "What else you ask has to stay open, because no study here looked at it.",
  "To the rest of what you ask no study in this collection has an answer.",
  "On the second thing you ask the studies gathered here are silent.",
];

function sentence(
  role: Sentence["role"],
  text: string,
  { sources = [], resting_on = [], spare = 0 }: Partial<Pick<Sentence, "sources" | "resting_on" | "spare">>,
): Sentence {
  return { role, text, sources, resting_on, spare };
}

/** At most five documents, no two with one marker. */
class Cited {
  readonly #documents = new Map<string, EvidenceDocument>();
  readonly #relevance: (document: EvidenceDocument) => number;

  constructor(relevance: (document: EvidenceDocument) => number) {
    this.#relevance = relevance;
  }

  /** Those of a claim's documents that may be named; none where there is no room. */
  name(documents: readonly EvidenceDocument[]): EvidenceDocument[] {
    const ranked = [...documents].sort(
      (a, b) => this.#relevance(b) - this.#relevance(a) || (a.doi < b.doi ? -1 : 1),
    );
    const named: EvidenceDocument[] = [];
    for (const document of ranked) {
      const held = this.#documents.get(markerOf(document));
      const fits = held === undefined ? this.#documents.size < CITATIONS_MAX : held.doi === document.doi;
      if (!fits || named.length === SOURCES_OF_CLAIM_MAX) continue;
      this.#documents.set(markerOf(document), document);
      named.push(document);
    }
    return named;
  }
}

function claimSentence(claim: ToldClaim, cited: Cited, spare: number): Sentence | null {
  const sources = cited.name(claim.records);
  if (sources.length === 0) return null;
  const markers = sources.map(markerOf).join("; ");
  const text = `${claim.say.replace(/\.$/, "")} (${markers}).`;
  // A number may stand in any record of the claim, named or not.
  return sentence("finding", text, { sources, resting_on: claim.records, spare });
}

function isAlert({ entry }: Answer): boolean {
  return entry?.alert === true;
}

/** One thing to try and one limit: an alert's, else those of the first answer that has them. */
function endOf(told: readonly Answer[]): Sentence[] {
  const answers = [...told.filter(isAlert), ...told.filter((answer) => !isAlert(answer))];
  const end: Sentence[] = [];
  const trying = answers.find(({ suggestion }) => suggestion !== null);
  if (trying?.suggestion)
    end.push(sentence("suggestion", trying.suggestion, { resting_on: restingOn(trying), spare: 1 }));
  const limited = answers.find(({ limits }) => limits !== null);
  if (limited?.limits)
    end.push(sentence("limit", limited.limits, { resting_on: restingOn(limited), spare: 3 }));
  const thin = answers
    .flatMap(({ claims }) => claims.slice(0, 1))
    .map(thinSupport)
    .find((each) => each !== null);
  if (thin !== undefined && limited === undefined && thin.population.n !== undefined)
    end.push(sentence("limit", thinSentence(thin), { resting_on: [thin], spare: 3 }));
  return end;
}

function restingOn({ claims }: Answer): EvidenceDocument[] {
  return claims.flatMap(({ records }) => records);
}

function thinSentence({ design, population: { n = 0 } }: EvidenceDocument): string {
  const kind = design === "qualitative study" ? "interview study" : "study";
  return `This rests on one ${kind} of ${n} people, so take it as a hint.`;
}

/** Adds from the reserve while too short, leaves out the most dispensable while too long. */
function fitted(sentences: readonly Sentence[], reserve: readonly Sentence[]): Sentence[] {
  const text = [...sentences];
  const size = () => codePoints(assemble(text));
  for (const extra of reserve) {
    if (size() >= RECOMMENDATION_CHARS_MIN) break;
    text.splice(text.findLastIndex(({ role }) => role === "finding") + 1, 0, extra);
  }
  for (const limit of [COMFORTABLE_CHARS_MAX, RECOMMENDATION_CHARS_MAX])
    while (size() > limit) {
      const spare = Math.max(...text.map((each) => each.spare));
      const drop = text.findLastIndex((each) => each.spare === spare);
      const rest = text.filter((_, at) => at !== drop);
      if (spare === 0 || codePoints(assemble(rest)) < RECOMMENDATION_CHARS_MIN) break;
      text.splice(drop, 1);
    }
  return text;
}
