/**
 * What flows through the engine: measurements, features, evidence and the result, and the ports. No
 * type here has a member for a proprietary score, an e-mail address, an exact age or a key.
 * @module
 */
import type { UserContext } from "../contract/request.ts";
import type { Citation, SuppressionReason, Warning } from "../contract/response.ts";
import type { SafetyCategory } from "../contract/safety.ts";
import type {
  Behaviour,
  Effect,
  LifeStage,
  Measure,
  Outcome,
  Phase,
} from "../contract/vocabulary.ts";
import type { GuidanceEntry } from "./guidance/entry.ts";
import type { Day, Signals } from "./signals/types.ts";

export {
  type Day,
  type MeasureSignal,
  SIGNAL_MEASURES,
  type SignalMeasure,
  type Signals,
} from "./signals/types.ts";

/** An instant, with the offset of the clock that it was read from. */
export interface LocalTime {
  epoch_ms: number;
  offset_minutes: number;
}

declare const rmssd: unique symbol;
/** Milliseconds of rMSSD. A plain number is none, because it may be SDNN. */
export type RmssdMs = number & { readonly [rmssd]: true };

/**
 * One main sleep period: never a nap, a rejected or a deleted record. Missing values are `null`.
 */
export interface Night {
  day: Day;
  bedtime_start: LocalTime | null;
  bedtime_end: LocalTime | null;
  total_sleep_s: number | null;
  time_in_bed_s: number | null;
  awake_s: number | null;
  latency_s: number | null;
  deep_s: number | null;
  rem_s: number | null;
  light_s: number | null;
  /**
   * Nightly rMSSD: the mean of the valid 5-minute samples where the vendor sends no nightly value.
   */
  hrv_rmssd_ms: RmssdMs | null;
  heart_rate_bpm: number | null;
  lowest_heart_rate_bpm: number | null;
  breaths_per_min: number | null;
  temperature_deviation_c: number | null;
}

export interface Nap {
  day: Day;
  total_sleep_s: number | null;
}

/** Daytime and daily values of one calendar day. */
export interface DailyValues {
  day: Day;
  resting_heart_rate_bpm: number | null;
  vo2max_ml_kg_min: number | null;
  spo2_percent: number | null;
  temperature_deviation_c: number | null;
}

export interface Workout {
  day: Day;
  /** The vendor's word in lower case ("running"); never free text of the person. */
  activity: string | null;
  duration_s: number | null;
  intensity: "easy" | "moderate" | "hard" | null;
  start: LocalTime | null;
}

export interface Measurements {
  /** At most one of each day. */
  nights: Night[];
  naps: Nap[];
  days: DailyValues[];
  /** Days with any valid heart rate, also during activity. */
  heart_rate_days: Day[];
  workouts: Workout[];
  /** The distinct offsets of the night timestamps, each with an instant at which it was seen. */
  offsets: LocalTime[];
  /** 5-year band such as "30-34", or null. */
  age_band: string | null;
}

/**
 * The whole input of the engine. A recommendation is a pure function of it, the models and the
 * corpus.
 */
export interface EngineFeatures {
  /** The question, trimmed and masked; null where nothing is asked (the contract's Shape B). */
  query: string | null;
  context: UserContext;
  signals: Signals;
  minimum_confidence: number;
}

export interface Finding {
  statement: string;
  effect: Effect;
  measure?: Measure;
  outcome?: Outcome;
  magnitude?: string;
  phase?: Phase;
}

/** A citable source document. */
export interface EvidenceDocument {
  doi: string;
  title: string;
  authors: string[];
  year: number;
  journal: string;
  design: string;
  population: {
    n?: number;
    sex: "female" | "male" | "mixed";
    life_stage: LifeStage[];
    age?: string;
  };
  measures: Measure[];
  phases: Phase[];
  behaviours: Behaviour[];
  outcomes: Outcome[];
  findings: Finding[];
  practice?: string;
  limits?: string;
}

