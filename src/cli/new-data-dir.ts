/**
 * Reports that a command had to create the data directory that it expected, so that a mistyped name
 * is noticed at once.
 *
 * It must create one, because native libraries are loaded from there alone: `/tmp` may be missing,
 * read-only or mounted noexec, and each command would unpack 340 MB again.
 * @module
 */
import { existsSync } from "node:fs";
import { OperatorError } from "../contract/error.ts";
import { printFailure } from "./output.ts";

/** Reports the failure and the new directory in one line. */
export async function reportingNewDataDir(
  dataDir: string,
  run: () => Promise<number> | number,
): Promise<number> {
  if (existsSync(dataDir)) return run();
  const made = () =>
    existsSync(dataDir) ? `data directory ${dataDir} did not exist and was created` : null;
  let code: number;
  try {
    code = await run();
  } catch (error) {
    const line = made();
    if (line === null || !(error instanceof OperatorError)) throw error;
    throw new OperatorError(`${error.message}; ${line}`, { cause: error });
  }
  const line = made();
  if (line !== null) await printFailure(line);
  return code;
}

/** @throws OperatorError before anything is created */
export function requireDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return;
  throw new OperatorError(
    `there is no data directory ${dataDir}: check --data-dir, or make it to restore into a new one`,
  );
}

/**
 * A release with a name of its own can only be in an existing data directory.
 * @throws OperatorError before anything is created
 */
export function requireDataFor(dataDir: string, ...releases: readonly string[]): void {
  const own = releases.find((name) => name !== "starter" && name !== "current");
  if (own === undefined || existsSync(dataDir)) return;
  throw new OperatorError(
    `there is no data directory ${dataDir}, and so no corpus release ${JSON.stringify(own)}: check --data-dir`,
  );
}
