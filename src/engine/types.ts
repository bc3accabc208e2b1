/**
 * What flows through the engine: measurements in, features, evidence, result out, and the two ports it is given.
 * Nothing here can hold a proprietary score, an e-mail, a raw age or a key: there is no member for them.
 * @module
 */
import type { UserContext } from "../contract/request.ts";
import type { Citation, SuppressionReason, Warning } from "../contract/response.ts";
import type { Behaviour, Effect, LifeStage, Measure, Outcome, Phase } from "../contract/vocabulary.ts";

/** Local calendar day, `YYYY-MM-DD`, as the vendor assigned it. */
export type Day = string;

/** An instant with the offset of the wall clock it was taken on. */
export interface LocalTime {
  epoch_ms: number;
  offset_minutes: number;
}

/** One main sleep period (never a nap, a rejected or a deleted record). Absent values are `null`. */
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
  /** Distinct offsets (minutes east of UTC) seen on night timestamps with the instant they were seen at. */
  offsets: LocalTime[];
  /** 5-year band such as "30-34", or null. */
  age_band: string | null;
}

export const SIGNAL_MEASURES = [
  "hrv_rmssd_ms",
  "lowest_heart_rate_bpm",
  "heart_rate_bpm",
  "total_sleep_s",
  "sleep_efficiency_percent",
  "latency_s",
  "deep_s",
  "rem_s",
  "bedtime_minutes",
  "breaths_per_min",
  "temperature_deviation_c",
  "spo2_percent",
  "resting_heart_rate_bpm",
  "vo2max_ml_kg_min",
  "workout_minutes",
] as const;
export type SignalMeasure = (typeof SIGNAL_MEASURES)[number];

/** One measure seen against the person's own baseline; robust statistics, no population norms. */
export interface MeasureSignal {
  measure: SignalMeasure;
  /** Median of the most recent values (`recent_days` of them). */
  recent: number;
  recent_days: number;
  /** Median of the earlier values; null when there are too few for a baseline. */
  baseline: number | null;
  baseline_days: number;
  /** (recent − baseline) / robust spread; null without baseline. */
  deviation: number | null;
  direction: "higher" | "lower" | "usual" | "unknown";
  newest_day: Day;
}

/** Everything the engine knows of the person. Stored in the audit row; enough to rebuild the answer. */
export interface Signals {
  measures: MeasureSignal[];
  nights: number;
  days: number;
  first_day: Day | null;
  newest_day: Day | null;
  sufficient: boolean;
  stale: boolean;
  offset_mismatch: boolean;
  age_band: string | null;
}

/** The engine's whole input. A recommendation is a pure function of this, the models and the corpus. */
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

export interface SearchHit<P = Passage> {
  passage: P;
  /** BM25 in the lexical ranking, cosine in the dense one. */
  score: number;
}

/** A passage by the nearest question that it is known to answer. */
export interface AskedHit<P = Passage> {
  passage: P;
  /** Cosine to that question. */
  score: number;
  /** The question; null where it answers some, but none that is near. */
  question: string | null;
  /** How large a part of the questions nearest to the one asked it answers, 0 to 1. */
  share: number;
}

/** What is known of questions that were asked before. */
export interface KnownQuestions<P = Passage> {
  /** Holds every passage found that is known to answer any question. */
  asked: readonly AskedHit<P>[];
  /** How large a part of the questions nearest to the one asked has any answer, 0 to 1; null where no questions are known. */
  answered: number | null;
  /** Log-odds, from the words of the question alone, that it has an answer; null where too few questions are known to tell. */
  wording: number | null;
}

/** The rankings of one search, best first, to be fused. */
export interface SearchHits<P = Passage> extends KnownQuestions<P> {
  lexical: readonly SearchHit<P>[];
  dense: readonly SearchHit<P>[];
}

/** Port: the active corpus release. */
export interface Retriever {
  readonly corpusVersion: string;
  search(query: string, limit: number): Promise<SearchHits>;
  /**
   * How much a word (singular) tells that a question is about something else: 0 for one that people who got an answer use, 1 for one of those that
   * asked in vain, and for every word where no questions are known.
   */
  strangeness(word: string): number;
  /** Cosine of each text to the question, in their order. */
  nearness(question: string, texts: readonly string[]): Promise<number[]>;
}

/** Port: the cross-encoder. Relevance in [0,1], one per passage, same order. */
export interface Reranker {
  /** @param priors what is known of each pair before it is read: log-odds that are added to its logit; without them none */
  score(query: string, passages: readonly string[], priors?: readonly number[]): Promise<number[]>;
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
  corpus_version: string;
  timings_ms: Record<string, number>;
}

export interface Engine {
  /** @throws ServiceError `service_unavailable` when the inference queue is full or its deadline passes. */
  recommend(features: EngineFeatures): Promise<EngineResult>;
}
