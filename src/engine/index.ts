/**
 * The engine: question or signals → plan → evidence → confidence → text, or an honest reason why there is none.
 *
 * Pure but for its two ports and the clock that times the stages.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import { PLATFORM_CONFIDENCE_FLOOR, RECOMMENDATION_CHARS_MIN } from "../contract/limits.ts";
import type { UserContext } from "../contract/request.ts";
import type { SuppressionReason, Warning } from "../contract/response.ts";
import type { LifeStage } from "../contract/vocabulary.ts";
import { type Confidence, RELEVANCE_ON_TOPIC } from "./evidence/confidence.ts";
import { byRelevance, type Found, type Ports, type Stopwatch } from "./evidence/gather.ts";
import { type SentenceNearness, sentenceNearness } from "./evidence/nearness.ts";
import type { SelectedDocument } from "./evidence/select.ts";
import { type Weighed, weighEvidence } from "./evidence/weigh.ts";
import { isClinical } from "./question/clinical.ts";
import { isCrisis } from "./question/crisis.ts";
import { tellsOfLoss } from "./question/loss.ts";
import { planSearch } from "./question/plan.ts";
import type { SearchPlan } from "./question/search-plan.ts";
import { isWorthSeeing } from "./question/worth-seeing.ts";
import type { Engine, EngineFeatures, EngineResult, EvidenceDocument, Signals } from "./types.ts";
import { toCitation } from "./writing/citation.ts";
import type { Concern } from "./writing/closings.ts";
import { compose } from "./writing/compose.ts";
import { assemble, codePoints } from "./writing/draft.ts";
import { type Guarded, guardText } from "./writing/guard.ts";
import {
  answerableQuestions,
  BANK_TEXTS,
  QUESTIONS_AFTER_ANSWER,
  QUESTIONS_IN_SHAPE_B,
  rankQuestions,
} from "./writing/questions.ts";
import { isUsable, markerOf, personaOf } from "./writing/sentences.ts";
import { variantOf } from "./writing/variant.ts";

/** Fewer on-topic documents than this: warning `thin_evidence`. */
const DOCUMENTS_ENOUGH = 2;
/** A suggested question is checked over fewer candidates, so it must clear the floor with a margin. */
const QUESTION_CANDIDATES = 6;
const QUESTION_CONFIDENCE_MIN = PLATFORM_CONFIDENCE_FLOOR + 0.05;
const WORRY =
  /\b(?:worr\w+|concern(?:s|ed|ing)?|danger(?:ous)?|serious|scar(?:y|ed)|afraid|alarm(?:ed|ing)|frighten\w*|terrif\w+|panicking|freak(?:ed|ing)? (?:me )?out)\b/i;
const NO_CONFIDENCE: Confidence = { value: 0, parts: { coverage: 0, specificity: 0, consistency: 0 } };
const NO_SIGNALS: Signals = {
  measures: [],
  nights: 0,
  days: 0,
  first_day: null,
  newest_day: null,
  sufficient: false,
  stale: false,
  offset_mismatch: false,
  age_band: null,
};

export interface EnginePorts extends Ports {
  /** Milliseconds from any fixed point; only for `timings_ms`. */
  now?: () => number;
}

/** One engine per loaded set of models and corpus; safe to call concurrently. */
export function createEngine({ retriever, reranker, now = () => performance.now() }: EnginePorts): Engine {
  const ports: Ports = { retriever, reranker };
  const answerable = new Map<string, Promise<boolean>>();

  function evidenceFor(plan: SearchPlan, stopwatch: Stopwatch, candidatesMax?: number): Promise<Weighed> {
    const persona = personaOf(plan);
    const rules = { usable: (document: EvidenceDocument) => isUsable(document, persona), marker: markerOf };
    return weighEvidence(ports, plan, rules, stopwatch, candidatesMax);
  }

  function isAnswerable(question: string, context: UserContext, stopwatch: Stopwatch): Promise<boolean> {
    const key = JSON.stringify([question, context.life_stage, context.cycle_phase]);
    const held = answerable.get(key);
    if (held) return held;
    const check = evidenceFor(planSearch(question, context, NO_SIGNALS), stopwatch, QUESTION_CANDIDATES).then(
      ({ selected, confidence }) => selected.length > 0 && confidence.value >= QUESTION_CONFIDENCE_MIN,
    );
    answerable.set(key, check);
    // A busy queue says nothing about the question: ask again next time.
    check.catch(() => answerable.delete(key));
    return check;
  }

  async function recommend(features: EngineFeatures): Promise<EngineResult> {
    const { query, context, signals } = features;
    const watch = stopwatchOf(now);
    const planned = await watch.time("plan", async () => planSearch(query, context, signals));
    // Someone in danger is not served study findings, nor cheerful follow-up questions; in strict mode the door is shut
    // before. The confidence is then 0, beside its suppression reason.
    const crisis = query !== null && isCrisis(query);
    const { plan, found, confidence, selected } = crisis
      ? { plan: planned, found: [], selected: [], confidence: NO_CONFIDENCE }
      : await evidenceFor(planned, watch);
    const concern = concernOf(query, context.life_stage);
    const withheld = suppressionOf(features, confidence.value, selected.length);
    const nearness =
      withheld === null
        ? await watch.time("search", () => sentenceNearness(retriever, plan, selected))
        : null;
    const text =
      nearness === null
        ? null
        : await watch.time("write", async () => write(features, plan, selected, nearness, concern));
    // A single source with little to say makes no text.
    const suppression = withheld ?? (text === null ? "below_platform_threshold" : null);
    const wanted = query === null ? QUESTIONS_IN_SHAPE_B : QUESTIONS_AFTER_ANSWER;
    const sources = text === null ? [] : selected.map(({ document }) => document);
    // What somebody should look at, or mourns, is not followed by questions about habits.
    const quiet = crisis || concern === "worth_seeing" || (query !== null && tellsOfLoss(query));
    const cosines =
      query === null || quiet
        ? []
        : await watch.time("questions", () => retriever.nearness(query, BANK_TEXTS));
    const questions = quiet
      ? []
      : await watch.time("questions", () =>
          answerableQuestions(
            rankQuestions(plan, context, query, sources, cosines),
            wanted,
            query === null,
            (question) => isAnswerable(question, context, UNTIMED),
            new Set(plan.sub_queries.flatMap(({ facets }) => facets.behaviours)),
          ),
        );
    return {
      recommendation: text?.text ?? null,
      citations: text ? citationsOf(text, selected) : [],
      confidence: confidence.value,
      confidence_parts: confidence.parts,
      suggested_questions: questions,
      warnings: warningsOf(features, found),
      suppression_reason: suppression,
      corpus_version: retriever.corpusVersion,
      timings_ms: watch.timings(),
    };
  }

  return { recommend };
}

