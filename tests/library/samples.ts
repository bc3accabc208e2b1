/** Files such as researchers bring, made by code so that every test shows what it varies. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { nbib, type Sample } from "../support/medline.ts";
import { run, SOURCE } from "../support/program.ts";

/** A number of different, plausible articles. */
export function samples(count: number, from = 1): Sample[] {
  return Array.from({ length: count }, (_, i) => ({
    doi: `10.5555/walk.${from + i}`,
    pmid: 90_000_000 + from + i,
    title: `Evening walks and night-time heart rate variability in women: cohort number ${from + i}`,
  }));
}

export function writeNbib(folder: string, name: string, articles: readonly Sample[]): string {
  const path = join(folder, name);
  writeFileSync(path, nbib(articles));
  return path;
}

/** A few articles are read before a second worker would have loaded its models. */
const ONE_WORKER = { PHASEWISE_INFERENCE_THREADS: "1" };

/** Runs a `corpus` command of the sources on a data directory. */
export function corpus(dataDir: string, ...words: readonly string[]) {
  return run([...SOURCE, "corpus", ...words, "--data-dir", dataDir], { env: ONE_WORKER });
}

/** The same with `--json`; fails when the command does. */
export async function corpusJson<T>(dataDir: string, ...words: readonly string[]): Promise<T> {
  const outcome = await corpus(dataDir, ...words, "--json");
  if (outcome.code !== 0) throw new Error(outcome.stderr);
  return JSON.parse(outcome.stdout) as T;
}
