/**
 * Guarantee: evidence is ranked and graded by explainable rules, and nothing raises the grade of
 * evidence that is off topic.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type EntryFeatures,
  entryLogit,
  type RecordFeatures,
  rankLogit,
  recordLogit,
} from "../../src/engine/evidence/answer-probability.ts";
import { certaintyOf, pointsOf } from "../../src/engine/evidence/certainty.ts";
import {
  gradePart,
  NO_CONFIDENCE,
  type Support,
  WEIGHTS,
  weakest,
} from "../../src/engine/evidence/confidence.ts";
import { COSINE_WEIGHT, fuse } from "../../src/engine/evidence/fusion.ts";
import {
  type EntryChecks,
  GUIDANCE_MATCHED,
  GUIDANCE_READ,
  nearEntries,
  RECORDS_READ,
  withRecords,
} from "../../src/engine/evidence/gather.ts";
import type { EvidenceDocument, Passage } from "../../src/engine/types.ts";
import { readMessage } from "../../src/engine/understanding/reading.ts";
import { unitInterval } from "../../src/engine/unit-interval.ts";
import { ENTRIES, HRV_LUTEAL } from "./fake-guidance.ts";
import { fakePorts } from "./fake-ports.ts";

/** A cohort study in the luteal phase. */
function document(doi: string, changes: Partial<EvidenceDocument> = {}): EvidenceDocument {
  return {
    doi,
    title: `Title of ${doi}`,
    authors: [`Ada ${doi.replace(/\W/g, "")}`],
    year: 2020,
    journal: "Journal",
    design: "cohort",
    population: { sex: "female", life_stage: ["reproductive"], n: 100 },
    measures: ["hrv"],
    phases: ["luteal"],
    behaviours: [],
    outcomes: ["hrv"],
    findings: [{ statement: "HRV was lower in the luteal phase.", effect: "decrease" }],
    ...changes,
  };
}
const passage = (id: string): Passage => ({ id, text: id, document: document(id) });
const ranked = (...entries: [string, number][]) =>
  entries.map(([id, score]) => ({ passage: passage(id), score }));
const share = fc.double({ min: 0, max: 1, noNaN: true });
const lead = fc.double({ min: -1, max: 1, noNaN: true });

describe("fusion", () => {
  test("is a weighted sum of the scores; what a ranking left out counts as its last", () => {
    const fused = fuse({
      lexical: ranked(["b", 8], ["a", 4], ["c", 2]),
      dense: ranked(["d", 0.9], ["c", 0.7], ["a", 0.5]),
    });
    expect(fused.map(({ passage: { id }, bm25, cosine }) => [id, bm25, cosine])).toEqual([
      ["d", 2, 0.9],
      ["c", 2, 0.7],
      ["b", 8, 0.5],
      ["a", 4, 0.5],
    ]);
    for (const { score, bm25, cosine } of fused)
      expect(score).toBeCloseTo(bm25 + COSINE_WEIGHT * cosine, 12);
  });

  test("equal scores are ordered by id, and an empty search gives nothing", () => {
    const same = fuse({ lexical: ranked(["b", 1], ["a", 1]), dense: [] });
    expect(same.map(({ passage: { id } }) => id)).toEqual(["a", "b"]);
    expect(fuse({ lexical: [], dense: [] })).toEqual([]);
  });

  test("one ranking alone keeps its order", () => {
    for (const [lexical, dense] of [
      [ranked(["x", 9], ["y", 5], ["z", 1]), []],
      [[], ranked(["x", 0.9], ["y", 0.5], ["z", 0.1])],
    ])
      expect(
        fuse({ lexical: lexical ?? [], dense: dense ?? [] }).map(({ passage: { id } }) => id),
      ).toEqual(["x", "y", "z"]);
  });
});

