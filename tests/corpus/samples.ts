/** Files as a researcher brings them, made by code so that every test says what it varies. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, SOURCE } from "../support/program.ts";

export interface Sample {
  doi: string;
  title: string;
  pmid?: number;
  year?: number;
  abstract?: string;
  types?: readonly string[];
}

const ABSTRACT =
  "BACKGROUND: Evening walks are a common habit whose link with night-time heart rate variability is not well known. METHODS: We followed 84 women over three menstrual cycles with a wearable ring and a diary. RESULTS: On nights after an evening walk the average heart rate variability was 3.1 ms higher than on other nights. CONCLUSIONS: Evening walks were linked with higher night-time heart rate variability in women over the whole cycle.";

/** A number of different, plausible articles. */
export function samples(count: number, from = 1): Sample[] {
  return Array.from({ length: count }, (_, i) => ({
    doi: `10.5555/walk.${from + i}`,
    pmid: 90_000_000 + from + i,
    title: `Evening walks and night-time heart rate variability in women: cohort number ${from + i}`,
  }));
}

/** The MEDLINE format that PubMed's "Save citation to file" writes. */
export function nbib(articles: readonly Sample[]): string {
  return articles
    .map(({ doi, title, pmid = 91_000_000, year = 2021, abstract = ABSTRACT, types = ["Journal Article"] }) =>
      [
        `PMID- ${pmid}`,
        `DP  - ${year} Mar`,
        `TI  - ${title}.`,
        `AB  - ${abstract}`,
        "FAU - Example, Anna",
        "AU  - Example A",
        "FAU - Sample, Bea",
        "AU  - Sample B",
        ...types.map((type) => `PT  - ${type}`),
        "JT  - Journal of made-up samples",
        `AID - ${doi} [doi]`,
        "",
      ].join("\n"),
    )
    .join("\n");
}

export function writeNbib(folder: string, name: string, articles: readonly Sample[]): string {
  const path = join(folder, name);
  writeFileSync(path, nbib(articles));
  return path;
}

/** Runs a `corpus` command of the sources on a data directory. */
export function corpus(dataDir: string, ...words: readonly string[]) {
  return run([...SOURCE, "corpus", ...words, "--data-dir", dataDir]);
}

/** The same with `--json`; fails when the command does. */
export async function corpusJson<T>(dataDir: string, ...words: readonly string[]): Promise<T> {
  const outcome = await corpus(dataDir, ...words, "--json");
  if (outcome.code !== 0) throw new Error(outcome.stderr);
  return JSON.parse(outcome.stdout) as T;
}
