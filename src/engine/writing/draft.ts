/**
 * A text under construction: sentences with a role and, where they rest on sources, their
 * documents.
 * @module
 */
import type { EvidenceDocument } from "../types.ts";

type Role = "answer" | "data" | "finding" | "suggestion" | "limit";

export interface Sentence {
  role: Role;
  text: string;
  /** Named in the text by their markers. */
  sources: readonly EvidenceDocument[];
  /**
   * Documents that may lend it a number without being named in it: those of the answer it sums up.
   */
  resting_on: readonly EvidenceDocument[];
  /** What is left out first when the text is too long: higher goes earlier; 0 stays. */
  spare: number;
  /** It belongs to what her readings say beside her question. */
  aside: boolean;
}

/**
 * The answer, her numbers and the evidence come first, what to do with them in a second paragraph.
 * What her readings say beside her question is a paragraph of its own.
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

/** Unicode code points, as the contract counts. */
export function codePoints(text: string): number {
  return [...text].length;
}
