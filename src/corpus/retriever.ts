/**
 * Search over the release in use: full text and vectors side by side, two rankings out. Fusion is the engine's.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import type { EvidenceDocument, KnownQuestions, Retriever } from "../engine/types.ts";
import { lookAgain } from "./feedback.ts";
import { type Hit, type IndexedPassage, PassageIndex } from "./lance.ts";
import {
  indexFolder,
  passageCount,
  type ReleaseManifest,
  remedyFor,
  vectorIndexOf,
  verifyRelease,
} from "./release.ts";

/** One long article must not take all places. */
const PASSAGES_PER_DOCUMENT_MAX = 2;
/** So many times more are looked up where documents have several passages, so that enough remain. */
const SPARE_FACTOR = 3;
const PROBES = 5;
/** The title and the first sentence; a whole passage as a query would be no better test. */
const PROBE_CHARS = 400;
const PROBE_DEPTH = 50;

/** What search needs of the embedder; its digest must be the one the release's vectors were made with. */
export interface QueryEmbedder {
  readonly digest: string;
  embedQuery(text: string): Promise<Float32Array>;
  /** Of findings and suggested questions, which many questions are compared with: their vectors are remembered. */
  embedSentences(texts: readonly string[]): Promise<Float32Array[]>;
}

export class CorpusRetriever implements Retriever {
  readonly corpusVersion: string;
  readonly manifest: ReleaseManifest;
  readonly #index: PassageIndex;
  readonly #embedder: QueryEmbedder;

  private constructor(manifest: ReleaseManifest, index: PassageIndex, embedder: QueryEmbedder) {
    this.corpusVersion = manifest.version;
    this.manifest = manifest;
    this.#index = index;
    this.#embedder = embedder;
  }

  /**
   * Verifies every file of the release and opens its index.
   * @param inUse whose known questions are shared where the release has the same ones, as it mostly has
   * @throws OperatorError when a file is damaged, the vectors belong to another embedder, or the index cannot be read
   */
  static async open(
    release: string,
    embedder: QueryEmbedder,
    inUse: CorpusRetriever | null = null,
  ): Promise<CorpusRetriever> {
    const manifest = await verifyRelease(release);
    if (manifest.embedder.digest !== embedder.digest) {
      throw new OperatorError(
        `corpus release ${release} was indexed with another embedder (${manifest.embedder.id}); ${
          manifest.kind === "starter"
            ? remedyFor(manifest)
            : "import any file again: all of it is indexed anew"
        }`,
      );
    }
    const known =
      manifest.questions !== undefined && manifest.questions.sha256 === inUse?.manifest.questions?.sha256
        ? inUse.index.questions
        : null;
    const index = await PassageIndex.open(indexFolder(release), vectorIndexOf(manifest), known).catch(
      (error: Error) => {
        throw new OperatorError(
          `corpus index ${indexFolder(release)} cannot be opened: ${error.message}; ${remedyFor(manifest)}`,
        );
      },
    );
    const rows = await index.rows();
    const expected = passageCount(manifest);
    if (rows !== expected) {
      index.close();
      throw new OperatorError(
        `corpus index ${indexFolder(release)} holds ${rows} of ${expected} passages; ${remedyFor(manifest)}`,
      );
    }
    const questions = index.questions?.size ?? 0;
    if (questions !== (manifest.questions?.count ?? 0)) {
      index.close();
      throw new OperatorError(
        `corpus index ${indexFolder(release)} holds ${questions} of ${manifest.questions?.count ?? 0} known questions; ${remedyFor(manifest)}`,
      );
    }
    return new CorpusRetriever(manifest, index, embedder);
  }

  /** The same open index, searched with vectors from elsewhere: the same embedder, started anew. Either of the two closes it. */
  withEmbedder(embedder: QueryEmbedder): CorpusRetriever {
    return new CorpusRetriever(this.manifest, this.#index, embedder);
  }

  /** All rankings with their own scores; at most two passages of a document in each. */
  async search(
    query: string,
    limit: number,
  ): Promise<{ lexical: Hit[]; dense: Hit[] } & KnownQuestions<IndexedPassage<EvidenceDocument>>> {
    const [lexical, { vector, dense }] = await Promise.all([
      this.lexical(query, limit),
      this.#embedder
        .embedQuery(query)
        .then(async (vector) => ({ vector, dense: await this.dense(vector, limit) })),
    ]);
    const known = await this.#index.asked(query, vector, limit, [...lexical, ...dense]);
    if (known.answered !== null) return { lexical, dense, ...known };
    const again = await lookAgain(this.#index, vector, { lexical, dense }, (moved) =>
      this.dense(moved, limit),
    );
    return { lexical, dense: again, ...known };
  }

  strangeness(word: string): number {
    return this.#index.questions?.strangeness(word) ?? 1;
  }

  async nearness(question: string, texts: readonly string[]): Promise<number[]> {
    const [query, vectors] = await Promise.all([
      this.#embedder.embedQuery(question),
      this.#embedder.embedSentences(texts),
    ]);
    return vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0));
  }

  lexical(query: string, limit: number): Promise<Hit[]> {
    return this.#ranked(limit, (depth) => this.#index.fullText(query, depth));
  }

  dense(vector: Float32Array, limit: number): Promise<Hit[]> {
    return this.#ranked(limit, (depth) => this.#index.nearest(vector, depth));
  }

  /** Looks deeper where long articles fill the first places. */
  async #ranked(limit: number, search: (depth: number) => Promise<Hit[]>): Promise<Hit[]> {
    const oneEach = passageCount(this.manifest) === this.manifest.documents;
    for (let depth = oneEach ? limit : limit * SPARE_FACTOR; ; depth *= SPARE_FACTOR) {
      const hits = await search(depth);
      const few = fewOfEach(hits).slice(0, limit);
      if (few.length === limit || hits.length < depth) return few;
    }
  }

  /**
   * Looks a few of the indexed passages up, by their own vectors and words.
   * @throws OperatorError when one is not found: the index can be opened but does not answer rightly
   */
  async probe(): Promise<void> {
    const sample = await this.#index.sample(PROBES);
    let byWords = sample.length === 0;
    for (const { text, vector } of sample) {
      const [nearest] = await this.#index.nearest(vector, 1);
      const lexical = await this.#index.fullText(text.slice(0, PROBE_CHARS), PROBE_DEPTH);
      byWords ||= lexical.some(({ passage }) => passage.text === text);
      if (nearest?.passage.text === text) continue;
      throw new OperatorError(`the index of ${this.corpusVersion} does not find a passage by its own vector`);
    }
    // One is enough: a text in another script, or of nothing but stop words, has no words that are indexed.
    if (!byWords)
      throw new OperatorError(`the index of ${this.corpusVersion} does not find passages by their own words`);
  }

  /** The index itself, for verifying and for building the next release from it. */
  get index(): PassageIndex {
    return this.#index;
  }

  close(): void {
    this.#index.close();
  }
}

/** The first passages of each document, in the order they came. */
function fewOfEach(hits: readonly Hit[]): Hit[] {
  const seen = new Map<string, number>();
  return hits.filter(({ passage }) => {
    const count = (seen.get(passage.document.doi) ?? 0) + 1;
    seen.set(passage.document.doi, count);
    return count <= PASSAGES_PER_DOCUMENT_MAX;
  });
}
