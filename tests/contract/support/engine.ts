/**
 * A deterministic engine for contract tests. It counts its calls, can be paused and can fail. The
 * e2e tests use the real one.
 */
import { CITATIONS_MAX, RECOMMENDATION_CHARS_MIN } from "../../../src/contract/limits.ts";
import { SAFETY_CATEGORIES, type SafetyCategory } from "../../../src/contract/safety.ts";
import type { EngineFeatures, EngineResult, RelevantDocument } from "../../../src/engine/types.ts";
import type {
  EngineHost,
  EngineLease,
  MissingCapability,
} from "../../../src/origin/engine-host.ts";

const SENTENCE = "A calm, regular evening helps recovery (Baker & Driver, 2007). ";

export const SERVED: EngineResult = {
  recommendation: SENTENCE.repeat(Math.ceil(RECOMMENDATION_CHARS_MIN / SENTENCE.length)).trim(),
  citations: Array.from({ length: CITATIONS_MAX - 3 }, (_, i) => ({
    citation_id: `cit_${"0123456789ABCDEFGHJKMNPQR"}${i}`,
    source_title: `Source ${i}`,
    authors: "Baker F & Driver H",
    year: 2007,
    doi: `10.1000/${i}`,
    relevance: 0.9 - i / 10,
  })),
  confidence: 0.72,
  confidence_parts: { coverage: 0.8, specificity: 0.7, consistency: 0.6 },
  suggested_questions: ["How does the luteal phase change sleep?"],
  warnings: [],
  suppression_reason: null,
  categories: [],
  answered_by: [{ source: "calm-evenings", answers: 0.8 }],
  corpus_version: "corpus-test",
  timings_ms: { retrieve: 1 },
};

export const SUPPRESSED: EngineResult = {
  ...SERVED,
  recommendation: null,
  citations: [],
  confidence: 0.2,
  suppression_reason: "below_platform_threshold",
  answered_by: [{ source: "calm-evenings", answers: 0.2 }],
};

/** What every search finds. */
const FOUND: RelevantDocument = {
  document: {
    doi: "10.1000/1",
    title: "Calm evenings",
    authors: ["Fiona Baker", "Helen Driver"],
    year: 2007,
    journal: "Sleep Medicine",
    design: "review",
    population: { sex: "female", life_stage: [] },
    measures: [],
    phases: [],
    behaviours: [],
    outcomes: [],
    findings: [{ statement: "Sleep is stable over the cycle.", effect: "none" }],
  },
  relevance: 0.9,
};

/** The one word by which the fake recognises what of a message is no wellness question. */
const WORD_OF: Record<SafetyCategory, string> = {
  self_harm: "suicide",
  emergency: "chest",
  red_flag: "lump",
  pregnancy: "pregnant",
  diagnosis: "PCOS",
  medication: "ibuprofen",
  test_interpretation: "ferritin",
};

/** A message of every category given. */
export function messageOf(categories: readonly SafetyCategory[]): string {
  return `What about this: ${categories.map((category) => WORD_OF[category]).join(" and ")}?`;
}

function closed(): Promise<never> {
  return Promise.reject(new Error("the engine was asked while no request held it"));
}

export class FakeEngine implements EngineHost {
  readonly calls: EngineFeatures[] = [];
  /** Messages whose categories were asked for. */
  readonly judged: string[] = [];
  /** What the evidence was searched for. */
  readonly searched: string[] = [];
  result: EngineResult = SERVED;
  failure: Error | null = null;
  /** Of telling what of a message is no wellness question. */
  judgingFailure: Error | null = null;
  loading = false;
  lacking: MissingCapability | null = null;

  missing(): MissingCapability | null {
    return this.loading ? "loading" : this.lacking;
  }

  model_version = "model-test";
  #gate: PromiseWithResolvers<void> | null = null;

  /** From now on calls wait until `release`. */
  hold(): void {
    this.#gate = Promise.withResolvers();
  }

  release(): void {
    this.#gate?.resolve();
    this.#gate = null;
  }

  current(): EngineLease | null {
    if (this.missing() !== null) return null;
    let held = 0;
    return {
      during: async (work) => {
        held++;
        try {
          return await work();
        } finally {
          held--;
        }
      },
      model_version: this.model_version,
      corpus_version: this.result.corpus_version,
      engine: {
        // One that was replaced is closed as soon as nothing holds it.
        recommend: (features) => (held > 0 ? this.#recommend(features) : closed()),
        categories: (query) => (held > 0 ? this.#categories(query) : closed()),
        search: (query) => (held > 0 ? this.#search(query) : closed()),
      },
    };
  }

  async #categories(query: string): Promise<SafetyCategory[]> {
    this.judged.push(query);
    if (this.judgingFailure !== null) throw this.judgingFailure;
    return SAFETY_CATEGORIES.filter((category) => query.includes(WORD_OF[category]));
  }

  async #search(query: string): Promise<RelevantDocument[]> {
    this.searched.push(query);
    if (this.failure !== null) throw this.failure;
    return [FOUND];
  }

  async #recommend(features: EngineFeatures): Promise<EngineResult> {
    this.calls.push(features);
    await this.#gate?.promise;
    if (this.failure !== null) throw this.failure;
    return this.result;
  }
}
