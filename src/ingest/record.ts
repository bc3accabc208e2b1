/**
 * The evidence record: one source document, summarised in our own words.
 *
 * A line of `corpus/*.ndjson` is one record. Its vocabularies are those of
 * `contract/vocabulary.ts`.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import {
  BEHAVIOURS,
  DESIGNS,
  EFFECTS,
  LIFE_STAGES,
  literals,
  MEASURES,
  OUTCOMES,
  PHASES,
} from "../contract/vocabulary.ts";

/** DOIs are stored lower-case and bare (`10.1000/abc`), so that each document has one spelling. */
export const DOI_PATTERN = "^10\\.[0-9]{4,9}/[^\\sA-Z]+$";

const closed = { additionalProperties: false } as const;

const Finding = Type.Object(
  {
    /**
     * One plain, complete, careful sentence that fits a recommendation next to "(Author et al.,
     * 2020)".
     */
    statement: Type.String({ minLength: 40, maxLength: 300, pattern: "^[A-Z].*\\.$" }),
    effect: literals(EFFECTS),
    measure: Type.Optional(literals(MEASURES)),
    outcome: Type.Optional(literals(OUTCOMES)),
    /** The number as published, with its unit, such as "-4.6 ms (95 % CI -6.1 to -3.0)". */
    magnitude: Type.Optional(Type.String({ minLength: 1, maxLength: 160 })),
    phase: Type.Optional(literals(PHASES)),
  },
  closed,
);

/** A record with more questions would outweigh all others. */
const ASKED_MAX = 1000;
/** A question as people type it. */
export const Question = Type.String({ minLength: 4, maxLength: 300 });

/** The word "model" for a language model, or a person's name. */
const Reader = Type.Union([Type.Literal("model"), Type.String({ minLength: 2, maxLength: 80 })]);

export const EvidenceRecord = Type.Object(
  {
    doi: Type.String({ pattern: DOI_PATTERN }),
    title: Type.String({ minLength: 8, maxLength: 500 }),
    /** As published, "Given Family" or a group name, in order. */
    authors: Type.Array(Type.String({ minLength: 2, maxLength: 200 }), {
      minItems: 1,
      maxItems: 500,
    }),
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
    /**
     * One sentence of gentle advice that the findings support, in the second person, without doses.
     */
    practice: Type.Optional(
      Type.String({ minLength: 40, maxLength: 260, pattern: "^[A-Z].*\\.$" }),
    ),
    /**
     * Questions that this record answers. Accepted from files of earlier versions, never searched
     * or shown.
     */
    asked: Type.Optional(
      Type.Array(Question, { minItems: 1, maxItems: ASKED_MAX, uniqueItems: true }),
    ),
    /** Questions that no record answers; accepted like the previous member. */
    asked_in_vain: Type.Optional(
      Type.Array(Question, { minItems: 1, maxItems: ASKED_MAX, uniqueItems: true }),
    ),
    limits: Type.Optional(Type.String({ minLength: 20, maxLength: 260, pattern: "^[A-Z].*\\.$" })),
    /** Who paid for the work, and whom its authors work for, as stated by the source. */
    funding: Type.Optional(Type.String({ minLength: 4, maxLength: 200 })),
    provenance: Type.Object(
      {
        /** How much of the source was read. No other member repeats it. */
        read: literals(["abstract", "full text"] as const),
        where: literals(["publisher", "PubMed", "PMC", "index"] as const),
        on: Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }),
        /** Who read the source and wrote the record. */
        read_by: Type.Optional(Reader),
        /**
         * Who else checked the record against its source. Files of earlier versions say only that
         * it was done.
         */
        second_reader: Type.Optional(Type.Union([Reader, Type.Boolean()])),
      },
      closed,
    ),
  },
  closed,
);

export type EvidenceRecord = Static<typeof EvidenceRecord>;