describe("gathering", () => {
  const watch = { time: <T>(_: string, work: () => Promise<T>) => work() };
  const never = () => false;
  const found = async (ports = fakePorts(), fits: EntryChecks["fits"] = () => true) => {
    const { asked } = await readMessage(HRV_LUTEAL.question, ports.reader);
    if (asked === null) throw new Error("nothing is asked");
    const checks = { fits, contradicted: never };
    const near = await nearEntries(ports, asked.whole, checks, watch);
    return withRecords(ports, near, watch);
  };

  test("reads few entries and records, gives each document once, and the best first", async () => {
    const ports = fakePorts();
    const { entries, records } = await found(ports);
    expect(ports.calls.pairs).toBeLessThanOrEqual(RECORDS_READ);
    expect(entries.length).toBeLessThanOrEqual(GUIDANCE_READ);
    expect(entries[0]?.entry.id).toBe(HRV_LUTEAL.id);
    expect(new Set(records.map(({ document: { doi } }) => doi)).size).toBe(records.length);
    // Those that the matcher has read come first.
    const [read, others] = [entries.slice(0, GUIDANCE_MATCHED), entries.slice(GUIDANCE_MATCHED)];
    for (const list of [read, others, records]) {
      const answers = list.map((each) => each.answer_probability);
      expect(answers).toEqual(answers.toSorted((a, b) => b - a));
    }
    for (const { relevance } of records) expect(relevance).toBeWithin(0, 1.000_01);
  });

  test("leaves out entries that may not be told, and finds others in their place", async () => {
    const { entries } = await found(fakePorts(), (entry) => entry !== HRV_LUTEAL);
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.map(({ entry }) => entry.id)).not.toContain(HRV_LUTEAL.id);
  });

  test("the matcher reads the nearest few, and of two as near it puts its own first", async () => {
    const again = { ...HRV_LUTEAL, id: "hrv-luteal-again", question: `So: ${HRV_LUTEAL.question}` };
    const ports = fakePorts({ entries: [...ENTRIES, again] });
    const before = (await found(ports)).entries.map(({ entry }) => entry.id);
    for (const preferred of [HRV_LUTEAL, again]) {
      const messages: string[] = [];
      const matcher = {
        score: async (message: string, questions: readonly string[]) => {
          messages.push(...questions.map(() => message));
          return questions.map((question) => (question === preferred.question ? 0.9 : 0.1));
        },
      };
      const { entries } = await found({ ...ports, matcher });
      expect(messages).toEqual(Array(GUIDANCE_MATCHED).fill(HRV_LUTEAL.question));
      expect(entries[0]?.entry.id).toBe(preferred.id);
      expect(entries.slice(GUIDANCE_MATCHED).map(({ entry }) => entry.id)).toEqual(
        before.slice(GUIDANCE_MATCHED),
      );
    }
  });

  test("what is no number from a model counts as irrelevant", async () => {
    const ports = fakePorts();
    const odd = {
      score: async (_: string, texts: readonly string[]) => texts.map(() => Number.NaN),
    };
    const { entries, records } = await found({ ...ports, reranker: odd, matcher: odd });
    for (const { answer_probability } of entries) expect(answer_probability).toBeWithin(0, 1);
    for (const { relevance, answer_probability } of records) {
      expect(relevance).toBe(0);
      expect(Number.isFinite(answer_probability)).toBe(true);
    }
  });

  test("relevance is clamped and rounded to four places", () => {
    expect(
      [-1, 0, 0.123_456, 1, 7, Number.NaN, Number.POSITIVE_INFINITY].map(unitInterval),
    ).toEqual([0, 0, 0.1235, 1, 1, 0, 1]);
  });
});

