/**
 * From what was found to what is told: answers, their grades, and those sure enough for the text.
 * @module
 */
import type { Confidence } from "../evidence/confidence.ts";
import type { Found, Stopwatch } from "../evidence/gather.ts";
import type { EngineFeatures, EvidenceDocument, Passage, Retriever } from "../types.ts";
import { ANSWERS_MIN, type Answer, answerOf, RECORDS_TOLD_MAX } from "./answer.ts";
import { confidenceOf, gradesOf, sureOnes } from "./grading.ts";

export interface Judged {
  found: readonly Found[];
  /** Of the documents that entries rest on, by DOI. */
  passages: ReadonlyMap<string, Passage>;
  /** One for each of `found`; null where it is not told. */
  answers: readonly (Answer | null)[];
  told: readonly Answer[];
  confidence: Confidence;
}

/** @throws what the retriever throws */
export async function judge(
  retriever: Retriever,
  found: readonly Found[],
  { query, signals, context }: EngineFeatures,
  watch: Stopwatch,
): Promise<Judged> {
  const passages = await watch.time("search", () => documentsOf(retriever, found));
  const documents = new Map([...passages].map(([doi, { document }]) => [doi, document]));
  const findings = await watch.time("search", () => findingsOf(retriever, found));
  const candidates = found.map((each) =>
    answerOf(each, { signals, context }, documents, (document) => findings.get(document) ?? []),
  );
  const grades = gradesOf(found, candidates, context);
  const answers = sureOnes(candidates, grades);
  return {
    found,
    passages,
    answers,
    told: answers.filter((answer) => answer !== null),
    confidence: confidenceOf(grades, answers, query !== null),
  };
}

/** The documents that any entry that may be told rests on. */
async function documentsOf(retriever: Retriever, found: readonly Found[]): Promise<Map<string, Passage>> {
  const dois = found.flatMap(({ entries }) =>
    (entries[0]?.entry.claims ?? []).flatMap(({ from, against }) => [...from, ...against]),
  );
  return new Map((await retriever.records(dois)).map((passage) => [passage.document.doi, passage]));
}

/** For the records that a text may tell, their sentences with the nearest to the part first. */
async function findingsOf(
  retriever: Retriever,
  found: readonly Found[],
): Promise<Map<EvidenceDocument, string[]>> {
  const ordered = new Map<EvidenceDocument, string[]>();
  for (const { part, records } of found)
    for (const { document, answers } of records.slice(0, RECORDS_TOLD_MAX)) {
      // Sentences of a record that the text cannot tell need no vectors.
      if (answers < ANSWERS_MIN) continue;
      const statements = document.findings.map(({ statement }) => statement);
      const cosines = await retriever.nearness(part.text, statements);
      const order = [...statements.keys()].sort((a, b) => (cosines[b] ?? 0) - (cosines[a] ?? 0) || a - b);
      ordered.set(
        document,
        order.map((at) => statements[at] ?? ""),
      );
    }
  return ordered;
}
