/**
 * Turns answers and signals into the text: the answer, the user's numbers behind it, what studies
 * found, one thing to try, and a limit where it matters.
 * @module
 */
import { RECOMMENDATION_CHARS_MAX, RECOMMENDATION_CHARS_MIN } from "../../contract/limits.ts";
import type { Behaviour } from "../../contract/vocabulary.ts";
import { numbersIn } from "../numbers.ts";
import type { EvidenceDocument, MeasureSignal, Signals } from "../types.ts";
import {
  ANSWERS_WHOLE_MIN,
  type Answer,
  type AnswerClaim,
  thinSupport,
} from "../verdict/answer.ts";
import { markerOf } from "./authors.ts";
import { readingsFor, readingsWithoutQuestion, windowOf } from "./chosen-readings.ts";
import { CitedSources, claimsInText } from "./cited-sources.ts";
import { assemble, codePoints, type Sentence } from "./draft.ts";
import { type ReadingWindow, readingsSentence } from "./readings-sentence.ts";

/** People read longer texts less. The contract's maximum is for the rare text that needs it. */
const COMFORTABLE_CHARS_MAX = 950;
/** An alert beside the question gets room of its own. */
const COMFORTABLE_WITH_ASIDE_CHARS_MAX = 1_250;
const CLAIMS_OF_ONE = 2;
const CLAIMS_OF_EACH = 1;

export interface ComposeInput {
  /** In the order they were asked; at least one, each with a claim that may be said to the user. */
  answers: readonly Answer[];
  /** How many further parts of the message have no answer. */
  unanswered: number;
  signals: Signals;
  /** Whether the user asked a question. Without one, the readings come first. */
  asked: boolean;
  /** How well a source fits the question. The sources of a claim are named in this order. */
  relevance: (document: EvidenceDocument) => number;
  /** Chooses between equal wordings; a pure function of the question and the readings. */
  variant: number;
}

/** The sentences of the text, in reading order. */
export function compose(input: ComposeInput): Sentence[] {
  const { signals, asked, variant } = input;
  // An alert without other answers is the answer itself.
  const isAside = (answer: Answer) => isAlert(answer) && !input.answers.every(isAlert);
  const answers = input.answers.filter((answer) => !isAside(answer));
  const cited = new CitedSources(input.relevance);
  const told = new Set<MeasureSignal>();
  const reserve: Sentence[] = [];

  function readings(
    of: readonly MeasureSignal[],
    over: ReadingWindow,
    place: number,
    drop_rank: number,
  ): Sentence[] {
    const fresh = of.filter((signal) => !told.has(signal));
    for (const signal of fresh) told.add(signal);
    return fresh.length === 0
      ? []
      : [sentence("data", readingsSentence(fresh, over, variant + place), { drop_rank })];
  }

  function readingsOf(answer: Answer, place: number): Sentence[] {
    return readings(
      readingsFor(answer, signals),
      windowOf(answer.part.time),
      place,
      place === 0 ? 0 : 2,
    );
  }

  function answering(answer: Answer, place: number): Sentence[] {
    const { say, claims, entry, answer_probability } = answer;
    const first = claimsInText(answer, answers.length === 1 ? CLAIMS_OF_ONE : CLAIMS_OF_EACH);
    const verdict =
      say === null ? [] : [sentence("answer", say, { resting_on: restingOn(answer) })];
    const data = asked ? readingsOf(answer, place) : [];
    const findings = first.flatMap((claim, at) =>
      claimSentence(claim, answer, cited, at === 0 ? 0 : 2),
    );
    reserve.push(
      ...claims
        .filter((claim) => !first.includes(claim))
        .flatMap((claim) => claimSentence(claim, answer, cited, 3)),
    );
    // A finding that is itself the answer comes before the readings.
    const [finding, ...others] = findings;
    if (say === null && finding !== undefined) return [finding, ...data, ...others];
    // An entry about the readings stands in for an answer, which the text admits.
    const standsIn =
      asked && (entry?.unasked ?? null) !== null && answer_probability < ANSWERS_WHOLE_MIN;
    const admission = standsIn ? [sentence("data", fromReadings(variant + place), {})] : [];
    return [...admission, ...verdict, ...data, ...findings];
  }

  /**
   * A paragraph about the readings that raise an alert: what they are, what they say, what to do.
   */
  function aside(answer: Answer): Sentence[] {
    const { say, claims, suggestion } = answer;
    const resting_on = restingOn(answer);
    const opening = sentence("data", BESIDE[variant % BESIDE.length] ?? "", { drop_rank: 1 });
    // The user must see the readings that raise the alert, or the alert makes no sense.
    const data = readings(readingsFor(answer, signals), windowOf(answer.part.time), 0, 0);
    const verdict = say === null ? [] : [sentence("answer", say, { resting_on })];
    const finding = claims.slice(0, 1).flatMap((claim) => claimSentence(claim, answer, cited, 2));
    const trying =
      suggestion === null ? [] : [sentence("suggestion", suggestion, { resting_on, drop_rank: 3 })];
    return [opening, ...data, ...verdict, ...finding, ...trying].map((each) => ({
      ...each,
      aside: true,
    }));
  }

  const unasked = asked ? [] : readings(readingsWithoutQuestion(signals), "recent", 0, 0);
  const body = answers.flatMap(answering);
  const open =
    input.unanswered > 0
      ? [sentence("answer", UNANSWERED[variant % UNANSWERED.length] ?? "", {})]
      : [];
  const beside = input.answers.filter(isAside).flatMap(aside);
  const ending = endOf(
    beside.length === 0 ? answers : answers.filter((each) => !isStrenuous(each)),
  );
  return fitted([...unasked, ...body, ...open, ...ending, ...beside], reserve);
}