/**
 * Precedence: too little data, then the platform floor, then the caller's own. Evidence that offers no usable
 * sentence is evidence below the floor, whatever its grade. The confidence beside `insufficient_signal` is that of the
 * evidence all the same: it grades what was found, not what was sent.
 */
function suppressionOf(
  { signals, minimum_confidence }: EngineFeatures,
  confidence: number,
  documents: number,
): SuppressionReason | null {
  if (!signals.sufficient) return "insufficient_signal";
  if (confidence < PLATFORM_CONFIDENCE_FLOOR || documents === 0) return "below_platform_threshold";
  return confidence < minimum_confidence ? "below_client_threshold" : null;
}

/**
 * Null where what there is to say is too short for a text: that is thin evidence.
 * @throws ServiceError `internal_error` where the guard leaves no text of what was long enough: it is never served unguarded
 */
function write(
  { query, context, signals }: EngineFeatures,
  plan: SearchPlan,
  selected: readonly SelectedDocument[],
  nearness: SentenceNearness,
  concern: Concern,
): Guarded | null {
  const variant = variantOf([query ?? "", context.cycle_phase, plan.signals[0]?.measure ?? ""]);
  const sentences = compose({
    plan,
    selected,
    nearness,
    signals,
    concern,
    variant,
  });
  const guarded = guardText(sentences, signals, personaOf(plan));
  if (guarded !== null || codePoints(assemble(sentences)) < RECOMMENDATION_CHARS_MIN) return guarded;
  throw new ServiceError("internal_error", "The recommendation could not be completed.", {
    internal: `text guard: ${sentences.length} sentences from ${selected.map(({ document }) => document.doi).join(", ")}`,
  });
}

function concernOf(query: string | null, lifeStage: LifeStage): Concern {
  if (query === null) return "none";
  // Chest pain is clinical and has to be seen: the second is what must be said.
  if (isWorthSeeing(query, lifeStage)) return "worth_seeing";
  if (isClinical(query)) return "clinical";
  return WORRY.test(query) ? "worried" : "none";
}

function citationsOf(text: Guarded, selected: readonly SelectedDocument[]) {
  const used = new Set(text.sentences.map(({ document }) => document?.doi));
  return selected
    .filter(({ document }) => used.has(document.doi))
    .sort(byRelevance)
    .map(toCitation);
}

function warningsOf({ context, signals }: EngineFeatures, found: readonly Found[]): Warning[] {
  const onTopic = new Set(
    found.flatMap(({ documents }) =>
      documents
        .filter(({ relevance }) => relevance >= RELEVANCE_ON_TOPIC)
        .map(({ document }) => document.doi),
    ),
  );
  const warnings: Warning[] = [];
  // The persona table knows the phases of reproductive years and perimenopause only.
  if (context.life_stage === "postmenopause") warnings.push("unmapped_persona");
  if (signals.offset_mismatch) warnings.push("timezone_offset_mismatch");
  if (signals.stale) warnings.push("stale_signals");
  if (onTopic.size < DOCUMENTS_ENOUGH) warnings.push("thin_evidence");
  return warnings;
}

const UNTIMED: Stopwatch = { time: (_, work) => work() };

/** Adds up milliseconds by stage, rounded to hundredths. */
function stopwatchOf(now: () => number): Stopwatch & { timings: () => Record<string, number> } {
  const spent = new Map<string, number>();
  return {
    async time(stage, work) {
      const started = now();
      try {
        return await work();
      } finally {
        spent.set(stage, (spent.get(stage) ?? 0) + now() - started);
      }
    },
    timings: () => Object.fromEntries([...spent].map(([stage, ms]) => [stage, Math.round(ms * 100) / 100])),
  };
}
