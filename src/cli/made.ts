/**
 * Says where a command that expects a data directory had to make one: a mistyped name is seen at once.
 *
 * It has to make one, because native libraries are loaded from there alone: `/tmp` may be missing, not
 * writable or mounted noexec, and 300 MB would be unpacked anew for each command.
 * @module
 */
import { existsSync } from "node:fs";
import { OperatorError } from "../contract/error.ts";
import { printFailure } from "./output.ts";

/** What failed and what was made are told in one line. */
export async function tellingWhatWasMade(
  dataDir: string,
  run: () => Promise<number> | number,
): Promise<number> {
  if (existsSync(dataDir)) return run();
  const made = () => (existsSync(dataDir) ? `data directory ${dataDir} did not exist and was created` : null);
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

/**
 * A release that has a name of its own can only be in a data directory that is there.
 * @throws OperatorError before anything is made
 */
export function requireDataFor(dataDir: string, ...releases: readonly string[]): void {
  const own = releases.find((name) => name !== "starter" && name !== "current");
  if (own === undefined || existsSync(dataDir)) return;
  throw new OperatorError(
    `there is no data directory ${dataDir}, and so no corpus release ${JSON.stringify(own)}: check --data-dir`,
  );
}
