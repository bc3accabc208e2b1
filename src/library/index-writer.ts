/**
 * Writes the passage index: rows in parts, which are joined to one file, then the indexes of words
 * and vectors.
 * @module
 */
import type { Table } from "@lancedb/lancedb";
import { connect, TABLE, TEXT_ANALYSIS } from "./passage-index.ts";
import { EXACT, type VectorIndex } from "./vector-index.ts";

const DAY_MS = 86_400_000;

/** One row of the table. Without `vector` only full-text search is possible. */
export interface IndexRow {
  id: string;
  text: string;
  /** JSON. */
  document: string;
  /** Unit length. */
  vector?: number[];
}

/** The slow steps after the last row. */
export type WriteStage = "joining parts" | "word index" | "vector index";

export interface WriteOptions {
  /** Chooses by the number of rows; by default exact search. */
  vectorIndexFor?: (rows: number) => VectorIndex;
  onStage?: (stage: WriteStage) => void;
}

export interface WrittenIndex {
  rows: number;
  vectorIndex: VectorIndex;
}

/**
 * Writes the table and its indexes into `folder`, from rows that come in parts. Needs at least one
 * row.
 */
export async function writeRows(
  folder: string,
  batches: Iterable<IndexRow[]> | AsyncIterable<IndexRow[]>,
  { vectorIndexFor = () => EXACT, onStage }: WriteOptions = {},
): Promise<WrittenIndex> {
  const connection = await connect(folder);
  let table: Table | null = null;
  let rows = 0;
  let parts = 0;
  try {
    for await (const part of batches) {
      const data = part as (IndexRow & Record<string, unknown>)[];
      if (table === null) table = await connection.createTable(TABLE, data);
      else await table.add(data);
      rows += part.length;
      parts++;
    }
    const vectorIndex = vectorIndexFor(rows);
    if (table === null) return { rows, vectorIndex };
    if (parts > 1) {
      onStage?.("joining parts");
      await joinParts(table);
    }
    onStage?.("word index");
    await indexWords(table);
    if (vectorIndex.type !== "exact") {
      onStage?.("vector index");
      await indexVectors(table, vectorIndex);
    }
    return { rows, vectorIndex };
  } finally {
    table?.close();
    connection.close();
  }
}

/** Every search opens each part as a file: 120 parts cost more than the search itself. */
async function joinParts(table: Table): Promise<void> {
  await table.optimize({
    // Joining commits twice, and the first commit still refers to the parts, so all but the last
    // are removed.
    cleanupOlderThan: new Date(Date.now() + DAY_MS),
    // No other process knows this table, so no file of it belongs to another writer's unfinished
    // work.
    deleteUnverified: true,
  });
}

async function indexWords(table: Table): Promise<void> {
  const { Index } = await import("@lancedb/lancedb");
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
}

async function indexVectors(
  table: Table,
  { partitions }: Extract<VectorIndex, { type: "ivf_flat" }>,
): Promise<void> {
  const { Index } = await import("@lancedb/lancedb");
  await table.createIndex("vector", {
    config: Index.ivfFlat({ distanceType: "cosine", numPartitions: partitions }),
  });
}
