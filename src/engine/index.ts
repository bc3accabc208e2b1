/**
 * The engine: message or signals → what is asked → evidence → verdict → text, or an honest reason why there is none.
 *
 * Pure but for its ports and the clock that times the stages.
 * @module
 */
import { PLATFORM_CONFIDENCE_FLOOR } from "../contract/limits.ts";
import type { UserContext } from "../contract/request.ts";
import type { Citation, SuppressionReason, Warning } from "../contract/response.ts";
import { isUrgent } from "../contract/safety.ts";
import { type Found, gather, type Ports, type Stopwatch, unitInterval } from "./evidence/gather.ts";
import type { GuidanceEntry } from "./guidance/entry.ts";
import { stopwatchOf } from "./stopwatch.ts";
import type { Engine, EngineFeatures, EngineResult, EvidenceDocument, Passage } from "./types.ts";
import { asksOfNow, asksOfReadings, entryUnasked, promptFor } from "./unasked.ts";
import { understood } from "./understanding/labels.ts";
import { type MessageReader, type Part, type Reading, readMessage } from "./understanding/reading.ts";
import type { Answer } from "./verdict/answer.ts";
import { type Judged, judge } from "./verdict/judge.ts";
import { toCitation } from "./writing/citation.ts";
import { compose } from "./writing/compose.ts";
import { type Guarded, guardText, personaFor } from "./writing/guard.ts";
import { QUESTIONS_AFTER_ANSWER, QUESTIONS_IN_SHAPE_B, suggestedQuestions } from "./writing/questions.ts";
import { variantOf } from "./writing/variant.ts";
import { namesTransition, type Persona, wordingFault } from "./writing/wording.ts";

/** Fewer documents cited than this: warning `thin_evidence`. */
const DOCUMENTS_ENOUGH = 2;
/** Messages and suggested questions; some kilobytes each. */
const READINGS_REMEMBERED = 1_024;
/** Suggestions looked at for the few that are given. */
const QUESTIONS_LOOKED_AT = 7;

export interface EnginePorts extends Ports {
  reader: MessageReader;
  /** Milliseconds from any fixed point; only for `timings_ms`. */
  now?: () => number;
}

