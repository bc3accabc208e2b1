/**
 * The documents of a test collection, indexed as the corpus is.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import { type IndexRow, writeQuestions, writeRows } from "../corpus/index-writer.ts";
import { PassageIndex } from "../corpus/lance.ts";
import { Answers, questionRows } from "../corpus/question-rows.ts";
import type { PassageEmbedder } from "../corpus/release.ts";
import type { CollectionDocument } from "./dataset.ts";

/** Held in memory at a time: text and vector of a few thousand passages are some tens of megabytes. */
const ROWS_PER_BATCH = 2048;
const PASSAGES_PER_EMBEDDING = 64;

/** Search needs id and text only. */
export type CollectionIndex = PassageIndex<null>;

export interface BuiltCollection {
  index: CollectionIndex;
  documents: number;
}

async function* inBatches(
  documents: AsyncIterable<CollectionDocument>,
  embedder: PassageEmbedder | null,
  answers: Answers,
  onDocuments: (done: number) => void,
): AsyncGenerator<IndexRow[]> {
  let rows: IndexRow[] = [];
  let waiting: IndexRow[] = [];
  let done = 0;
  async function settle(): Promise<void> {
    const vectors = embedder === null ? [] : await embedder.embedPassages(waiting.map((row) => row.text));
    for (const [i, row] of waiting.entries()) {
      const vector = vectors[i];
      rows.push(vector === undefined ? row : { ...row, vector: Array.from(vector) });
    }
    done += waiting.length;
    waiting = [];
    onDocuments(done);
  }
  for await (const { id, text, questions } of documents) {
    answers.add(id, questions);
    waiting.push({ id, text, document: "null" });
    if (waiting.length === PASSAGES_PER_EMBEDDING) await settle();
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
 * @param onDocuments told how many documents are done
 * @throws OperatorError when there is no document
 */
export async function buildCollection(
  folder: string,
  documents: AsyncIterable<CollectionDocument>,
  embedder: PassageEmbedder | null,
  onDocuments: (done: number) => void,
): Promise<BuiltCollection> {
  let count = 0;
  const answers = new Answers();
  await writeRows(
    folder,
    inBatches(documents, embedder, answers, (done) => {
      count = done;
      onDocuments(done);
    }),
  );
  if (count === 0) throw new OperatorError("the dataset's corpus.jsonl holds no document");
  if (embedder !== null) await writeQuestions(folder, await questionRows(answers, embedder));
  return { index: await PassageIndex.open<null>(folder), documents: count };
}
