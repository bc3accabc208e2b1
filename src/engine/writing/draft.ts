/**
 * A text under construction: sentences, each with a role and with the documents that it rests on.
 * @module
 */
import type { EvidenceDocument } from "../types.ts";

type Role = "answer" | "data" | "finding" | "suggestion" | "limit";

export interface Sentence {
  role: Role;
  text: string;
  /** The documents whose markers the sentence has. */
  sources: readonly EvidenceDocument[];
  /**
   * The documents that its answer rests on. It may use the numbers of those that the text cites.
   */
  resting_on: readonly EvidenceDocument[];
  /**
   * The order in which sentences are dropped from a long text: higher first; 0 is never dropped.
   */
  drop_rank: number;
  /** It belongs to the paragraph about the user's readings. */
  aside: boolean;
}

/**
 * The first paragraph has the answer, the user's numbers and the evidence; the second says what to
 * do. An alert is a paragraph of its own.
 */
const SECOND_PARAGRAPH: ReadonlySet<Role> = new Set<Role>(["suggestion", "limit"]);

export function assemble(sentences: readonly Sentence[]): string {
  const asked = sentences.filter(({ aside }) => !aside);
  return [
    asked.filter(({ role }) => !SECOND_PARAGRAPH.has(role)),
    asked.filter(({ role }) => SECOND_PARAGRAPH.has(role)),
    sentences.filter(({ aside }) => aside),
  ]
    .map((paragraph) => paragraph.map(({ text }) => text).join(" "))
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Unicode code points, as the contract counts characters. */
export function codePoints(text: string): number {
  return [...text].length;
}
