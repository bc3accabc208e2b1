/**
 * What the tools for agents take and give beyond the API's own bodies.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { EVIDENCE_RECORDS_DEFAULT, EVIDENCE_RECORDS_MAX, QUERY_CHARS_MAX } from "./limits.ts";
import { Citation } from "./response.ts";

/** A tool that is no operation of the API. */
export type ToolOperation = "search_evidence" | "explain_answer";

export const EvidenceQuery = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: QUERY_CHARS_MAX,
    description: "What to look for, in English. Names and contact details are masked.",
  }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: EVIDENCE_RECORDS_MAX,
      default: EVIDENCE_RECORDS_DEFAULT,
      description: "The most records to return.",
    }),
  ),
});

const EvidenceRecord = Type.Object({
  ...Citation.properties,
  journal: Type.String(),
  design: Type.String({ description: "How the study was made, such as `cohort`." }),
  findings: Type.Array(Type.String(), { description: "What the study found." }),
});

export const EvidenceRecords = Type.Object({
  corpus_version: Type.String({ description: "The literature release that was searched." }),
  records: Type.Array(EvidenceRecord, { description: "Best first." }),
});

export const ExplainQuery = Type.Object({
  trace_id: Type.String({
    pattern: "^trc_[0-7][0-9A-HJKMNP-TV-Z]{25}$",
    description: "The `trace_id` of an answer that this key's client got.",
  }),
});

const nullable = <T extends ReturnType<typeof Type.Array>>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const Explanation = Type.Object({
  trace_id: Type.String(),
  request_id: Type.String(),
  served_at: Type.String({ format: "date-time" }),
  outcome: Type.String({ description: "`served`, or why there was no recommendation." }),
  confidence: Type.Object({
    value: Type.Number(),
    coverage: Type.Number({ description: "How much of the question the evidence answers." }),
    specificity: Type.Number({ description: "How near it is to this person." }),
    consistency: Type.Number({ description: "How far its records agree." }),
  }),
  answered_by: nullable(
    Type.Array(
      Type.Object({
        source: Type.Union([Type.String(), Type.Null()], {
          description: "The guidance entry (its id) or the record (its DOI).",
        }),
        answers: Type.Number({ description: "The probability that it answers this part." }),
      }),
    ),
  ),
  sources: nullable(Type.Array(Citation)),
  model_version: Type.String(),
  corpus_version: Type.String(),
  audit_id: Type.String({ description: "The row of the audit trail." }),
  erased: Type.Boolean({
    description: "The personal part was erased; `answered_by` and `sources` are null then.",
  }),
});

export type EvidenceQuery = Static<typeof EvidenceQuery>;
export type EvidenceRecords = Static<typeof EvidenceRecords>;
export type ExplainQuery = Static<typeof ExplainQuery>;
export type Explanation = Static<typeof Explanation>;
