/**
 * The measurements behind the model cards: search stage by stage on each collection, and relevance against the grades.
 * @module
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenInference } from "../../src/cli/runtime.ts";
import { readRecords, toPassage } from "../../src/corpus/documents.ts";
import { fuse } from "../../src/engine/evidence/fusion.ts";
import { HITS_PER_SEARCH, type Ports } from "../../src/engine/evidence/gather.ts";
import { readingOf } from "../../src/engine/evidence/reading.ts";
import { openDataset } from "../../src/eval/dataset.ts";
import { evaluateRetrieval, evenlySpread } from "../../src/eval/retrieval.ts";
import { STAGES } from "../../src/eval/stages.ts";
import type { GradedPair } from "./calibration.ts";
import type { SetResult } from "./render.ts";

const ROOT = join(import.meta.dir, "../..");
const JUDGMENTS = join(ROOT, "models/training/judgments");
/** Held out from training. */
const EVALUATION_SPLIT = "eval";
/** As `eval retrieval` has them. */
const DEPTH = 100;
const RERANK_DEPTH = 50;
const PAIRS_PER_CALL = 8;

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
 * Writes the domain judgments as BEIR folders: the records with the questions they are known to answer, as they are served, and without.
 * @throws Error where Python 3 is not there
 */
export function domainSets(folder: string): SetPlace[] {
  const variants: [name: string, ...options: string[]][] = [
    ["domain"],
    ["domain-without-questions", "--plain"],
  ];
  return variants.map(([name, ...options]) => {
    const dir = join(folder, name);
    const made = Bun.spawnSync(["python3", join(JUDGMENTS, "to_beir.py"), dir, ...options]);
    if (made.exitCode !== 0) throw new Error(`to_beir.py failed: ${made.stderr.toString()}`);
    return { dir, split: EVALUATION_SPLIT, candidates: "all" };
  });
}

/** @param folder an empty place for the index @throws OperatorError when the collection is missing or damaged */
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
  return { name: dataset.name, split: place.split, candidates: place.candidates, documents, queries, stages };
}

export interface Judged {
  question: string;
  split: string;
  grades: Record<string, number>;
}

/** The evaluation split, off-topic questions too. */
export function judgedQuestions(queriesMax: number | undefined): Judged[] {
  const lines = readFileSync(join(JUDGMENTS, "judgments.ndjson"), "utf8").split("\n").filter(Boolean);
  const held = lines
    .map((line) => JSON.parse(line) as Judged)
    .filter(({ split }) => split === EVALUATION_SPLIT);
  return evenlySpread(held, queriesMax);
}

/** Lines about something else, written apart from the judgments. */
export function linesElsewhere(linesMax: number | undefined): string[] {
  const lines = readFileSync(join(JUDGMENTS, "elsewhere.txt"), "utf8").split("\n").filter(Boolean);
  return evenlySpread(lines, linesMax);
}

/** Relevance of every judged pair whose record the corpus still has, read as the service reads it for this question. */
export async function measurePairs(
  { retriever, reranker }: Ports,
  options: { queriesMax: number | undefined; progress: Progress },
): Promise<GradedPair[]> {
  const texts = new Map(
    readRecords(join(ROOT, "corpus")).map((record) => [record.doi, toPassage(record).text]),
  );
  const questions = judgedQuestions(options.queriesMax);
  const pairs: GradedPair[] = [];
  for (const [done, { question, grades }] of questions.entries()) {
    options.progress(`judged pairs: question ${done} of ${questions.length}`);
    const found = fuse(await retriever.search(question, HITS_PER_SEARCH));
    const readings = new Map(
      found.map((candidate) => [
        candidate.passage.id,
        { text: readingOf(candidate), prior: candidate.prior },
      ]),
    );
    const there = Object.entries(grades).flatMap(([doi, grade]) => {
      const text = texts.get(doi);
      const reading = readings.get(doi) ?? (text === undefined ? undefined : { text, prior: 0 });
      return reading === undefined ? [] : [{ ...reading, grade }];
    });
    for (let start = 0; start < there.length; start += PAIRS_PER_CALL) {
      const part = there.slice(start, start + PAIRS_PER_CALL);
      const scores = await reranker.score(
        question,
        part.map(({ text }) => text),
        part.map(({ prior }) => prior),
      );
      pairs.push(...part.map(({ grade }, i) => ({ grade, relevance: scores[i] ?? 0 })));
    }
  }
  return pairs;
}
