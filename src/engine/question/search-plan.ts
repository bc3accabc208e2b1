/**
 * What the question part hands to the evidence part: one to four searches with their facets.
 * @module
 */
import type { LifeStage, Phase } from "../../contract/vocabulary.ts";
import type { MeasureSignal } from "../types.ts";
import type { Facets } from "./facets.ts";
import type { Particular } from "./particulars.ts";

/** `cause`: why or how something is; `action`: what to do; `effect`: what one thing does to another. */
export type Intent = "cause" | "action" | "effect";

export interface SubQuery {
  /** What is searched for and what the cross-encoder reads next to each passage. */
  text: string;
  /** The person's own words for it; the prompt where she asked nothing. */
  asked: string;
  facets: Facets;
  intent: Intent;
  /** Words of the question that neither the lexicon nor plain English accounts for. */
  unknown: string[];
  /** The same in the literature's words, for where nothing is found with hers; null where these would ask for less or for something else. */
  reworded: string | null;
  /** How many phrases of the question the lexicon knows. */
  named: number;
  /** Remedies, complaints and circumstances it names that the facets do not tell apart. */
  particulars: Particular[];
}

export interface SearchPlan {
  shape: "A" | "B";
  sub_queries: SubQuery[];
  /**
   * Only where the service asks by itself: what it cannot answer it need not have asked, so sub-queries below the floor
   * are left out, and this one is asked where none is left. Null for a person's own question, which is answered whole.
   */
  fallback: SubQuery | null;
  /** Whose evidence is meant: the stages asked for, else her own. */
  life_stages: LifeStage[];
  /** Phases the evidence may speak of; empty in postmenopause. */
  phases: Phase[];
  /** All recent signals, those that the question or the prompt is about first. */
  signals: MeasureSignal[];
  /** How many of `signals` the question or prompt is about. */
  signals_asked: number;
  /** How many of those after them are where the habit or complaint asked about is usually seen. */
  signals_kindred: number;
  /** The phase she is in; null in postmenopause. */
  current_phase: Phase | null;
}
