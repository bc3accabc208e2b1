/**
 * The engine: from a message or signals to what is asked, evidence, verdict and text, or to the
 * reason why there is no text.
 *
 * It is pure except for its ports and the clock that times the stages.
 * @module
 */
import type { Citation, Warning } from "../contract/response.ts";
import { isUrgent } from "../contract/safety.ts";
import { answerFromReadings, answerMessage, nearestOf, unansweredOf } from "./answering.ts";
import type { Ports } from "./evidence/gather.ts";
import { searchEvidence } from "./evidence/search.ts";
import { stopwatchOf } from "./stopwatch.ts";
import type { Engine, EngineFeatures, EngineResult, Reranker } from "./types.ts";
import { type MessageReader, type Reading, readMessage } from "./understanding/reading.ts";
import { unitInterval } from "./unit-interval.ts";
import type { Answer } from "./verdict/answer.ts";
import type { Judgment } from "./verdict/judge.ts";
import { suppressionOf } from "./verdict/suppression.ts";
import { toCitation } from "./writing/citation.ts";
import { compose } from "./writing/compose.ts";
import { type GuardedText, guardText } from "./writing/guard.ts";
import { personaOf, sayableOf } from "./writing/persona.ts";
import {
  QUESTIONS_AFTER_ANSWER,
  QUESTIONS_IN_SHAPE_B,
  suggestedQuestions,
} from "./writing/questions.ts";
import { variantOf } from "./writing/variant.ts";

/** An answer with fewer cited documents gets the warning `thin_evidence`. */
const DOCUMENTS_ENOUGH = 2;
/** Cached readings of messages and suggested questions, a few kilobytes each. */
const READINGS_CACHED = 1_024;
/** How many suggestions are checked to find the few that are returned. */
const QUESTIONS_CHECKED = 7;

export interface EnginePorts extends Ports {
  reader: MessageReader;
  /** Milliseconds from any fixed point; used for `timings_ms` only. */
  now?: () => number;
}

/** One engine per loaded set of models and corpus. It may be called concurrently. */
export function createEngine({
  retriever,
  reranker,
  matcher,
  reader,
  now = () => performance.now(),
}: EnginePorts): Engine {
  const ports: Ports = { retriever, reranker, matcher };
  const understand = cachedReadings(reader);

  async function recommend(
    features: EngineFeatures,
    beforeStage?: () => void,
  ): Promise<EngineResult> {
    const { query, context, signals } = features;
    const watch = stopwatchOf(now, beforeStage);
    const reading =
      query === null ? EMPTY_READING : await watch.time("understand", () => understand(query));
    const judged = await (query === null
      ? answerFromReadings({ ...ports, reader }, features, watch)
      : answerMessage(ports, reading.asked, features, watch));
    const { evidence, answers, served, confidence } = judged;
    const withheld = suppressionOf(features, reading, confidence.value, served.length);
    const relevance =
      withheld === null
        ? await watch.time("rerank", () => relevancesOf(reranker, judged))
        : new Map();
    const text =
      withheld === null
        ? await watch.time("write", async () =>
            write(features, served, unansweredOf(judged), relevance),
          )
        : null;
    const suppression = withheld ?? (text === null ? "below_platform_threshold" : null);
    const citations = text === null ? [] : citationsOf(text, relevance);
    const questions = await watch.time("questions", async () =>
      reading.categories.length > 0 || reading.unsupported_language
        ? []
        : answerable(
            understand,
            suggestedQuestions(
              retriever,
              {
                evidence,
                answered: served.flatMap(({ entry }) => entry ?? []),
                context,
                signals,
              },
              QUESTIONS_CHECKED,
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
      answered_by: evidence.map((each, at) => {
        const { source, answer_probability } = nearestOf(each, answers[at] ?? null);
        return { source, answers: answer_probability };
      }),
      corpus_version: retriever.corpusVersion,
      timings_ms: watch.timings(),
    };
  }

  return {
    recommend,
    categories: async (query) => (await understand(query)).categories,
    search: (query, limit) => searchEvidence(ports, query, limit),
  };
}

type Understand = (query: string) => Promise<Reading>;

/** The gate and the answer need the same message, which the reader then reads only once. */
function cachedReadings(reader: MessageReader): Understand {
  const readings = new Map<string, Promise<Reading>>();
  return (query) => {
    const cached = readings.get(query);
    if (cached !== undefined) return cached;
    const reading = readMessage(query, reader);
    readings.set(query, reading);
    reading.catch(() => readings.delete(query));
    for (const oldest of readings.keys()) {
      if (readings.size <= READINGS_CACHED) break;
      readings.delete(oldest);
    }
    return reading;
  };
}

/**
 * The first `wanted` questions that the gate would pass; a question that it stops has no answer.
 */
async function answerable(
  understand: Understand,
  questions: readonly string[],
  wanted: number,
): Promise<string[]> {
  const passed: string[] = [];
  for (const question of questions) {
    if (passed.length === wanted) break;
    const { categories, unsupported_language } = await understand(question);
    if (categories.length === 0 && !unsupported_language) passed.push(question);
  }
  return passed;
}

/**
 * The cross-encoder's relevance of each cited document's passage to the part of the message that it
 * is cited for; of a document that several parts cite, to the first of them.
 */
async function relevancesOf(
  reranker: Reranker,
  { evidence, answers, passages }: Judgment,
): Promise<Map<string, number>> {
  const relevances = new Map<string, number>();
  for (const [at, { part, records }] of evidence.entries()) {
    const read = new Map(records.map(({ document, relevance }) => [document.doi, relevance]));
    const unread = new Map<string, string>();
    for (const { doi } of answers[at]?.claims.flatMap((claim) => claim.records) ?? []) {
      if (relevances.has(doi)) continue;
      const relevance = read.get(doi);
      const passage = passages.get(doi);
      if (relevance !== undefined) relevances.set(doi, relevance);
      else if (passage !== undefined) unread.set(doi, passage.text);
    }
    if (unread.size === 0) continue;
    const scores = await reranker.score(part.text, [...unread.values()]);
    for (const [place, doi] of [...unread.keys()].entries())
      relevances.set(doi, unitInterval(scores[place] ?? 0));
  }
  return relevances;
}

/** The reading of a request without a question. */
const EMPTY_READING: Reading = { unsupported_language: false, categories: [], asked: null };

/** Null where too little may be said to this person to make a text, which is thin evidence. */
function write(
  { query, context, signals }: EngineFeatures,
  answers: readonly Answer[],
  unanswered: number,
  relevance: ReadonlyMap<string, number>,
): GuardedText | null {
  const persona = personaOf(answers, context);
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

function citationsOf(
  { sentences }: GuardedText,
  relevance: ReadonlyMap<string, number>,
): Citation[] {
  const documents = new Map(
    sentences.flatMap(({ sources }) =>
      sources.map((document) => [document.doi, document] as const),
    ),
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
  // The persona table has phases for the reproductive years and perimenopause only.
  if (context.life_stage === "postmenopause") warnings.push("unmapped_persona");
  if (signals.offset_mismatch) warnings.push("timezone_offset_mismatch");
  if (signals.stale) warnings.push("stale_signals");
  if (categories.some(isUrgent)) warnings.push("urgent_support");
  else if (categories.length > 0) warnings.push("seek_medical_advice");
  else if (unsupported_language) warnings.push("unsupported_language");
  else if (citations.length < DOCUMENTS_ENOUGH) warnings.push("thin_evidence");
  return warnings;
}