/** Opens an answer from the readings to a question that no study here answers. */
const FROM_READINGS = [
  "No study here answers the question itself, but your readings say something about these days.",
  "The studies here are silent on the question itself, so this is what your readings tell.",
  "Your question has no study of its own here, yet your readings bear on it.",
];

function fromReadings(variant: number): string {
  return FROM_READINGS[variant % FROM_READINGS.length] ?? "";
}

/** Opens the paragraph about the readings. */
const BESIDE = [
  "Apart from your question, your nights deserve a look.",
  "Your readings say something beside what you asked.",
  "Something in your latest nights matters as well.",
  "There is also something in your readings that you did not ask about.",
];

/** Names a part of the question that no study here answers. */
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
  {
    sources = [],
    resting_on = [],
    drop_rank = 0,
  }: Partial<Pick<Sentence, "sources" | "resting_on" | "drop_rank">>,
): Sentence {
  return { role, text, sources, resting_on, drop_rank, aside: false };
}

/** Strenuous behaviours. A suggestion of these must not stand beside an alert that advises rest. */
const STRENUOUS: ReadonlySet<Behaviour> = new Set<Behaviour>([
  "aerobic_training",
  "resistance_training",
  "hiit",
  "hrv_guided_training",
  "training_load",
  "exercise_timing",
  "yoga",
  "alcohol",
  "heat_exposure",
  "cold_exposure",
]);

function isStrenuous({ entry }: Answer): boolean {
  return entry?.about.behaviours.some((each) => STRENUOUS.has(each)) ?? false;
}

/** Empty where no source of the claim can be named any more. */
function claimSentence(
  claim: AnswerClaim,
  { say }: Answer,
  cited: CitedSources,
  drop_rank: number,
): Sentence[] {
  const numbers = new Set(numbersIn(`${say ?? ""} ${claim.say}`));
  const sources = cited.name(claim.records, numbers);
  if (sources.length === 0) return [];
  const markers = sources.map(markerOf).join("; ");
  const text = `${claim.say.replace(/\.$/, "")} (${markers}).`;
  return [sentence("finding", text, { sources, drop_rank })];
}

function isAlert({ entry }: Answer): boolean {
  return entry?.alert === true;
}

/** One thing to try and one limit, from the first answer that has each. */
function endOf(answers: readonly Answer[]): Sentence[] {
  const end: Sentence[] = [];
  const trying = answers.find(({ suggestion }) => suggestion !== null);
  if (trying?.suggestion)
    end.push(
      sentence("suggestion", trying.suggestion, { resting_on: restingOn(trying), drop_rank: 1 }),
    );
  const limited = answers.find(({ limits }) => limits !== null);
  if (limited?.limits)
    end.push(sentence("limit", limited.limits, { resting_on: restingOn(limited), drop_rank: 3 }));
  const thin = answers
    .flatMap(({ claims }) => claims.slice(0, 1))
    .map(thinSupport)
    .find((each) => each !== null);
  if (thin !== undefined && limited === undefined && thin.population.n !== undefined)
    end.push(sentence("limit", thinSentence(thin), { resting_on: [thin], drop_rank: 3 }));
  return end;
}

function restingOn({ claims }: Answer): EvidenceDocument[] {
  return claims.flatMap(({ records }) => records);
}

function thinSentence({ design, population: { n = 0 } }: EvidenceDocument): string {
  const kind = design === "qualitative study" ? "interview study" : "study";
  return `This rests on one ${kind} of ${n} people, so take it as a hint.`;
}

/**
 * Adds sentences from the reserve to a short text, and drops the most dispensable of a long one.
 */
function fitted(sentences: readonly Sentence[], reserve: readonly Sentence[]): Sentence[] {
  const text = [...sentences];
  const size = () => codePoints(assemble(text));
  for (const extra of reserve) {
    if (size() >= RECOMMENDATION_CHARS_MIN) break;
    text.splice(
      text.findLastIndex(({ role, aside }) => role === "finding" && !aside) + 1,
      0,
      extra,
    );
  }
  const comfortable = text.some(({ aside }) => aside)
    ? COMFORTABLE_WITH_ASIDE_CHARS_MAX
    : COMFORTABLE_CHARS_MAX;
  for (const limit of [comfortable, RECOMMENDATION_CHARS_MAX])
    while (size() > limit) {
      const drop_rank = Math.max(...text.map((each) => each.drop_rank));
      const drop = text.findLastIndex((each) => each.drop_rank === drop_rank);
      const rest = text.filter((_, at) => at !== drop);
      if (drop_rank === 0 || codePoints(assemble(rest)) < RECOMMENDATION_CHARS_MIN) break;
      text.splice(drop, 1);
    }
  return text;
}
