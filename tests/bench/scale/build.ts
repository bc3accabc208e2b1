/**
 * Generated literature brought in the way a researcher's file is: read, embedded, indexed,
 * examined, published.
 */
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { startProgress } from "../../../src/cli/progress.ts";
import { type Embedders, importFiles } from "../../../src/library/import.ts";
import { passageCount, readManifest, vectorIndexOf } from "../../../src/library/release.ts";
import { ensureRelease } from "../../../src/library/release-in-use.ts";
import type { VectorIndex } from "../../../src/library/vector-index.ts";
import { nbib } from "../../support/medline.ts";
import { peakMegabytes } from "../../support/memory.ts";
import { generatedArticle } from "./literature.ts";

/** Of the grammar, as the importer cuts it. */
const PASSAGES_PER_ARTICLE = 2.98;
const ARTICLES_PER_WRITE = 500;

interface Step {
  seconds: number;
  /** Of the whole process until the step's end. */
  peak_rss_mb: number;
}

export interface BuildReport {
  articles: number;
  passages: number;
  source_mb: number;
  seconds: number;
  steps: Record<string, Step>;
  peak_rss_mb: number;
  release_mb: number;
  vector_index: VectorIndex;
}

/** A MEDLINE file of about so many passages. Returns its path and how many articles it holds. */
function writeSource(folder: string, passages: number): { path: string; articles: number } {
  const path = join(folder, "generated.nbib");
  const articles = Math.max(1, Math.round(passages / PASSAGES_PER_ARTICLE));
  const file = openSync(path, "w");
  try {
    for (let from = 0; from < articles; from += ARTICLES_PER_WRITE) {
      const count = Math.min(ARTICLES_PER_WRITE, articles - from);
      writeSync(
        file,
        `${nbib(Array.from({ length: count }, (_, i) => generatedArticle(from + i)))}\n`,
      );
    }
  } finally {
    closeSync(file);
  }
  return { path, articles };
}

/**
 * Imports about `passages` generated passages on top of the starter corpus into a data directory.
 */
export async function buildAtScale(
  dataDir: string,
  starter: string,
  passages: number,
  embedders: Embedders,
): Promise<BuildReport> {
  const { path, articles } = writeSource(dataDir, passages);
  const progress = startProgress();
  const steps: Record<string, Step> = {};
  const started = performance.now();
  let step = "";
  let since = started;
  const next = (name: string) => {
    if (name === step) return;
    const now = performance.now();
    if (step !== "") steps[step] = { seconds: (now - since) / 1000, peak_rss_mb: peakMegabytes() };
    [step, since] = [name, now];
  };
  const report = await importFiles([path], {
    dataDir,
    starter,
    dryRun: false,
    signal: new AbortController().signal,
    embedders,
    onProgress(kind, name, done, total) {
      next(kind === "finishing" ? name : kind);
      const count = kind === "finishing" ? name : `${kind} ${done} of ${total ?? articles}`;
      progress.show(`${count}; peak RSS ${peakMegabytes().toFixed(0)} MB`, kind === "finishing");
    },
  });
  next("");
  progress.end();
  const [file] = report.files;
  if (report.published === null || file?.added !== articles) {
    throw new Error(
      `the import did not take all ${articles} articles: ${JSON.stringify(report).slice(0, 2000)}`,
    );
  }
  const manifest = readManifest(await ensureRelease(dataDir, starter));
  return {
    articles,
    passages: passageCount(manifest),
    source_mb: statSync(path).size / 1e6,
    seconds: (performance.now() - started) / 1000,
    steps,
    peak_rss_mb: peakMegabytes(),
    release_mb: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
    vector_index: vectorIndexOf(manifest),
  };
}
