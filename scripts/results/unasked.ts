/**
 * The corpus as the service has it, but that nobody has asked certain questions before: questions that stayed out of training are measured with it.
 * @module
 */
import { join } from "node:path";
import type { openCorpus } from "../../src/cli/runtime.ts";
import { buildRelease } from "../../src/corpus/build.ts";
import { readRecords } from "../../src/corpus/documents.ts";
import { CorpusRetriever } from "../../src/corpus/retriever.ts";

type Corpus = Awaited<ReturnType<typeof openCorpus>>;
type EvidenceRecord = ReturnType<typeof readRecords>[number];

const RECORDS = join(import.meta.dir, "../../corpus");

/** The records, their known questions without those of `asking`. */
export function recordsWithout(asking: ReadonlySet<string>): EvidenceRecord[] {
  const others = (how: "asked" | "asked_in_vain", questions: readonly string[] = []) => {
    const left = questions.filter((question) => !asking.has(question));
    return left.length === 0 ? {} : { [how]: left };
  };
  return readRecords(RECORDS).map(({ asked, asked_in_vain, ...record }) => ({
    ...record,
    ...others("asked", asked),
    ...others("asked_in_vain", asked_in_vain),
  }));
}

/** A release of these records, opened; vectors that the corpus has are taken from it. The caller closes it. */
export async function openRelease(
  corpus: Corpus,
  folder: string,
  documents: readonly EvidenceRecord[],
): Promise<CorpusRetriever> {
  const { passageEmbedder, queryEmbedder } = corpus.inference;
  const release = await buildRelease(folder, "local", [...documents], passageEmbedder, {
    reuse: corpus.retriever.index,
  });
  return CorpusRetriever.open(release, queryEmbedder);
}
