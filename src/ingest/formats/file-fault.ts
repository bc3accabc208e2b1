/**
 * Faults that make a whole file unusable.
 * @module
 */
import { OperatorError } from "../../contract/error.ts";

/** No bibliographic record is larger. Larger text is not kept in memory. */
export const RECORD_CHARS_MAX = 16 << 20;

/** A fault of the file as a whole, of which nothing is imported. */
export function fileFault(line: number, what: string): OperatorError {
  return new OperatorError(`line ${line}: ${what}`);
}
