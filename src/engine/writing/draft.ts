/**
 * A text under construction: sentences with a role and, where they rest on a source, its document.
 * @module
 */
import type { EvidenceDocument } from "../types.ts";

export type Role = "data" | "finding" | "practice" | "caveat" | "closing";

export interface Sentence {
  role: Role;
  text: string;
  document: EvidenceDocument | null;
  /** What is left out first when the text is too long: higher goes earlier; 0 stays. */
  spare: number;
}

/** One that rests on no source. */
export function plain(role: Role, text: string, spare: number): Sentence {
  return { role, text, document: null, spare };
}

/** Readings and evidence first, what to do with them in a second paragraph. */
const SECOND_PARAGRAPH: ReadonlySet<Role> = new Set<Role>(["practice", "caveat", "closing"]);

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
