/** The models in the repository, and copies of them that a test may damage. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Manifest } from "../../src/inference/manifest.ts";

const root = join(import.meta.dir, "../../models");
export const RERANKER = join(root, "reranker");
export const EMBEDDER = join(root, "embedder");
export const READER = join(root, "reader");
export const MATCHER = join(root, "matcher");
/** All of them, as `startInference` takes them. */
export const SHIPPED = {
  rerankerDir: RERANKER,
  embedderDir: EMBEDDER,
  readerDir: READER,
  matcherDir: MATCHER,
};

/** A private copy of a model folder; `using` removes it. */
export function copyOf(dir: string): Disposable & {
  dir: string;
  /** Rewrites members of the copy's manifest. */
  edit(change: (manifest: Manifest) => unknown): void;
} {
  const parent = mkdtempSync(join(tmpdir(), "phasewise-model-"));
  const copy = join(parent, "model");
  cpSync(dir, copy, { recursive: true });
  const path = join(copy, "manifest.json");
  return {
    dir: copy,
    edit(change) {
      const manifest = JSON.parse(readFileSync(path, "utf8")) as Manifest;
      change(manifest);
      writeFileSync(path, JSON.stringify(manifest));
    },
    [Symbol.dispose]: () => rmSync(parent, { recursive: true, force: true }),
  };
}

/** The message of the error a promise rejects with; fails where it resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => null,
    (error: Error) => error,
  );
  if (outcome === null) throw new Error("nothing failed");
  return outcome;
}

/** Families of public cross-encoders; `fixtures/` has a small tokenizer of each. */
export const FAMILIES = [
  "bert",
  "xlm-roberta",
  "modernbert",
  "roberta",
  "deberta-v2",
  "deberta-v3",
] as const;
