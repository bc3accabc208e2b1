/** Reads the operator's list of deprecated operations. */
import { readFileSync } from "node:fs";
import { type Deprecation, parseDeprecations } from "../contract/deprecation.ts";
import { OperatorError } from "../contract/error.ts";

/** @throws OperatorError which names every fault of the file */
export function readDeprecations(path: string): Deprecation[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new OperatorError(`cannot read the deprecations file ${path}`);
  }
  return parseDeprecations(text, path);
}
