/**
 * The interface of every format's reader: pieces of text in, records out.
 * @module
 */
import type { ArticleDraft } from "../article.ts";
import type { EvidenceRecord } from "../record.ts";

/** One record of a file: its line, and its content or the reason why that cannot be used. */
export type RecordRead = { line: number; id?: string } & (
  | { draft: ArticleDraft }
  | { record: EvidenceRecord }
  | { refused: string }
);

/** Reads a file piece by piece and returns each record as soon as it is complete. */
export interface RecordReader {
  /** @throws OperatorError `line N: …` where the file is not well-formed */
  write(text: string): RecordRead[];
  /** @throws OperatorError where the file ends in the middle of something */
  end(): RecordRead[];
}
