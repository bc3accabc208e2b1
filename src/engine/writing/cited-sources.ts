/**
 * Which claims of an answer a text tells, and which of their documents it names, so that each
 * number in it has its source beside it.
 * @module
 */
import { CITATIONS_MAX } from "../../contract/limits.ts";
import { numbersIn } from "../numbers.ts";
import type { EvidenceDocument } from "../types.ts";
import type { Answer, AnswerClaim } from "../verdict/answer.ts";
import { markerOf } from "./authors.ts";
import { numbersOfDocument } from "./guard.ts";

/** More sources behind a sentence do not make the reader surer of it. */
const SOURCES_OF_CLAIM_MAX = 3;

/** At most five documents, no two with the same marker. */
export class CitedSources {
  readonly #documents = new Map<string, EvidenceDocument>();
  readonly #relevance: (document: EvidenceDocument) => number;

  constructor(relevance: (document: EvidenceDocument) => number) {
    this.#relevance = relevance;
  }

  /**
   * The documents of a claim that may be named, those that have its numbers first; none where there
   * is no room.
   */
  name(records: readonly EvidenceDocument[], numbers: ReadonlySet<string>): EvidenceDocument[] {
    const ranked = records
      .map((document) => ({
        document,
        numbers: countOf(numbers, document),
        relevance: this.#relevance(document),
      }))
      .sort(
        (a, b) =>
          b.numbers - a.numbers ||
          b.relevance - a.relevance ||
          (a.document.doi < b.document.doi ? -1 : 1),
      );
    const named: EvidenceDocument[] = [];
    for (const { document } of ranked) {
      const marked = this.#documents.get(markerOf(document));
      const fits =
        marked === undefined ? this.#documents.size < CITATIONS_MAX : marked.doi === document.doi;
      if (!fits || named.length === SOURCES_OF_CLAIM_MAX) continue;
      this.#documents.set(markerOf(document), document);
      named.push(document);
    }
    return named;
  }
}

/**
 * The first claims. Where they lack a number of the verdict, the first claim that has it replaces
 * the last of them, so that the text names the source of the number.
 */
export function claimsInText({ say, claims }: Answer, count: number): readonly AnswerClaim[] {
  const numbers = new Set(numbersIn(say ?? ""));
  const hasNumbers = ({ records }: AnswerClaim) =>
    records.some((document) => countOf(numbers, document) > 0);
  const first = claims.slice(0, count);
  const having = claims.find(hasNumbers);
  if (numbers.size === 0 || having === undefined || first.some(hasNumbers)) return first;
  return [...first.slice(0, count - 1), having];
}

/** How many of the numbers a document has. */
function countOf(numbers: ReadonlySet<string>, document: EvidenceDocument): number {
  return numbers.size === 0 ? 0 : numbersOfDocument(document).intersection(numbers).size;
}