describe("how surely something answers", () => {
  const entryFeatures = fc.record<EntryFeatures>({
    cosine: share,
    embedder_cosine: share,
    asked_lead: lead,
    words_lead: lead,
    beside_wellness: fc.boolean(),
    same_kind: fc.boolean(),
    contradicted: fc.boolean(),
    shared_facets: fc.option(share, { nil: null }),
  });
  const recordFeatures = fc.record<RecordFeatures>({
    embedder_cosine: share,
    relevance: share,
    beside_wellness: fc.boolean(),
  });

  test("never falls with any of an entry's features", () => {
    fc.assert(
      fc.property(entryFeatures, share, (each, more) => {
        const logit = entryLogit(each);
        expect(Number.isFinite(logit)).toBe(true);
        for (const clue of ["cosine", "embedder_cosine", "asked_lead", "words_lead"] as const)
          expect(entryLogit({ ...each, [clue]: each[clue] + more })).toBeGreaterThanOrEqual(logit);
        expect(entryLogit({ ...each, same_kind: true })).toBeGreaterThanOrEqual(logit);
        expect(entryLogit({ ...each, shared_facets: 1 })).toBeGreaterThanOrEqual(logit);
        expect(entryLogit({ ...each, contradicted: false })).toBeGreaterThanOrEqual(logit);
      }),
      { numRuns: 200 },
    );
  });

  test("never falls with any of a record's features", () => {
    fc.assert(
      fc.property(recordFeatures, share, (each, more) => {
        const logit = recordLogit(each);
        expect(Number.isFinite(logit)).toBe(true);
        expect(
          recordLogit({ ...each, embedder_cosine: each.embedder_cosine + more }),
        ).toBeGreaterThanOrEqual(logit);
        expect(
          recordLogit({ ...each, relevance: Math.min(1, each.relevance + more) }),
        ).toBeGreaterThanOrEqual(logit);
      }),
      { numRuns: 200 },
    );
  });

  test("is finite for whatever a model gives, in the ranking of other collections too", () => {
    for (const relevance of [0, 1, Number.NaN, Infinity, -Infinity, 25, -25]) {
      expect(Number.isFinite(rankLogit({ bm25: 3, cosine: 0.4 }, relevance))).toBe(true);
      const features = { embedder_cosine: 0.4, beside_wellness: false };
      const logits = [recordLogit({ ...features, relevance })];
      expect(logits.every(Number.isFinite)).toBe(true);
    }
    expect(rankLogit({ bm25: 4, cosine: 0.4 }, 0.5)).toBeGreaterThan(
      rankLogit({ bm25: 3, cosine: 0.4 }, 0.5),
    );
  });

  test("never falls as a model's score rises, also where the score leaves [0, 1]", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const rank = (relevance: number) => rankLogit({ bm25: 3, cosine: 0.4 }, relevance);
        const record = (relevance: number) =>
          recordLogit({ embedder_cosine: 0.4, beside_wellness: false, relevance });
        expect(rank(high)).toBeGreaterThanOrEqual(rank(low));
        expect(record(high)).toBeGreaterThanOrEqual(record(low));
      }),
      {
        examples: [
          [1, 1.5],
          [-3, 0.02],
          [0.5, 0.4],
        ],
      },
    );
  });
});

describe("certainty", () => {
  const review = document("10.1/r", { design: "meta-analysis" });
  const small = document("10.1/s", {
    design: "cross-sectional",
    population: { sex: "female", life_stage: [], n: 12 },
  });

  test("rises with design, size and every record that agrees, and falls with what found otherwise", () => {
    expect(pointsOf(review)).toBeGreaterThan(pointsOf(document("10.1/c")));
    expect(pointsOf(document("10.1/c"))).toBeGreaterThan(pointsOf(small));
    const large = { ...small, population: { ...small.population, n: 5_000 } };
    expect(pointsOf(large)).toBeGreaterThan(pointsOf(small));
    expect(certaintyOf([small], 0)).toBe("low");
    expect(certaintyOf([review, document("10.1/c"), document("10.1/d")], 0)).toBe("high");
    expect(certaintyOf([review, document("10.1/c"), document("10.1/d")], 2)).not.toBe("high");
    expect(certaintyOf([], 0)).toBe("low");
  });

  test("a design that nobody has named counts as the weakest", () => {
    expect(pointsOf(document("10.1/x", { design: "case report" }))).toBeLessThan(
      pointsOf(document("10.1/c")),
    );
  });
});

