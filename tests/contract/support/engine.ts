/** A deterministic engine for contract tests: counts its calls, can be held, can fail. The real one is driven in e2e. */
import { CITATIONS_MAX, RECOMMENDATION_CHARS_MIN } from "../../../src/contract/limits.ts";
import type { EngineFeatures, EngineResult } from "../../../src/engine/types.ts";
import type { EngineHost } from "../../../src/origin/host.ts";

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
  corpus_version: "corpus-test",
  timings_ms: { retrieve: 1 },
};

export const SUPPRESSED: EngineResult = {
  ...SERVED,
  recommendation: null,
  citations: [],
  confidence: 0.2,
  suppression_reason: "below_platform_threshold",
};

export class FakeEngine implements EngineHost {
  readonly calls: EngineFeatures[] = [];
  result: EngineResult = SERVED;
  failure: Error | null = null;
  loading = false;
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

  current() {
    if (this.loading) return null;
    return {
      model_version: this.model_version,
      corpus_version: this.result.corpus_version,
      engine: { recommend: (features: EngineFeatures) => this.#recommend(features) },
    };
  }

  async #recommend(features: EngineFeatures): Promise<EngineResult> {
    this.calls.push(features);
    await this.#gate?.promise;
    if (this.failure !== null) throw this.failure;
    return this.result;
  }
}
