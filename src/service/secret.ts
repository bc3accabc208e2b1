/** A secret comes from a file or from the environment, never from a flag. */
import { readFileSync } from "node:fs";
import { readSecret } from "../config/secrets.ts";
import { OperatorError } from "../contract/error.ts";

/**
 * @param file wins over the environment; null where the operator names none
 * @returns null where neither has one
 * @throws OperatorError when the file cannot be read
 */
export function secretOf(
  file: string | null,
  { flag, env }: { flag: string; env: Parameters<typeof readSecret>[0] },
): string | null {
  if (file === null) return readSecret(env) || null;
  try {
    return readFileSync(file, "utf8").trim() || null;
  } catch {
    throw new OperatorError(`cannot read --${flag} ${file}`);
  }
}
