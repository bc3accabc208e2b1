/**
 * Guarantees of the verdict: an entry that combines studies comes before a single record, unless
 * the record is much surer, and what rests on one thin study is known to.
 */
import { describe, expect, test } from "bun:test";
import type { PartEvidence } from "../../src/engine/evidence/gather.ts";
import type { EvidenceDocument } from "../../src/engine/types.ts";
import { type Answer, answerOf, thinSupport } from "../../src/engine/verdict/answer.ts";
import { ALCOHOL } from "./fake-guidance.ts";
import { CORPUS } from "./fake-ports.ts";
import { signals } from "./fixtures.ts";

const documents = new Map(CORPUS.map(({ document }) => [document.doi, document]));
const cited = new Set(ALCOHOL.claims.flatMap(({ from }) => from));
const others = CORPUS.map(({ document }) => document).filter(({ doi }) => !cited.has(doi));
const person = {
  signals: signals([]),
  context: { cycle_phase: "luteal", life_stage: "reproductive" },
} as const;
const facets = { measures: [], outcomes: [], behaviours: [], phases: [], stages: [] };

/** The answer where an entry and records answer with these probabilities. */
function answer(entry: number | null, ...records: number[]): Answer | null {
  const found: PartEvidence = {
    part: {
      text: ALCOHOL.question,
      vector: new Float32Array(),
      facets,
      kind: "effect",
      time: "general",
      whose: "general",
      figures: [],
    },
    entries: entry === null ? [] : [{ entry: ALCOHOL, answer_probability: entry }],
    records: records.map((answer_probability, at) => ({
      document: others[at] as EvidenceDocument,
      answer_probability,
      embedder_cosine: 0.5,
      relevance: 0.5,
      beside_wellness: false,
    })),
  };
  const findings = (document: EvidenceDocument) =>
    document.findings.map(({ statement }) => statement);
  return answerOf(found, person, documents, findings);
}

describe("what answers", () => {
  test("is the entry from one half on, and a record in its place only from a quarter more", () => {
    expect(answer(0.5)?.entry?.id).toBe(ALCOHOL.id);
    expect(answer(0.49)).toBeNull();
    expect(answer(0.6, 0.84)?.entry?.id).toBe(ALCOHOL.id);
    expect(answer(0.6, 0.86)?.entry).toBeNull();
    expect(answer(0.4, 0.5)?.entry).toBeNull();
    expect(answer(null, 0.49)).toBeNull();
  });

  test("is told with one record beside it, where that answers by itself", () => {
    const own = answer(0.7)?.claims.length ?? 0;
    const last = (found: Answer | null) => found?.claims.at(-1)?.records[0]?.doi;
    expect(answer(0.7, 0.59)?.claims).toHaveLength(own);
    expect(answer(0.7, 0.6, 0.6)?.claims).toHaveLength(own + 1);
    expect(last(answer(0.7, 0.6, 0.6))).toBe(others[0]?.doi);
  });

  test("is at most three records, each with its own finding", () => {
    const found = answer(null, 0.9, 0.8, 0.7, 0.6);
    const dois = found?.claims.map(({ records }) => records[0]?.doi) ?? [];
    expect(new Set(dois)).toEqual(new Set(others.slice(0, 3).map(({ doi }) => doi)));
    expect(found?.say).toBeNull();
    expect(found?.answer_probability).toBe(0.9);
  });
});

test("support is thin where one small study of a weak design is all there is", () => {
  const [document] = others;
  if (document === undefined) throw new Error("there are no records");
  const small = {
    ...document,
    design: "case report",
    population: { ...document.population, n: 5 },
  };
  const large = { ...document, design: "meta-analysis" };
  const claim = { say: "It rose.", against: [] };
  expect(thinSupport({ ...claim, records: [small] })).toBe(small);
  expect(thinSupport({ ...claim, records: [large] })).toBeNull();
  expect(thinSupport({ ...claim, records: [small, { ...small, doi: "10.1/b" }] })).toBeNull();
  expect(thinSupport({ ...claim, records: [] })).toBeNull();
});
