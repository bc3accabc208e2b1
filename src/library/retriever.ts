/**
 * Searches the release in use by full text and by vectors, and returns both rankings. The engine
 * fuses them.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import type { GuidanceEntry } from "../engine/guidance/entry.ts";
import type {
  EvidenceDocument,
  GuidanceHit,
  Passage,
  Retriever,
  SearchHits,
} from "../engine/types.ts";
import { dot } from "../engine/vectors.ts";
import type { KnownVectors } from "./build.ts";
import { GuidanceIndex } from "./guidance-index.ts";
import type { GuidanceRow } from "./guidance-table.ts";
import { type Hit, PassageIndex, type StoredVector } from "./passage-index.ts";
import {
  type GuidanceReader,
  guidanceFile,
  indexFolder,
  lostFile,
  passageCount,
  type ReleaseManifest,
  remedyFor,
  vectorIndexOf,
  verifyRelease,
} from "./release.ts";

/** Keeps one long article from taking all places. */
const PASSAGES_PER_DOCUMENT_MAX = 2;
/**
 * How many times more hits are read where documents have several passages, so that enough remain.
 */
const SPARE_FACTOR = 3;
const PROBES = 5;
/** The title and the first sentence. A whole passage would be no better test. */
const PROBE_CHARS = 400;
const PROBE_DEPTH = 50;

/**
 * The models that search needs. Their digests must be those that the release's vectors were made
 * with.
 */
export interface QueryEmbedder {
  readonly digest: string;
  /** Makes the vectors by which guidance is found. */
  readonly reader: GuidanceReader;
  embedQuery(text: string): Promise<Float32Array>;
  /** For findings, which many questions are compared with; their vectors are cached. */
  embedSentences(texts: readonly string[]): Promise<Float32Array[]>;
}

export class CorpusRetriever implements Retriever, KnownVectors {
  readonly corpusVersion: string;
  readonly manifest: ReleaseManifest;
  readonly #release: string;
  readonly #index: PassageIndex;
  readonly #guidance: GuidanceIndex;
  readonly #embedder: QueryEmbedder;

  private constructor(
    release: string,
    manifest: ReleaseManifest,
    index: PassageIndex,
    guidance: GuidanceIndex,
    embedder: QueryEmbedder,
  ) {
    this.corpusVersion = manifest.version;
    this.manifest = manifest;
    this.#release = release;
    this.#index = index;
    this.#guidance = guidance;
    this.#embedder = embedder;
  }

  /**
   * As `open`, for a release that is not in use yet: it must also find what is in it.
   * @throws OperatorError
   */
  static async openProbed(release: string, embedder: QueryEmbedder): Promise<CorpusRetriever> {
    const retriever = await CorpusRetriever.open(release, embedder);
    try {
      await retriever.probe();
      return retriever;
    } catch (error) {
      retriever.close();
      throw error;
    }
  }

  /**
   * Verifies every file of the release and opens its index.
   * @throws OperatorError when a file is damaged, the vectors belong to another embedder, or the
   *   index cannot be read
   */
  static async open(release: string, embedder: QueryEmbedder): Promise<CorpusRetriever> {
    const manifest = await verifyRelease(release);
    verifyModels(release, manifest, embedder);
    const folder = indexFolder(release);
    const index = await PassageIndex.open(folder, vectorIndexOf(manifest)).catch((error: Error) => {
      throw new OperatorError(
        `corpus index ${folder} cannot be opened: ${error.message}; ${remedyFor(manifest)}`,
      );
    });
    try {
      await verifyRows(folder, manifest, index);
      const guidance = await openGuidance(release, manifest);
      return new CorpusRetriever(release, manifest, index, guidance, embedder);
    } catch (error) {
      index.close();
      throw error;
    }
  }

  /** The same open index with another process of the same embedder. Either of the two closes it. */
  withEmbedder(embedder: QueryEmbedder): CorpusRetriever {
    return new CorpusRetriever(this.#release, this.manifest, this.#index, this.#guidance, embedder);
  }

  /** Both rankings with their own scores; at most two passages per document in each. */
  async search(query: string, limit: number): Promise<SearchHits> {
    const [lexical, dense] = await Promise.all([
      this.lexical(query, limit),
      this.#embedder.embedQuery(query).then((vector) => this.dense(vector, limit)),
    ]);
    return { lexical, dense };
  }

  guidanceNear(
    vector: Float32Array,
    limit: number,
    fits?: (entry: GuidanceEntry) => boolean,
  ): GuidanceHit[] {
    return this.#guidance.near(vector, null, limit, fits);
  }

  async guidanceFor(
    question: string,
    vector: Float32Array,
    limit: number,
    fits: (entry: GuidanceEntry) => boolean,
  ): Promise<GuidanceHit[]> {
    const embedded = await this.#embedder.embedQuery(question);
    return this.#guidance.near(vector, { question, embedded }, limit, fits);
  }

  get unasked(): readonly GuidanceEntry[] {
    return this.#guidance.unasked;
  }

  guidanceVector(id: string): Float32Array | null {
    return this.#guidance.vector(id);
  }

  /** A record of ours is one passage, named by its DOI. */
  records(dois: readonly string[]): Promise<Passage[]> {
    return this.#index.passages([...new Set(dois)]);
  }

  async nearness(question: string, texts: readonly string[]): Promise<number[]> {
    const [vector, vectors] = await Promise.all([
      this.#embedder.embedQuery(question),
      this.#embedder.embedSentences(texts),
    ]);
    return vectors.map((each) => dot(each, vector));
  }

  lexical(query: string, limit: number): Promise<Hit[]> {
    return this.#ranked(limit, (depth) => this.#index.fullText(query, depth));
  }

  dense(vector: Float32Array, limit: number): Promise<Hit[]> {
    return this.#ranked(limit, (depth) => this.#index.nearest(vector, depth));
  }

  /** Reads more hits where long articles fill the first places. */
  async #ranked(limit: number, search: (depth: number) => Promise<Hit[]>): Promise<Hit[]> {
    const oneEach = passageCount(this.manifest) === this.manifest.documents;
    for (let depth = oneEach ? limit : limit * SPARE_FACTOR; ; depth *= SPARE_FACTOR) {
      const hits = await search(depth);
      const few = fewOfEach(hits).slice(0, limit);
      if (few.length === limit || hits.length < depth) return few;
    }
  }