/** The unit that is indexed, retrieved and reranked. The cross-encoder reads `text`. */
export interface Passage {
  id: string;
  text: string;
  document: EvidenceDocument;
}

interface SearchHit<P = Passage> {
  passage: P;
  /** BM25 in the full-text ranking, cosine in the vector ranking. */
  score: number;
}

/** The rankings of one search, each best first. */
export interface SearchHits<P = Passage> {
  lexical: readonly SearchHit<P>[];
  dense: readonly SearchHit<P>[];
}

/** A guidance entry that a search found. */
export interface GuidanceHit {
  entry: GuidanceEntry;
  /** Cosine of the reader's vectors: the question and the nearest of the entry's texts. */
  cosine: number;
  /** The same of the embedder's vectors; 0 where the embedder was not asked. */
  embedder_cosine: number;
  /** Cosine to the mean of the entry's ways of asking, by the encoders that were asked. */
  asked_cosine: number;
  /**
   * The share of the question's words that the entry has, the rare ones weighing more; 0 where the
   * question is not known.
   */
  shared_words: number;
}

/** Port: the active release of the corpus. */
export interface Retriever {
  readonly corpusVersion: string;
  search(query: string, limit: number): Promise<SearchHits>;
  /**
   * The guidance entries nearest to a question by both encoders, best first, ties by id. Entries
   * that are told unasked are left out.
   * @param vector the reader's vector of the question
   */
  guidanceFor(
    question: string,
    vector: Float32Array,
    limit: number,
    fits: (entry: GuidanceEntry) => boolean,
  ): Promise<GuidanceHit[]>;
  /** The same entries, nearest to a vector of the reader alone, best first, ties by id. */
  guidanceNear(
    vector: Float32Array,
    limit: number,
    fits?: (entry: GuidanceEntry) => boolean,
  ): GuidanceHit[];
  /** The guidance entries that are told unasked, ordered by id. */
  readonly unasked: readonly GuidanceEntry[];
  /** The reader's vector of an entry's question, for choosing suggestions. */
  guidanceVector(id: string): Float32Array | null;
  /** The passage of each document that is a record of ours. Unknown DOIs are left out. */
  records(dois: readonly string[]): Promise<Passage[]>;
  /** The cosine of each text to the question, in the order of the texts. */
  nearness(question: string, texts: readonly string[]): Promise<number[]>;
}

/** Port: a cross-encoder. Returns one relevance in [0, 1] per passage, in the same order. */
export interface Reranker {
  score(query: string, passages: readonly string[]): Promise<number[]>;
}

export interface ConfidenceParts {
  coverage: number;
  specificity: number;
  consistency: number;
}

export interface EngineResult {
  recommendation: string | null;
  citations: Citation[];
  confidence: number;
  confidence_parts: ConfidenceParts;
  suggested_questions: string[];
  warnings: Warning[];
  suppression_reason: SuppressionReason | null;
  /** The safety categories that keep the message from an answer; mostly empty. */
  categories: readonly SafetyCategory[];
  /**
   * For each part of the message its best entry (id) or record (DOI), and the probability that it
   * answers.
   */
  answered_by: readonly { source: string | null; answers: number }[];
  corpus_version: string;
  timings_ms: Record<string, number>;
}

/** A document that a search of the evidence found. */
export interface RelevantDocument {
  document: EvidenceDocument;
  /** The cross-encoder's relevance of its best passage. */
  relevance: number;
}

export interface Engine {
  /**
   * The safety categories of a message.
   * @throws as `recommend` does
   */
  categories(query: string): Promise<readonly SafetyCategory[]>;
  /**
   * @param beforeStage may throw to end an answer that nobody waits for any more
   * @throws ServiceError `service_unavailable` when the inference queue is full or its deadline has
   *   passed
   */
  recommend(features: EngineFeatures, beforeStage?: () => void): Promise<EngineResult>;
  /**
   * The evidence documents nearest to a question, best first.
   * @throws as `recommend` does
   */
  search(query: string, limit: number): Promise<RelevantDocument[]>;
}