/** One engine per loaded set of models and corpus; safe to call concurrently. */
export function createEngine({
  retriever,
  reranker,
  reader,
  now = () => performance.now(),
}: EnginePorts): Engine {
  const ports: Ports = { retriever, reranker };
  // The gate and the answer read the same message: once.
  const readings = new Map<string, Promise<Reading>>();

  function readingOf(query: string): Promise<Reading> {
    const held = readings.get(query);
    if (held !== undefined) return held;
    const reading = readMessage(query, reader);
    readings.set(query, reading);
    reading.catch(() => readings.delete(query));
    for (const oldest of readings.keys()) {
      if (readings.size <= READINGS_REMEMBERED) break;
      readings.delete(oldest);
    }
    return reading;
  }

  /** Where she asks nothing: the entry that speaks of her readings, or what the search finds where there is none. */
  async function foundUnasked({ context, signals }: EngineFeatures, watch: Stopwatch): Promise<Found> {
    const entry = entryUnasked(retriever.unasked, { context, signals });
    const text = entry?.question ?? promptFor(signals, context);
    const [read] = await watch.time("understand", () => reader.read([text]));
    if (read === undefined) throw new Error("the reader gave nothing for a question");
    const { kind, facets: named } = understood(reader.labels, read.logits);
    // The question is the service's own: she has asked of no phase and of no stage.
    const facets = { ...named, phases: [], stages: [] };
    const part: Part = { text, vector: read.vector, kind, facets, time: "recent", whose: "own" };
    return entry === null ? gather(ports, part, () => false, watch) : foundBy(entry, part, 1);
  }

  /** The first `wanted` questions that the gate would let pass: one that it stops has no answer. */
  async function answerable(questions: readonly string[], wanted: number): Promise<string[]> {
    const passed: string[] = [];
    for (const question of questions) {
      if (passed.length === wanted) break;
      const { categories, unsupported_language } = await readingOf(question);
      if (categories.length === 0 && !unsupported_language) passed.push(question);
    }
    return passed;
  }

  /** The cross-encoder's own output for the query and the passage of each document cited. */
  async function relevancesOf(
    documents: ReadonlyMap<string, EvidenceDocument>,
    passages: ReadonlyMap<string, Passage>,
    found: readonly Found[],
  ): Promise<Map<string, number>> {
    const known = new Map(
      found.flatMap(({ records }) =>
        records.map(({ document, relevance }) => [document.doi, relevance] as const),
      ),
    );
    const [first] = found;
    const unread = [...documents.keys()].filter((doi) => !known.has(doi) && passages.has(doi));
    if (first !== undefined && unread.length > 0) {
      const scores = await reranker.score(
        first.part.text,
        unread.map((doi) => passages.get(doi)?.text ?? ""),
      );
      for (const [at, doi] of unread.entries()) known.set(doi, unitInterval(scores[at] ?? 0));
    }
    return known;
  }

  /** What is told: what answers her message, or what her readings say where they have to be heeded or nothing else answers. */
  async function answersFor(features: EngineFeatures, reading: Reading, watch: Stopwatch): Promise<Judged> {
    if (features.query === null)
      return judge(retriever, [await foundUnasked(features, watch)], features, watch);
    const found: Found[] = [];
    for (const part of reading.parts) found.push(await gather(ports, part, fitsHer(part, features), watch));
    const spoken = entryUnasked(retriever.unasked, features);
    // Where nothing here is near, she asks about something else, and her readings are no answer.
    const hers = found.filter(
      (each) => each.part.whose !== "other" && nearestOf(each, null).answers >= BESIDE_THE_FIELD,
    );
    const ofNow = hers.find(({ part }) => asksOfNow(part));
    const judged = (what: readonly Found[]) => judge(retriever, what, features, watch);
    if (spoken === null || hers[0] === undefined) return judged(found);
    if (spoken.alert) {
      const alert = foundBy(spoken, (ofNow ?? hers[0]).part, ALERT_ANSWERS);
      if (ofNow?.part.kind === "decide") return judged([alert]);
      const beside = await judged([...found, alert]);
      const answersMore = beside.answers.some((answer) => answer !== null && answer.entry !== spoken);
      // Alone it is no answer to a general question.
      return answersMore || ofNow !== undefined ? beside : judged(found);
    }
    const asked = await judged(found);
    const isAnswered = asked.told.length > 0 && asked.confidence.value >= PLATFORM_CONFIDENCE_FLOOR;
    return isAnswered || ofNow === undefined || !asksOfReadings(ofNow.part)
      ? asked
      : judged([foundBy(spoken, ofNow.part, READINGS_ANSWER)]);
  }

  async function recommend(features: EngineFeatures): Promise<EngineResult> {
    const { query, context, signals } = features;
    const watch = stopwatchOf(now);
    const reading = query === null ? NOTHING_READ : await watch.time("understand", () => readingOf(query));
    const { found, passages, answers, told, confidence } = await answersFor(features, reading, watch);
    const withheld = suppressionOf(features, confidence.value, told.length);
    const cited = new Map(
      told.flatMap(({ claims }) =>
        claims.flatMap(({ records }) => records.map((each) => [each.doi, each] as const)),
      ),
    );
    const relevance =
      withheld === null ? await watch.time("rerank", () => relevancesOf(cited, passages, found)) : new Map();
    const text =
      withheld === null
        ? await watch.time("write", async () =>
            write(features, told, unansweredOf(found, answers), relevance),
          )
        : null;
    const suppression = withheld ?? (text === null ? "below_platform_threshold" : null);
    const citations = text === null ? [] : citationsOf(text, relevance);
    const questions = await watch.time("questions", async () =>
      reading.categories.length > 0 || reading.unsupported_language
        ? []
        : answerable(
            suggestedQuestions(
              retriever,
              {
                vectors: found.map(({ part: { vector } }) => vector),
                answered: told.flatMap(({ entry }) => entry ?? []),
                context,
                signals,
              },
              QUESTIONS_LOOKED_AT,
            ),
            query === null ? QUESTIONS_IN_SHAPE_B : QUESTIONS_AFTER_ANSWER,
          ),
    );
    return {
      recommendation: text?.text ?? null,
      citations,
      confidence: confidence.value,
      confidence_parts: confidence.parts,
      suggested_questions: questions,
      warnings: warningsOf(features, reading, citations),
      suppression_reason: suppression,
      categories: reading.categories,
      answered_by: found.map((each, at) => nearestOf(each, answers[at] ?? null)),
      corpus_version: retriever.corpusVersion,
      timings_ms: watch.timings(),
    };
  }

  return { recommend, categories: async (query) => (await readingOf(query)).categories };
}

/** Of one who asks nothing. */
const NOTHING_READ: Reading = { unsupported_language: false, categories: [], parts: [] };
/** What the nearest entry or record of a question about something else stays below. */
const BESIDE_THE_FIELD = 0.12;
/** Nothing here is near a part whose best candidate is no surer than this. */
const NOTHING_NEAR = 0.3;

/** How many parts of a message nothing here is near to; one that is half answered is not named as open. */
function unansweredOf(found: readonly Found[], answers: readonly (Answer | null)[]): number {
  return found.filter((each, at) => answers[at] === null && nearestOf(each, null).answers < NOTHING_NEAR)
    .length;
}

function nearestOf({ entries, records }: Found, answer: Answer | null) {
  const [entry] = entries;
  const [record] = records;
  if (answer !== null)
    return {
      source: answer.entry?.id ?? record?.document.doi ?? null,
      answers: unitInterval(answer.coverage),
    };
  return (entry?.answers ?? 0) >= (record?.answers ?? 0)
    ? { source: entry?.entry.id ?? null, answers: unitInterval(entry?.answers ?? 0) }
    : { source: record?.document.doi ?? null, answers: unitInterval(record?.answers ?? 0) };
}

