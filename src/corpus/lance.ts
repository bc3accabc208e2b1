/**
 * The passage index: one LanceDB table with text, vector and the document as JSON.
 *
 * LanceDB is loaded on first use, after the executable has unpacked its native library.
 * @module
 */
import type { Connection, Table } from "@lancedb/lancedb";
import type { EvidenceDocument, Passage } from "../engine/types.ts";

const TABLE = "passages";
/** The default caches are 6 GB and 1 GB; this process has 900 MB for everything. */
const INDEX_CACHE_BYTES = 64n << 20n;
const METADATA_CACHE_BYTES = 16n << 20n;

/** Full-text analysis; part of the corpus version, because it decides what is found. */
export const TEXT_ANALYSIS = {
  tokenizer: "simple",
  language: "English",
  lowercase: true,
  stem: true,
  remove_stop_words: true,
  ascii_folding: true,
  max_token_length: 40,
} as const;

async function connect(folder: string): Promise<Connection> {
  const lancedb = await import("@lancedb/lancedb");
  const session = new lancedb.Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES);
  return lancedb.connect(folder, {}, session);
}

/** Writes the table and its full-text index into `folder`. Vectors are unit length, one per passage, same order. */
export async function writeIndex(
  folder: string,
  passages: readonly Passage[],
  vectors: readonly Float32Array[],
): Promise<void> {
  const { Index } = await import("@lancedb/lancedb");
  const connection = await connect(folder);
  const rows = passages.map((passage, i) => ({
    id: passage.id,
    text: passage.text,
    document: JSON.stringify(passage.document),
    vector: Array.from(vectors[i] ?? []),
  }));
  const table = await connection.createTable(TABLE, rows);
  await table.createIndex("text", {
    config: Index.fts({
      baseTokenizer: TEXT_ANALYSIS.tokenizer,
      language: TEXT_ANALYSIS.language,
      lowercase: TEXT_ANALYSIS.lowercase,
      stem: TEXT_ANALYSIS.stem,
      removeStopWords: TEXT_ANALYSIS.remove_stop_words,
      asciiFolding: TEXT_ANALYSIS.ascii_folding,
      maxTokenLength: TEXT_ANALYSIS.max_token_length,
      withPosition: false,
    }),
  });
  table.close();
  connection.close();
}

/** The index of a published release, opened for reading. */
export class PassageIndex {
  readonly #connection: Connection;
  readonly #table: Table;

  private constructor(connection: Connection, table: Table) {
    this.#connection = connection;
    this.#table = table;
  }

  static async open(folder: string): Promise<PassageIndex> {
    const connection = await connect(folder);
    return new PassageIndex(connection, await connection.openTable(TABLE));
  }

  rows(): Promise<number> {
    return this.#table.countRows();
  }

  /** Ids of every indexed passage. */
  async ids(): Promise<string[]> {
    const rows: { id: unknown }[] = await this.#table.query().select(["id"]).toArray();
    return rows.map((row) => String(row.id));
  }

  /** BM25 ranking, best first; ties by id, so that the order is the same on every run. */
  async fullText(query: string, limit: number): Promise<Hit[]> {
    const rows = await this.#table
      .query()
      .fullTextSearch(query, { columns: ["text"] })
      .select(["id", "text", "document", "_score"])
      .limit(limit)
      .toArray();
    return ranked(rows, (row) => Number(row._score));
  }

  /** Exact cosine ranking (no approximate index at this size), best first; ties by id. */
  async nearest(vector: Float32Array, limit: number): Promise<Hit[]> {
    const rows = await this.#table
      .query()
      .nearestTo(vector)
      .distanceType("cosine")
      .select(["id", "text", "document", "_distance"])
      .limit(limit)
      .toArray();
    return ranked(rows, (row) => 1 - Number(row._distance));
  }

  close(): void {
    this.#table.close();
    this.#connection.close();
  }
}

/** A passage with the stage's own score; higher is better. */
export interface Hit {
  passage: Passage;
  score: number;
}

interface Row {
  id: unknown;
  text: unknown;
  document: unknown;
  _score?: unknown;
  _distance?: unknown;
}

function ranked(rows: readonly Row[], scoreOf: (row: Row) => number): Hit[] {
  return rows
    .map((row) => ({
      passage: {
        id: String(row.id),
        text: String(row.text),
        document: JSON.parse(String(row.document)) as EvidenceDocument,
      },
      score: scoreOf(row),
    }))
    .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1));
}
