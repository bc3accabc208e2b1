/**
 * A text under construction: sentences with a role and, where they rest on sources, their
 * documents.
 * @module
 */
import type { EvidenceDocument } from "../types.ts";

export type Role = "answer" | "data" | "finding" | "suggestion" | "limit";

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
}

/** The answer, her numbers and the evidence first; what to do with them in a second paragraph. */
const SECOND_PARAGRAPH: ReadonlySet<Role> = new Set<Role>(["suggestion", "limit"]);

export function assemble(sentences: readonly Sentence[]): string {
  const paragraph = (second: boolean) =>
    sentences
      .filter(({ role }) => SECOND_PARAGRAPH.has(role) === second)
      .map(({ text }) => text)
      .join(" ");
  return [paragraph(false), paragraph(true)].filter((text) => text !== "").join("\n\n");
}

/** Unicode code points, as the contract counts. */
export function codePoints(text: string): number {
  return [...text].length;
}