/** Whether an entry may be told: it is written for her stage, or she asks about another. */
function fitsHer(
  { facets, whose }: Part,
  { context: { life_stage } }: EngineFeatures,
): (entry: GuidanceEntry) => boolean {
  return ({ stages }) =>
    whose === "other" || stages.includes(life_stage) || facets.stages.some((stage) => stages.includes(stage));
}

/** How surely her readings answer a question about how she is or what to do: they bear on it, whatever else it asks. */
const READINGS_ANSWER = 0.7;
/** What has to be heeded before anything else. */
const ALERT_ANSWERS = 0.9;

/** An entry that was chosen by its conditions, which hold for her. */
function foundBy(entry: GuidanceEntry, part: Part, answers: number): Found {
  const clues = { cosine: 1, embedder_cosine: 1, relevance: 1, same_kind: true, shared_facets: 1 };
  return { part, entries: [{ entry, ...clues, beside_wellness: false, answers }], records: [] };
}

/** Precedence: too little data, then the platform floor, then the caller's own. */
function suppressionOf(
  { signals, minimum_confidence }: EngineFeatures,
  confidence: number,
  answers: number,
): SuppressionReason | null {
  if (!signals.sufficient) return "insufficient_signal";
  if (confidence < PLATFORM_CONFIDENCE_FLOOR || answers === 0) return "below_platform_threshold";
  return confidence < minimum_confidence ? "below_client_threshold" : null;
}

/** Null where what may be said to her is too short for a text: that is thin evidence. */
function write(
  { query, context, signals }: EngineFeatures,
  answers: readonly Answer[],
  unanswered: number,
  relevance: ReadonlyMap<string, number>,
): Guarded | null {
  const parts = answers.map(({ part }) => part);
  const persona = personaOf(parts, context, answers);
  const sayable = answers.flatMap((answer) => sayableOf(answer, persona));
  if (sayable.length === 0) return null;
  const sentences = compose({
    answers: sayable,
    unanswered: query === null ? 0 : unanswered,
    signals,
    asked: query !== null,
    relevance: ({ doi }) => relevance.get(doi) ?? 0,
    variant: variantOf([query ?? "", context.cycle_phase, String(context.cycle_day)]),
  });
  return guardText(sentences, signals, persona);
}

/**
 * The answer without the claims that may not be said to her. None where no claim is left, or where the answer begins with
 * what may not be said: an entry for another stage than hers, or an imported article.
 */
function sayableOf(answer: Answer, persona: Persona): Answer[] {
  if (answer.say !== null && wordingFault(answer.say, persona) !== null) return [];
  const claims = answer.claims.filter(
    ({ say }) => wordingFault(say, personaFor("finding", persona)) === null,
  );
  return claims.length === 0 ? [] : [{ ...answer, claims }];
}

/** What may be spoken of to her: what she asks about, and what her stage has. */
function personaOf(parts: readonly Part[], { life_stage }: UserContext, answers: readonly Answer[]): Persona {
  const ofOthers = parts.some(({ whose }) => whose === "other");
  const stages = new Set([life_stage, ...parts.flatMap(({ facets }) => facets.stages)]);
  const outcomes = parts.flatMap(({ facets }) => facets.outcomes);
  // What is told of another stage than hers was asked of it.
  const ofEarlier = answers.some(({ entry }) => entry !== null && !entry.stages.includes(life_stage));
  return {
    phases:
      life_stage !== "postmenopause" ||
      ofOthers ||
      ofEarlier ||
      parts.some(({ facets }) => facets.phases.length > 0),
    transition:
      ofOthers ||
      stages.has("perimenopause") ||
      stages.has("postmenopause") ||
      outcomes.includes("hot_flashes") ||
      ofEarlier ||
      answers.some(({ entry }) => entry !== null && namesTransition(entry.question)),
    later: stages.has("postmenopause"),
  };
}

function citationsOf({ sentences }: Guarded, relevance: ReadonlyMap<string, number>): Citation[] {
  const documents = new Map(
    sentences.flatMap(({ sources }) => sources.map((document) => [document.doi, document] as const)),
  );
  return [...documents.values()]
    .map((document) => toCitation(document, relevance.get(document.doi) ?? 0))
    .sort((a, b) => b.relevance - a.relevance || (a.doi < b.doi ? -1 : 1));
}

function warningsOf(
  { context, signals }: EngineFeatures,
  { categories, unsupported_language }: Reading,
  citations: readonly Citation[],
): Warning[] {
  const warnings: Warning[] = [];
  // The persona table knows the phases of reproductive years and perimenopause only.
  if (context.life_stage === "postmenopause") warnings.push("unmapped_persona");
  if (signals.offset_mismatch) warnings.push("timezone_offset_mismatch");
  if (signals.stale) warnings.push("stale_signals");
  if (categories.some(isUrgent)) warnings.push("urgent_support");
  else if (categories.length > 0) warnings.push("seek_medical_advice");
  else if (unsupported_language) warnings.push("unsupported_language");
  else if (citations.length < DOCUMENTS_ENOUGH) warnings.push("thin_evidence");
  return warnings;
}
