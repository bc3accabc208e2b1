/**
 * The reranker that an operator chose instead of the shipped one. `<data>/models/reranker.json`
 * names its folder and holds the manifest with the hashes of its files. The folder itself is never
 * written.
 * @module
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import { fsyncPath, writeFileDurably } from "../files/durable.ts";
import { inconsistency, type ModelFolder, RerankerManifest } from "./manifest.ts";

const CHOICE_REMEDY =
  "run phasewise models use reranker with a whole folder, or phasewise models use reranker default";

const Choice = Type.Object({
  format: Type.Literal(1),
  dir: Type.String({ pattern: "^/" }),
  manifest: RerankerManifest,
});
type Choice = Static<typeof Choice>;

/**
 * @returns null where nothing was chosen
 * @throws OperatorError when the file is damaged
 */
export function readChosenReranker(path: string): ModelFolder<RerankerManifest> | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new OperatorError(
      `${path} cannot be read: ${(error as Error).message}; ${CHOICE_REMEDY}`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (!Value.Check(Choice, value) || inconsistency(value.manifest) !== null) {
    throw new OperatorError(`${path} is damaged; ${CHOICE_REMEDY}`);
  }
  return { dir: value.dir, manifest: value.manifest, remedy: CHOICE_REMEDY };
}

/** A running service switches to it; a stopped one reads it at its next start. */
export function writeChosenReranker(path: string, dir: string, manifest: RerankerManifest): void {
  const choice: Choice = { format: 1, dir, manifest };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileDurably(path, `${JSON.stringify(choice, null, 1)}\n`);
}

/**
 * Returns to the shipped reranker.
 * @returns whether another one had been chosen
 */
export function clearChosenReranker(path: string): boolean {
  try {
    rmSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  fsyncPath(dirname(path));
  return true;
}
