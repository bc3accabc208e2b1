/**
 * The closed vocabularies that the wire, the evidence records and the engine share, so that
 * coverage can be counted and every stage uses the same terms.
 * @module
 */
import { type TLiteral, type TUnion, Type } from "@sinclair/typebox";

export const MEASURES = [
  "hrv",
  "resting_heart_rate",
  "heart_rate",
  "temperature",
  "sleep_duration",
  "sleep_stages",
  "sleep_quality",
  "sleep_timing",
  "respiratory_rate",
  "spo2",
  "vo2max",
  "activity",
  "blood_pressure",
] as const;
export const PHASES = ["menstrual", "follicular", "ovulatory", "luteal"] as const;
export const LIFE_STAGES = ["reproductive", "perimenopause", "postmenopause"] as const;
export const BEHAVIOURS = [
  "aerobic_training",
  "resistance_training",
  "hiit",
  "hrv_guided_training",
  "training_load",
  "recovery",
  "exercise_timing",
  "slow_breathing",
  "mindfulness",
  "yoga",
  "relaxation",
  "sleep_hygiene",
  "cbt_i",
  "cbt",
  "sleep_timing",
  "naps",
  "light_exposure",
  "screens",
  "caffeine",
  "alcohol",
  "meal_timing",
  "diet_quality",
  "hydration",
  "magnesium",
  "iron",
  "omega_3",
  "vitamin_d",
  "calcium",
  "isoflavones",
  "heat_exposure",
  "cold_exposure",
  "cooling",
  "stress_management",
  "shift_work",
  "travel",
  "hormonal_contraception",
  "energy_availability",
  "altitude",
  "self_tracking",
  "weight_management",
  "smoking",
  "social_support",
] as const;
export const OUTCOMES = [
  "hrv",
  "resting_heart_rate",
  "temperature",
  "sleep_quality",
  "sleep_duration",
  "sleep_onset",
  "fatigue",
  "mood",
  "stress",
  "anxiety",
  "pms_symptoms",
  "menstrual_pain",
  "hot_flashes",
  "performance",
  "recovery",
  "perceived_exertion",
  "fitness",
  "strength",
  "bone_health",
  "cardiovascular_health",
  "breathing",
  "oxygen",
  "ovulation_detection",
  "illness_detection",
  "overreaching",
  "measurement_validity",
  "quality_of_life",
  "cycle_regularity",
  "iron_status",
] as const;
export const DESIGNS = [
  "meta-analysis",
  "systematic review",
  "randomised trial",
  "crossover trial",
  "controlled trial",
  "cohort",
  "cross-sectional",
  "validation study",
  "laboratory study",
  "guideline",
  "narrative review",
  "qualitative study",
] as const;
export const EFFECTS = ["increase", "decrease", "none", "mixed"] as const;

export type Measure = (typeof MEASURES)[number];
export type Phase = (typeof PHASES)[number];
export type LifeStage = (typeof LIFE_STAGES)[number];
export type Behaviour = (typeof BEHAVIOURS)[number];
export type Outcome = (typeof OUTCOMES)[number];
export type Effect = (typeof EFFECTS)[number];

/** A TypeBox union of string literals that keeps the literal types of a constant list. */
export function literals<const T extends readonly string[]>(
  values: T,
  description?: string,
): TUnion<{ -readonly [K in keyof T]: TLiteral<T[K]> }> {
  const parts = values.map((value) => Type.Literal(value));
  return Type.Union(parts, description === undefined ? {} : { description }) as unknown as TUnion<{
    -readonly [K in keyof T]: TLiteral<T[K]>;
  }>;
}

/**
 * A code of a response. Each known code is listed, but a client must accept others, because a new
 * one is no breaking change. So the schema is any text.
 */
export function openCodes<const T extends readonly string[]>(values: T, description: string) {
  return Type.Unsafe<T[number]>(
    Type.String({
      description: `${description} New codes may appear.`,
      "x-extensible-enum": values,
    }),
  );
}