describe("confidence", () => {
  const asker = { stages: ["reproductive" as const], phases: ["luteal" as const] };
  const good: Support = { records: [document("10.1/a"), document("10.1/b")], against: [] };
  const grade = (coverage: number, ...claims: Support[]) => gradePart(coverage, claims, asker);

  test("a full answer by agreeing studies of her stage and phase is full confidence", () => {
    expect(grade(1, good)).toEqual({
      value: 1,
      parts: { coverage: 1, specificity: 1, consistency: 1 },
    });
  });

  test("the value is 50/30/20 of its parts", () => {
    const { value, parts } = grade(0.6, {
      records: [document("10.1/a")],
      against: [document("10.1/b")],
    });
    expect(value).toBeCloseTo(
      WEIGHTS.coverage * parts.coverage +
        WEIGHTS.specificity * parts.specificity +
        WEIGHTS.consistency * parts.consistency,
      12,
    );
    expect([WEIGHTS.coverage, WEIGHTS.specificity, WEIGHTS.consistency]).toEqual([0.5, 0.3, 0.2]);
  });

  test("is a share, never above how surely the part is answered, and rises with that", () => {
    const anyDocument = fc.record({
      design: fc.constantFrom("meta-analysis", "cohort", "qualitative study", "case report"),
      sex: fc.constantFrom("female" as const, "mixed" as const, "male" as const),
      n: fc.integer({ min: 1, max: 5_000 }),
      stage: fc.constantFrom(
        "reproductive" as const,
        "perimenopause" as const,
        "postmenopause" as const,
      ),
      phase: fc.constantFrom("luteal" as const, "follicular" as const),
    });
    const documents = (min: number) =>
      fc.array(anyDocument, { minLength: min, maxLength: 4 }).map((list) =>
        list.map(({ design, sex, n, stage, phase }, at) =>
          document(`10.1/${at}`, {
            design,
            phases: [phase],
            population: { sex, n, life_stage: [stage] },
          }),
        ),
      );
    fc.assert(
      fc.property(
        share,
        share,
        fc.array(fc.record({ records: documents(1), against: documents(0) }), {
          minLength: 1,
          maxLength: 3,
        }),
        (a, b, claims) => {
          const [less, more] = a < b ? [a, b] : [b, a];
          const { value, parts } = grade(less, ...claims);
          expect(parts.coverage).toBe(less);
          for (const each of [value, parts.specificity, parts.consistency])
            expect(each >= 0 && each <= less + 1e-9).toBe(true);
          expect(grade(more, ...claims).value).toBeGreaterThanOrEqual(value);
          // Less than half an answer never reaches the floor, whatever else fits.
          if (less < 0.5) expect(value).toBeLessThan(0.5);
          // Taking the best supported claim away never raises the grade.
          const [, ...others] = claims;
          if (others.length > 0)
            expect(grade(less, ...others).value).toBeLessThanOrEqual(value + 1e-9);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("who was studied counts: her stage, her phase, women", () => {
    const of = (changes: Partial<EvidenceDocument>) => {
      const { value } = grade(1, {
        records: [document("10.1/a", changes), document("10.1/b", changes)],
        against: [],
      });
      return value;
    };
    const best = of({});
    const stage = (life_stage: EvidenceDocument["population"]["life_stage"]) =>
      of({ population: { sex: "female", life_stage, n: 100 } });
    expect(stage(["perimenopause"])).toBeLessThan(best);
    expect(stage(["postmenopause"])).toBeLessThan(stage(["perimenopause"]));
    expect(stage([])).toBe(best);
    expect(of({ phases: ["follicular"] })).toBeLessThan(best);
    expect(of({ phases: [] })).toBe(best);
    expect(of({ population: { sex: "male", life_stage: [], n: 100 } })).toBeLessThan(best);
  });

  test("what found otherwise lowers consistency, heavier studies more; one study alone is not confirmed", () => {
    const against = (design: string) =>
      grade(1, { ...good, against: [document("10.1/c", { design })] }).parts.consistency;
    expect(against("cohort")).toBeLessThan(1);
    expect(against("meta-analysis")).toBeLessThan(against("cohort"));
    const alone = grade(1, { records: [document("10.1/a")], against: [] }).parts.consistency;
    expect(alone).toBeLessThan(1);
    expect(alone).toBeGreaterThan(0.5);
  });

  test("the best supported claim grades a part, the weakest part a message, and nothing is nothing", () => {
    const far = {
      records: [document("10.1/f", { population: { sex: "male", life_stage: ["postmenopause"] } })],
      against: [],
    };
    expect(grade(0.8, far, good)).toEqual(grade(0.8, good));
    expect(weakest([grade(0.9, good), grade(0.3, good)])).toEqual(grade(0.3, good));
    expect(weakest([])).toEqual(NO_CONFIDENCE);
    expect(grade(0.8)).toEqual(NO_CONFIDENCE);
  });
});
