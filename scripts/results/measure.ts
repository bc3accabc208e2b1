/**
 * The measurements for the model cards: each stage of the search on each collection.
 * @module
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openDataset } from "../../src/eval/dataset.ts";
import { evaluateRetrieval } from "../../src/eval/retrieval.ts";
import { STAGES } from "../../src/eval/stages.ts";
import type { OpenInference } from "../../src/service/runtime.ts";
import type { SetResult } from "./render.ts";

const JUDGMENTS = join(import.meta.dir, "../../models/training/judgments");
/** Not used in training. */
const EVALUATION_SPLIT = "eval";
/** The defaults of `eval retrieval`. */
const DEPTH = 100;
const RERANK_DEPTH = 50;

export type Progress = (line: string) => void;

export interface SetPlace {
  dir: string;
  split: string;
  candidates: SetResult["candidates"];
}

/** The public collections of a data folder, in BEIR layout. */
export function publicSets(dataDir: string): SetPlace[] {
  const set = (name: string, candidates: SetPlace["candidates"]) => ({
    dir: join(dataDir, name),
    split: "dev",
    candidates,
  });
  return [
    set("bioasq", "all"),
    set("scifact", "all"),
    set("med", "all"),
    set("screening", "all"),
    set("mediqa", "judged"),
  ];
}

/**
 * Writes the domain judgments and the records as a BEIR folder.
 * @throws Error where Python 3 is missing
 */
export function domainSet(folder: string): SetPlace {
  const dir = join(folder, "domain");
  const made = Bun.spawnSync(["python3", join(JUDGMENTS, "to_beir.py"), dir]);
  if (made.exitCode !== 0) throw new Error(`to_beir.py failed: ${made.stderr.toString()}`);
  return { dir, split: EVALUATION_SPLIT, candidates: "all" };
}

/**
 * @param folder an empty folder for the index
 * @throws OperatorError when the collection is missing or damaged
 */
export async function measureSet(
  place: SetPlace,
  folder: string,
  inference: OpenInference,
  options: { queriesMax: number | undefined; progress: Progress },
): Promise<SetResult> {
  const dataset = await openDataset(place.dir, place.split);
  mkdirSync(folder);
  const report = await evaluateRetrieval(dataset, folder, inference, {
    stages: STAGES,
    depth: DEPTH,
    rerankDepth: RERANK_DEPTH,
    candidates: place.candidates,
    queriesMax: options.queriesMax,
    onProgress: (what, done, total) =>
      options.progress(`${dataset.name}: ${what} ${done}${total === null ? "" : ` of ${total}`}`),
  });
  const { documents, queries, stages } = report;
  return {
    name: dataset.name,
    split: place.split,
    candidates: place.candidates,
    documents,
    queries,
    stages,
  };
}
