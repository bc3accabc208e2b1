/**
 * Search over the release in use: full text and vectors side by side, two rankings out. Fusion is the engine's.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import type { Retriever, SearchHits } from "../engine/types.ts";
import { type Hit, PassageIndex } from "./lance.ts";
import { indexFolder, REMEDY, type ReleaseManifest, verifyRelease } from "./release.ts";

/** What search needs of the embedder; its digest must be the one the release's vectors were made with. */
export interface QueryEmbedder {
  readonly digest: string;
  embedQuery(text: string): Promise<Float32Array>;
}

export interface StageHits {
  lexical: Hit[];
  dense: Hit[];
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
   * @throws OperatorError when a file is damaged, the vectors belong to another embedder, or the index cannot be read
   */
  static async open(release: string, embedder: QueryEmbedder): Promise<CorpusRetriever> {
    const manifest = await verifyRelease(release);
    if (manifest.embedder.digest !== embedder.digest) {
      throw new OperatorError(
        `corpus release ${release} was indexed with another embedder (${manifest.embedder.id}); ${REMEDY}`,
      );
    }
    const index = await PassageIndex.open(indexFolder(release)).catch((error: Error) => {
      throw new OperatorError(
        `corpus index ${indexFolder(release)} cannot be opened: ${error.message}; ${REMEDY}`,
      );
    });
    const rows = await index.rows();
    if (rows !== manifest.documents) {
      index.close();
      throw new OperatorError(
        `corpus index ${indexFolder(release)} holds ${rows} of ${manifest.documents} documents; ${REMEDY}`,
      );
    }
    return new CorpusRetriever(manifest, index, embedder);
  }

  /** Both rankings with the stages' own scores, for `corpus search`. */
  async stages(query: string, limit: number): Promise<StageHits> {
    const [lexical, dense] = await Promise.all([
      this.#index.fullText(query, limit),
      this.#embedder.embedQuery(query).then((vector) => this.#index.nearest(vector, limit)),
    ]);
    return { lexical, dense };
  }

  async search(query: string, limit: number): Promise<SearchHits> {
    const { lexical, dense } = await this.stages(query, limit);
    return { lexical: lexical.map((hit) => hit.passage), dense: dense.map((hit) => hit.passage) };
  }

  /** Ids of every indexed passage, for `corpus verify`. */
  ids(): Promise<string[]> {
    return this.#index.ids();
  }

  close(): void {
    this.#index.close();
  }
}
