/**
 * Indexes the documents of a test collection as the corpus is indexed.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import { type IndexRow, writeRows } from "../library/index-writer.ts";
import { PassageIndex } from "../library/passage-index.ts";
import type { PassageEmbedder } from "../library/release.ts";
import type { CollectionDocument } from "./dataset.ts";

/** Rows held in memory: a few thousand passages with vectors are some tens of megabytes. */
const ROWS_PER_BATCH = 2048;
const DOCUMENTS_PER_EMBEDDING = 64;

/** Search needs id and text only. */
export type CollectionIndex = PassageIndex<null>;

export interface BuiltCollection {
  index: CollectionIndex;
  documents: number;
}

/**
 * The direction of the mean, so that every passage of a long document counts and it keeps one
 * vector.
 */
function middleOf(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = vectors;
  if (others.length === 0) return first;
  const sum = first.map((value, at) =>
    others.reduce((total, vector) => total + (vector[at] ?? 0), value),
  );
  const length = Math.hypot(...sum);
  return length === 0 ? first : sum.map((value) => value / length);
}

async function* inBatches(
  documents: AsyncIterable<CollectionDocument>,
  embedder: PassageEmbedder | null,
  onDocuments: (done: number) => void,
): AsyncGenerator<IndexRow[]> {
  let rows: IndexRow[] = [];
  let waiting: { row: IndexRow; passages: readonly string[] }[] = [];
  let done = 0;
  async function settle(): Promise<void> {
    const vectors =
      embedder === null
        ? []
        : await embedder.embedPassages(waiting.flatMap(({ passages }) => passages));
    let from = 0;
    for (const { row, passages } of waiting) {
      const own = vectors.slice(from, from + passages.length);
      from += passages.length;
      rows.push(own.length === 0 ? row : { ...row, vector: Array.from(middleOf(own)) });
    }
    done += waiting.length;
    waiting = [];
    onDocuments(done);
  }
  for await (const { id, text, passages } of documents) {
    waiting.push({ row: { id, text, document: "null" }, passages });
    if (waiting.length === DOCUMENTS_PER_EMBEDDING) await settle();
    if (rows.length >= ROWS_PER_BATCH) {
      yield rows;
      rows = [];
    }
  }
  await settle();
  if (rows.length > 0) yield rows;
}

/**
 * @param embedder null where no vectors are needed
 * @param onDocuments called with the number of documents done
 * @throws OperatorError when there is no document
 */
export async function buildCollection(
  folder: string,
  documents: AsyncIterable<CollectionDocument>,
  embedder: PassageEmbedder | null,
  onDocuments: (done: number) => void,
): Promise<BuiltCollection> {
  let count = 0;
  await writeRows(
    folder,
    inBatches(documents, embedder, (done) => {
      count = done;
      onDocuments(done);
    }),
  );
  if (count === 0) throw new OperatorError("the dataset's corpus.jsonl holds no document");
  return { index: await PassageIndex.open<null>(folder), documents: count };
}
