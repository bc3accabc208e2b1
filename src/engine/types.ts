/**
 * What flows through the engine: measurements in, features, evidence, result out, and the two ports
 * it is given. Nothing here can hold a proprietary score, an e-mail, a raw age or a key: there is
 * no member for them.
 * @module
 */
import type { UserContext } from "../contract/request.ts";
import type { Citation, SuppressionReason, Warning } from "../contract/response.ts";
import type { SafetyCategory } from "../contract/safety.ts";
import type { Behaviour, Effect, LifeStage, Measure, Outcome, Phase } from "../contract/vocabulary.ts";
import type { GuidanceEntry } from "./guidance/entry.ts";
import type { Day, Signals } from "./signals/types.ts";

export {
  type Day,
  type MeasureSignal,
  SIGNAL_MEASURES,
  type SignalMeasure,
  type Signals,
} from "./signals/types.ts";

/** An instant with the offset of the wall clock it was taken on. */
export interface LocalTime {
  epoch_ms: number;
  offset_minutes: number;
}

/**
 * One main sleep period (never a nap, a rejected or a deleted record). Absent values are `null`.
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
  /** Nightly rMSSD; the mean of valid 5-minute samples where the vendor sends no nightly value. */
  hrv_rmssd_ms: number | null;
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
  /** Lower-case vendor word ("running"); never free text of the person. */
  activity: string | null;
  duration_s: number | null;
  intensity: "easy" | "moderate" | "hard" | null;
  start: LocalTime | null;
}

export interface Measurements {
  nights: Night[];
  naps: Nap[];
  days: DailyValues[];
  /** Days with any valid heart rate, in activity too. */
  heart_rate_days: Day[];
  workouts: Workout[];
  /**
   * Distinct offsets (minutes east of UTC) seen on night timestamps with the instant they were seen
   * at.
   */
  offsets: LocalTime[];
  /** 5-year band such as "30-34", or null. */
  age_band: string | null;
}

/**
 * The engine's whole input. A recommendation is a pure function of this, the models and the corpus.
 */
export interface EngineFeatures {
  /** Trimmed and masked question, or null for Shape B. */
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

/** A citable source document as the engine reads it. */
export interface EvidenceDocument {
  doi: string;
  title: string;
  authors: string[];
  year: number;
  journal: string;
  design: string;
  population: { n?: number; sex: "female" | "male" | "mixed"; life_stage: LifeStage[]; age?: string };
  measures: Measure[];
  phases: Phase[];
  behaviours: Behaviour[];
  outcomes: Outcome[];
  findings: Finding[];
  practice?: string;
  limits?: string;
}

/** The unit that is indexed, retrieved and reranked; `text` is what the cross-encoder reads. */
export interface Passage {
  id: string;
  text: string;
  document: EvidenceDocument;
}

interface SearchHit<P = Passage> {
  passage: P;
  /** BM25 in the lexical ranking, cosine in the dense one. */
  score: number;
}

/** The rankings of one search, each best first. */
export interface SearchHits<P = Passage> {
  lexical: readonly SearchHit<P>[];
  dense: readonly SearchHit<P>[];
}

/** A guidance entry near a question. */
export interface GuidanceHit {
  entry: GuidanceEntry;
  /** The reader's cosine to the nearest of its texts. */
  cosine: number;
  /** The embedder's; 0 where it was not asked. */
  embedder_cosine: number;
}

/** Port: the active corpus release. */
export interface Retriever {
  readonly corpusVersion: string;
  search(query: string, limit: number): Promise<SearchHits>;
  /**
   * Of the guidance entries that fit and are not told unasked those nearest to a question by both
   * encoders, best first; ties by id.
   * @param vector of the message reader
   */
  guidanceFor(
    question: string,
    vector: Float32Array,
    limit: number,
    fits: (entry: GuidanceEntry) => boolean,
  ): Promise<GuidanceHit[]>;
  /**
   * Of the same entries those nearest to a vector of the message reader, best first; ties by id.
   */
  guidanceNear(vector: Float32Array, limit: number, fits?: (entry: GuidanceEntry) => boolean): GuidanceHit[];
  /** Guidance entries that are told unasked, ordered by id. */
  readonly unasked: readonly GuidanceEntry[];
  /** Vector of an entry's own question, for what to suggest beside it. */
  guidanceVector(id: string): Float32Array | null;
  /** The passage of each document that is a record of ours; unknown ones are left out. */
  records(dois: readonly string[]): Promise<Passage[]>;
  /** Cosine of each text to the question, in their order. */
  nearness(question: string, texts: readonly string[]): Promise<number[]>;
}

/** Port: the cross-encoder. Relevance in [0,1], one per passage, same order. */
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
  /** What the message must not be answered for as wellness; empty for every other one. */
  categories: readonly SafetyCategory[];
  /**
   * For each part of the message what came nearest to an answer: an entry's id or a record's DOI,
   * and how surely.
   */
  answered_by: readonly { source: string | null; answers: number }[];
  corpus_version: string;
  timings_ms: Record<string, number>;
}

export interface Engine {
  /** What of a message is no wellness question. @throws as `recommend` does */
  categories(query: string): Promise<readonly SafetyCategory[]>;
  /**
   * @param beforeStage may throw, so that an answer that nobody waits for any more ends there
   * @throws ServiceError `service_unavailable` when the inference queue is full or its deadline
   *   passes.
   */
  recommend(features: EngineFeatures, beforeStage?: () => void): Promise<EngineResult>;
}
