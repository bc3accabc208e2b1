/**
 * The evidence record: one source document, told in our own words.
 *
 * A line of `corpus/*.ndjson` is one record. Vocabularies are closed so that coverage can be counted and the planner,
 * the retriever and the writer speak of the same things.
 * @module
 */
import { type Static, type TLiteral, type TUnion, Type } from "@sinclair/typebox";

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

/** A TypeBox union of string literals that keeps the literal types of a constant list. */
export function literals<const T extends readonly string[]>(
  values: T,
): TUnion<{ -readonly [K in keyof T]: TLiteral<T[K]> }> {
  return Type.Union(values.map((value) => Type.Literal(value))) as unknown as TUnion<{
    -readonly [K in keyof T]: TLiteral<T[K]>;
  }>;
}

/** DOIs are stored lower-case and bare (`10.1000/abc`), so that one document has one spelling. */
export const DOI_PATTERN = "^10\\.[0-9]{4,9}/[^\\sA-Z]+$";

const closed = { additionalProperties: false } as const;

export const Finding = Type.Object(
  {
    /** One plain, complete, careful sentence that can stand in a recommendation next to "(Author et al., 2020)". */
    statement: Type.String({ minLength: 40, maxLength: 300, pattern: "^[A-Z].*\\.$" }),
    effect: literals(EFFECTS),
    measure: Type.Optional(literals(MEASURES)),
    outcome: Type.Optional(literals(OUTCOMES)),
    /** The number as published, with its unit, e.g. "-4.6 ms (95 % CI -6.1 to -3.0)". */
    magnitude: Type.Optional(Type.String({ minLength: 1, maxLength: 160 })),
    phase: Type.Optional(literals(PHASES)),
  },
  closed,
);

export const EvidenceRecord = Type.Object(
  {
    doi: Type.String({ pattern: DOI_PATTERN }),
    title: Type.String({ minLength: 8, maxLength: 500 }),
    /** As published, "Given Family" or a group name, in order. */
    authors: Type.Array(Type.String({ minLength: 2, maxLength: 200 }), { minItems: 1, maxItems: 500 }),
    year: Type.Integer({ minimum: 1950, maximum: 2027 }),
    journal: Type.String({ minLength: 2, maxLength: 200 }),
    pmid: Type.Optional(Type.String({ pattern: "^[0-9]{1,9}$" })),
    design: literals(DESIGNS),
    population: Type.Object(
      {
        /** Participants analysed; for reviews the pooled number where it is given. */
        n: Type.Optional(Type.Integer({ minimum: 1 })),
        sex: literals(["female", "male", "mixed"] as const),
        life_stage: Type.Array(literals(LIFE_STAGES), { uniqueItems: true }),
        age: Type.Optional(Type.String({ maxLength: 60 })),
      },
      closed,
    ),
    measures: Type.Array(literals(MEASURES), { uniqueItems: true }),
    phases: Type.Array(literals(PHASES), { uniqueItems: true }),
    behaviours: Type.Array(literals(BEHAVIOURS), { uniqueItems: true }),
    outcomes: Type.Array(literals(OUTCOMES), { uniqueItems: true }),
    findings: Type.Array(Finding, { minItems: 1, maxItems: 6 }),
    /** One sentence of gentle advice that the findings support, in the second person, without doses. */
    practice: Type.Optional(Type.String({ minLength: 40, maxLength: 260, pattern: "^[A-Z].*\\.$" })),
    limits: Type.Optional(Type.String({ minLength: 20, maxLength: 260, pattern: "^[A-Z].*\\.$" })),
    provenance: Type.Object(
      {
        read: literals(["abstract", "full text"] as const),
        where: literals(["publisher", "PubMed", "PMC", "index"] as const),
        on: Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }),
        second_reader: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
  },
  closed,
);

export type Measure = (typeof MEASURES)[number];
export type Phase = (typeof PHASES)[number];
export type LifeStage = (typeof LIFE_STAGES)[number];
export type Behaviour = (typeof BEHAVIOURS)[number];
export type Outcome = (typeof OUTCOMES)[number];
export type Effect = (typeof EFFECTS)[number];
export type Finding = Static<typeof Finding>;
export type EvidenceRecord = Static<typeof EvidenceRecord>;