  /**
   * Looks up a few indexed passages by their own vectors and words.
   * @throws OperatorError when one is not found: the index opens but does not work
   */
  async probe(): Promise<void> {
    const sample = await this.#index.sample(PROBES);
    let byWords = sample.length === 0;
    for (const { text, vector } of sample) {
      const [nearest] = await this.#index.nearest(vector, 1);
      const lexical = await this.#index.fullText(text.slice(0, PROBE_CHARS), PROBE_DEPTH);
      byWords ||= lexical.some(({ passage }) => passage.text === text);
      if (nearest?.passage.text === text) continue;
      throw new OperatorError(
        `the index of ${this.corpusVersion} does not find a passage by its own vector`,
      );
    }
    // One match is enough: a text in another script, or of stop words only, has no indexed words.
    if (!byWords)
      throw new OperatorError(
        `the index of ${this.corpusVersion} does not find passages by their own words`,
      );
  }

  /** Every indexed passage, without its text, in no particular order. */
  indexed(): AsyncGenerator<{ id: string; document: EvidenceDocument }> {
    return this.#index.entries();
  }

  passageVectors(ids: readonly string[]): Promise<Map<string, StoredVector>> {
    return this.#index.vectors(ids);
  }

  guidanceRows(entry: GuidanceEntry): GuidanceRow[] {
    return this.#guidance.rowsOf(entry);
  }

  /**
   * The first file of the release that is missing or has another size; null where there is none.
   * Open files still work for a while and then fail in the middle of an answer.
   */
  lostFile(): string | null {
    return lostFile(this.#release, this.manifest);
  }

  close(): void {
    this.#index.close();
  }
}

/** @throws OperatorError where vectors of the release are of other models than `embedder` */
function verifyModels(release: string, manifest: ReleaseManifest, embedder: QueryEmbedder): void {
  const remedy =
    manifest.kind === "starter"
      ? remedyFor(manifest)
      : "import any file again: all of it is indexed anew";
  if (manifest.embedder.digest !== embedder.digest)
    throw new OperatorError(
      `corpus release ${release} was indexed with another embedder (${manifest.embedder.id}); ${remedy}`,
    );
  if (manifest.guidance !== undefined && manifest.guidance.reader !== embedder.reader.digest)
    throw new OperatorError(
      `the guidance of corpus release ${release} was indexed with another reader; ${remedy}`,
    );
}

/** @throws OperatorError where the index has more or fewer passages than the manifest says */
async function verifyRows(
  folder: string,
  manifest: ReleaseManifest,
  index: PassageIndex,
): Promise<void> {
  const rows = await index.rows();
  const expected = passageCount(manifest);
  if (rows === expected) return;
  throw new OperatorError(
    `corpus index ${folder} holds ${rows} of ${expected} passages; ${remedyFor(manifest)}`,
  );
}

/** @throws OperatorError where the guidance cannot be read, or is not what the manifest says */
async function openGuidance(release: string, manifest: ReleaseManifest): Promise<GuidanceIndex> {
  const file = manifest.guidance === undefined ? null : guidanceFile(release);
  const guidance = await GuidanceIndex.read(file, indexFolder(release)).catch((error: Error) => {
    throw new OperatorError(
      `the guidance of corpus release ${release} cannot be read: ${error.message}; ${remedyFor(manifest)}`,
    );
  });
  const wanted = manifest.guidance?.entries ?? 0;
  if (guidance.size === wanted && guidance.indexed === wanted) return guidance;
  throw new OperatorError(
    `corpus index ${indexFolder(release)} holds ${guidance.indexed} of ${wanted} guidance entries; ${remedyFor(manifest)}`,
  );
}

/** The first passages of each document, in the order of the hits. */
function fewOfEach(hits: readonly Hit[]): Hit[] {
  const seen = new Map<string, number>();
  return hits.filter(({ passage }) => {
    const count = (seen.get(passage.document.doi) ?? 0) + 1;
    seen.set(passage.document.doi, count);
    return count <= PASSAGES_PER_DOCUMENT_MAX;
  });
}
