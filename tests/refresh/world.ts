/**
 * A data directory with a small starter corpus, and a refresh of it from the local server at test
 * speed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CorpusDocument, readRecords } from "../../src/ingest/documents.ts";
import { buildRelease } from "../../src/library/build.ts";
import { recordsFile } from "../../src/library/release.ts";
import { ensureRelease } from "../../src/library/release-in-use.ts";
import type { Clock } from "../../src/refresh/clock.ts";
import { type RefreshOptions, refreshCorpus } from "../../src/refresh/index.ts";
import type { RefreshReport } from "../../src/refresh/report.ts";
import type { ServiceLimits } from "../../src/refresh/service-limits.ts";
import { SOURCES } from "../../src/refresh/source-name.ts";
import { parseStrategy, type Topic } from "../../src/refresh/strategy.ts";
import { passageEmbedder, queryEmbedder } from "../support/hashed-words.ts";
import type { Paper } from "./literature.ts";

export const starterRecords = readRecords(join(import.meta.dir, "../../corpus"))
  .filter(({ pmid, doi }) => pmid !== undefined && !/[,:]/.test(doi))
  .slice(0, 6);

/** The starter's records as the services have them. */
export function registeredStarter(): Paper[] {
  return starterRecords.map(({ doi, pmid = "", title }) => ({
    doi,
    pmid,
    title,
    abstract: "x",
    year: 2020,
    entered: "2021-01-01",
  }));
}

export function strategy(words: readonly string[], more = ""): Topic[] {
  return parseStrategy(
    `format: 1
published: { from: 2000-01-01 }
languages: [en]
article_types: [randomised trial]
results_max: 2000
groups: { hrv: [heart rate variability], ${words.map((word) => `${word}: [slow ${word}]`).join(", ")} }
topics: [${words.map((word) => `{ id: ${word}, title: ${word}, all: [${word}, hrv] }`).join(", ")}]
${more}`,
    "test.yaml",
  );
}

/** As in life, a hundred times faster. */
export const FAST: ServiceLimits = {
  requests_per_s: 1000,
  attempts_max: 3,
  timeout_ms: 5_000,
  body_bytes_max: 2 << 20,
  backoff_ms: 4,
  backoff_max_ms: 20,
  retry_after_max_ms: 60_000,
};

/** Waits for nothing longer than a moment, and remembers how long it should have waited. */
export class HurriedClock implements Clock {
  readonly pauses: number[] = [];
  readonly #moment_ms: number;
  #ahead = 0;

  constructor(momentMs = 5) {
    this.#moment_ms = momentMs;
  }

  now(): number {
    return Date.now() + this.#ahead;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.pauses.push(ms);
    const real = Math.min(ms, this.#moment_ms);
    this.#ahead += ms - real;
    await Bun.sleep(real);
    signal?.throwIfAborted();
  }
}

export async function buildStarter(folder: string): Promise<string> {
  return buildRelease(folder, "starter", starterRecords, passageEmbedder);
}

export interface WorldOptions extends Partial<RefreshOptions> {
  dataDir: string;
  starter: string;
  mirror: URL;
}

export function refresh(options: WorldOptions): Promise<RefreshReport> {
  return refreshCorpus({
    topics: strategy(["breathing"]),
    sources: SOURCES,
    since: null,
    contact: "tester@example.org",
    keys: { pubmed: null, openalex: null },
    dryRun: false,
    signal: new AbortController().signal,
    limits: () => FAST,
    clock: new HurriedClock(),
    seed: 7,
    embedders: { passageEmbedder, queryEmbedder },
    onProgress() {},
    onDiff() {},
    ...options,
  });
}

/** What the release in use holds, by DOI. */
export async function documentsInUse(
  dataDir: string,
  starter: string,
): Promise<Map<string, CorpusDocument>> {
  const lines = readFileSync(recordsFile(await ensureRelease(dataDir, starter)), "utf8")
    .trimEnd()
    .split("\n");
  const documents = lines.map((line) => JSON.parse(line) as CorpusDocument);
  const byDoi = new Map(documents.map((document) => [document.doi, document]));
  if (byDoi.size !== documents.length) throw new Error("a document is there twice");
  return byDoi;
}
