/**
 * The passage index: one LanceDB table with text, vector and the document as JSON.
 *
 * LanceDB is loaded on first use, after the executable has unpacked its native library.
 * @module
 */
import type { Connection, Table, VectorQuery } from "@lancedb/lancedb";
import type { EvidenceDocument } from "../engine/types.ts";
import { EXACT, type VectorIndex } from "./vector-index.ts";

export const TABLE = "passages";
/** The default caches are 6 GB and 1 GB; this process has 900 MB in all. */
const INDEX_CACHE_BYTES = 64n << 20n;
const METADATA_CACHE_BYTES = 16n << 20n;

/**
 * The analysis of full text. It is part of the corpus version, because it decides what is found.
 */
export const TEXT_ANALYSIS = {
  tokenizer: "simple",
  language: "English",
  lowercase: true,
  stem: true,
  remove_stop_words: true,
  ascii_folding: true,
  max_token_length: 40,
} as const;

/** Opens LanceDB on a folder, with caches that fit this process. */
export async function connect(folder: string): Promise<Connection> {
  const lancedb = await import("@lancedb/lancedb");
  const session = new lancedb.Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES);
  return lancedb.connect(folder, {}, session);
}

/** A passage as a search returns it; `D` is the content of its `document` column. */
export interface IndexedPassage<D> {
  id: string;
  text: string;
  document: D;
}

/** A passage with the score of its ranking; higher is better. */
export interface Hit<D = EvidenceDocument> {
  passage: IndexedPassage<D>;
  score: number;
}

/** A written index, opened for reading. */
export class PassageIndex<D = EvidenceDocument> {
  readonly #connection: Connection;
  readonly #table: Table;
  readonly #vectorIndex: VectorIndex;

  private constructor(connection: Connection, table: Table, vectorIndex: VectorIndex) {
    this.#connection = connection;
    this.#table = table;
    this.#vectorIndex = vectorIndex;
  }

  /** @param vectorIndex what the folder was written with; `EXACT` ignores an approximate index */
  static async open<D = EvidenceDocument>(
    folder: string,
    vectorIndex: VectorIndex = EXACT,
  ): Promise<PassageIndex<D>> {
    const connection = await connect(folder);
    return new PassageIndex<D>(connection, await connection.openTable(TABLE), vectorIndex);
  }

  rows(): Promise<number> {
    return this.#table.countRows();
  }

  /** Every indexed passage, without its text, in no particular order. */
  async *entries(): AsyncGenerator<{ id: string; document: D }> {
    for await (const batch of this.#table.query().select(["id", "document"])) {
      for (const row of batch.toArray())
        yield { id: String(row.id), document: JSON.parse(String(row.document)) };
    }
  }

  /** Texts and vectors of the passages with these ids. Unknown ids are left out. */
  async vectors(ids: readonly string[]): Promise<Map<string, StoredVector>> {
    if (ids.length === 0) return new Map();
    const query = this.#table.query().where(anyOf(ids)).select(["id", "text", "vector"]);
    return new Map(
      (await query.toArray()).map((row: VectorRow) => [String(row.id), storedVector(row)]),
    );
  }

  /** A few passages with their vectors. */
  async sample(count: number): Promise<StoredVector[]> {
    const rows: VectorRow[] = await this.#table
      .query()
      .select(["id", "text", "vector"])
      .limit(count)
      .toArray();
    return rows.map(storedVector);
  }

  /** The passages with these ids, ordered by id. Unknown ids are left out. */
  async passages(ids: readonly string[]): Promise<IndexedPassage<D>[]> {
    if (ids.length === 0) return [];
    const rows = await this.#table
      .query()
      .where(anyOf(ids))
      .select(["id", "text", "document"])
      .limit(ids.length)
      .toArray();
    return this.#ranked(rows, () => 0).map((hit) => hit.passage);
  }

  /**
   * The BM25 ranking, best first, ties by id, so that every run gives the same order.
   * @param among ranks only the passages with these ids; the word weights stay those of the whole
   *   index
   */
  async fullText(query: string, limit: number, among?: readonly string[]): Promise<Hit<D>[]> {
    const search = this.#table.query().fullTextSearch(query, { columns: ["text"] });
    const rows = await (among === undefined ? search : search.where(anyOf(among)))
      .select(["id", "text", "document", "_score"])
      .limit(limit)
      .toArray();
    return this.#ranked(rows, (row) => Number(row._score));
  }

  /**
   * The cosine ranking, best first, ties by id. An approximate index searches only the nearest
   * partitions.
   * @param among compares only the passages with these ids, all of them
   */
  async nearest(vector: Float32Array, limit: number, among?: readonly string[]): Promise<Hit<D>[]> {
    const search = this.#table.query().nearestTo(vector).distanceType("cosine");
    const rows = await (among === undefined
      ? this.#probing(search)
      : search.bypassVectorIndex().where(anyOf(among))
    )
      .select(["id", "text", "document", "_distance"])
      .limit(limit)
      .toArray();
    return this.#ranked(rows, (row) => 1 - Number(row._distance));
  }

  #probing(search: VectorQuery): VectorQuery {
    return this.#vectorIndex.type === "exact"
      ? search.bypassVectorIndex()
      : search.nprobes(this.#vectorIndex.probes);
  }

  #ranked(rows: readonly Row[], scoreOf: (row: Row) => number): Hit<D>[] {
    return rows
      .map((row) => ({
        passage: {
          id: String(row.id),
          text: String(row.text),
          document: JSON.parse(String(row.document)) as D,
        },
        score: scoreOf(row),
      }))
      .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1));
  }

  close(): void {
    this.#table.close();
    this.#connection.close();
  }
}

/** A text and its vector. */
export interface StoredVector {
  text: string;
  vector: Float32Array;
}

interface VectorRow {
  id: unknown;
  text: unknown;
  vector: Iterable<number>;
}

function storedVector({ text, vector }: VectorRow): StoredVector {
  return { text: String(text), vector: Float32Array.from(vector) };
}

interface Row {
  id: unknown;
  text: unknown;
  document: unknown;
  _score?: unknown;
  _distance?: unknown;
}

/** Filters are SQL, so an id is quoted and stays one value whatever it contains. */
function anyOf(ids: readonly string[]): string {
  return `id IN (${ids.map((id) => `'${id.replaceAll("'", "''")}'`).join(", ")})`;
}
