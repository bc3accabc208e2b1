/**
 * Turns what was found into answers, grades them, and keeps those that are sure enough for the
 * text.
 * @module
 */
import type { Confidence } from "../evidence/confidence.ts";
import type { PartEvidence } from "../evidence/gather.ts";
import type { Stopwatch } from "../stopwatch.ts";
import type { EngineFeatures, EvidenceDocument, Passage, Retriever } from "../types.ts";
import { ANSWERS_MIN, type Answer, answerOf, RECORDS_USED_MAX } from "./answer.ts";
import { confidenceOf, gradesOf, keepConfident } from "./grading.ts";

export interface Judgment {
  evidence: readonly PartEvidence[];
  /** The documents that the entries cite, by DOI. */
  passages: ReadonlyMap<string, Passage>;
  /** One for each of `evidence`; null where the text gives no answer. */
  answers: readonly (Answer | null)[];
  /** The answers that the text is written from. */
  served: readonly Answer[];
  confidence: Confidence;
}

/** @throws the errors of the retriever */
export async function judge(
  retriever: Retriever,
  evidence: readonly PartEvidence[],
  { query, signals, context }: EngineFeatures,
  watch: Stopwatch,
): Promise<Judgment> {
  const passages = await watch.time("search", () => documentsOf(retriever, evidence));
  const documents = new Map([...passages].map(([doi, { document }]) => [doi, document]));
  const findings = await watch.time("search", () => findingsOf(retriever, evidence));
  const candidates = evidence.map((each) =>
    answerOf(each, { signals, context }, documents, (document) => findings.get(document) ?? []),
  );
  const grades = gradesOf(evidence, candidates, context);
  const answers = keepConfident(candidates, grades);
  return {
    evidence,
    passages,
    answers,
    served: answers.filter((answer) => answer !== null),
    confidence: confidenceOf(grades, answers, query !== null),
  };
}

/** Reads the documents that the best entry of each part cites. */
async function documentsOf(
  retriever: Retriever,
  evidence: readonly PartEvidence[],
): Promise<Map<string, Passage>> {
  const dois = evidence.flatMap(({ entries }) =>
    (entries[0]?.entry.claims ?? []).flatMap(({ from, against }) => [...from, ...against]),
  );
  return new Map((await retriever.records(dois)).map((passage) => [passage.document.doi, passage]));
}

/** Orders the findings of the records that a text may use, nearest to the question first. */
async function findingsOf(
  retriever: Retriever,
  evidence: readonly PartEvidence[],
): Promise<Map<EvidenceDocument, string[]>> {
  const ordered = new Map<EvidenceDocument, string[]>();
  for (const { part, records } of evidence)
    for (const { document, answer_probability } of records.slice(0, RECORDS_USED_MAX)) {
      // The text cannot use this record, so its sentences need no vectors.
      if (answer_probability < ANSWERS_MIN) continue;
      const statements = document.findings.map(({ statement }) => statement);
      const cosines = await retriever.nearness(part.text, statements);
      const order = [...statements.keys()].sort(
        (a, b) => (cosines[b] ?? 0) - (cosines[a] ?? 0) || a - b,
      );
      ordered.set(
        document,
        order.map((at) => statements[at] ?? ""),
      );
    }
  return ordered;
}
