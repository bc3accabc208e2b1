/**
 * What makes a whole file unusable.
 * @module
 */
import { OperatorError } from "../../contract/error.ts";

/** No bibliographic record is larger; what is larger is not one, and is not kept in memory. */
export const RECORD_CHARS_MAX = 16 << 20;

/** A fault of the file as a whole: nothing of it is taken. */
export function fileFault(line: number, what: string): OperatorError {
  return new OperatorError(`line ${line}: ${what}`);
}
