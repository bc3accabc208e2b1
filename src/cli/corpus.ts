/** `corpus status|search|verify`: what the service can cite, what it would find, and whether it is whole. */
import { readFileSync } from "node:fs";
import { OperatorError, UsageError } from "../contract/error.ts";
import { parseRecord } from "../corpus/documents.ts";
import type { EvidenceRecord } from "../corpus/record.ts";
import { type ReleaseManifest, recordsFile, verifyRelease } from "../corpus/release.ts";
import { currentRelease } from "../corpus/shelf.ts";
import { fuse } from "../engine/evidence/fusion.ts";
import { openRuntime } from "../native/assets.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine, printTable } from "./output.ts";
import { openCorpus } from "./runtime.ts";

const TOP_MAX = 50;

interface ReadRelease {
  folder: string;
  manifest: ReleaseManifest;
  records: EvidenceRecord[];
}

async function readRelease(dataDir: string): Promise<ReadRelease> {
  const runtime = await openRuntime(dataDir);
  const folder = await currentRelease(dataDir, runtime.starter);
  const manifest = await verifyRelease(folder);
  const records = readFileSync(recordsFile(folder), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line, i) => parseRecord(line, `${recordsFile(folder)}:${i + 1}`));
  return { folder, manifest, records };
}

/** How many records speak of each value of a facet, most frequent first. */
function tally(records: readonly EvidenceRecord[], values: (record: EvidenceRecord) => readonly string[]) {
  const counts = new Map<string, number>();
  for (const value of records.flatMap(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}

export const corpusStatus = defineCommand({
  name: "corpus status",
  summary: "the corpus release in use and what it covers",
  settings: ["dataDir"],
  async run({ settings, json }) {
    const { folder, manifest, records } = await readRelease(settings.dataDir);
    const coverage = {
      measures: tally(records, (record) => record.measures),
      phases: tally(records, (record) => record.phases),
      life_stages: tally(records, (record) => record.population.life_stage),
      behaviours: tally(records, (record) => record.behaviours),
      outcomes: tally(records, (record) => record.outcomes),
      designs: tally(records, (record) => [record.design]),
    };
    if (json) {
      const { version, kind, documents, embedder } = manifest;
      printJson({ version, kind, documents, embedder, folder, coverage });
      return 0;
    }
    printLine(`${manifest.version} (${manifest.kind}): ${manifest.documents} documents in ${folder}`);
    printLine(`vectors: ${manifest.embedder.id}, ${manifest.embedder.dimensions} dimensions`);
    for (const [facet, counts] of Object.entries(coverage)) {
      printLine("");
      printTable(
        [facet, "records"],
        Object.entries(counts).map(([value, n]) => [value, String(n)]),
      );
    }
    return 0;
  },
});

export const corpusVerify = defineCommand({
  name: "corpus verify",
  summary: "hashes, DOIs, and that index and records agree; exit 1 names the first fault",
  settings: ["dataDir", "inferenceThreads"],
  async run({ settings, json }) {
    const { manifest, records } = await readRelease(settings.dataDir);
    if (records.length !== manifest.documents) {
      throw new OperatorError(
        `the manifest counts ${manifest.documents} documents, the records are ${records.length}`,
      );
    }
    const corpus = await openCorpus(settings);
    try {
      const indexed = new Set(await corpus.retriever.ids());
      const absent = records.find((record) => !indexed.has(record.doi));
      if (absent !== undefined)
        throw new OperatorError(`${absent.doi} is in the records but not in the index`);
    } finally {
      await corpus.close();
    }
    if (json) printJson({ version: manifest.version, documents: records.length, ok: true });
    else
      printLine(
        `${manifest.version}: ${records.length} documents, each with a DOI; hashes, index and records agree`,
      );
    return 0;
  },
});

export const corpusSearch = defineCommand({
  name: "corpus search",
  summary: "what the engine would retrieve, with each stage's score",
  positionals: ["TEXT"],
  settings: ["dataDir", "inferenceThreads"],
  options: { top: { value: "N", help: `results, 1 to ${TOP_MAX}`, default: "10" } },
  async run({ settings, options, positionals, json }) {
    const query = (positionals[0] ?? "").trim();
    const top = Number(options.top);
    if (query === "") throw new UsageError("corpus search needs words to look for");
    if (!Number.isInteger(top) || top < 1 || top > TOP_MAX) {
      throw new UsageError(`--top must be a whole number from 1 to ${TOP_MAX}`);
    }
    const corpus = await openCorpus(settings);
    try {
      const { lexical, dense } = await corpus.retriever.stages(query, TOP_MAX);
      const fused = fuse({
        lexical: lexical.map((hit) => hit.passage),
        dense: dense.map((hit) => hit.passage),
      }).slice(0, TOP_MAX);
      const relevance = await corpus.inference.reranker.score(
        query,
        fused.map((candidate) => candidate.passage.text),
      );
      const scoreIn = (hits: typeof lexical, id: string) =>
        hits.find((hit) => hit.passage.id === id)?.score ?? null;
      const rows = fused
        .map((candidate, i) => ({
          doi: candidate.passage.id,
          title: candidate.passage.document.title,
          bm25: scoreIn(lexical, candidate.passage.id),
          cosine: scoreIn(dense, candidate.passage.id),
          fused: candidate.score,
          relevance: relevance[i] ?? 0,
        }))
        .sort((a, b) => b.relevance - a.relevance || (a.doi < b.doi ? -1 : 1))
        .slice(0, top);
      if (json) printJson(rows);
      else {
        const number = (value: number | null, digits: number) =>
          value === null ? "-" : value.toFixed(digits);
        printTable(
          ["relevance", "fused", "bm25", "cosine", "doi", "title"],
          rows.map((row) => [
            number(row.relevance, 4),
            number(row.fused, 4),
            number(row.bm25, 2),
            number(row.cosine, 3),
            row.doi,
            row.title.length > 80 ? `${row.title.slice(0, 79)}…` : row.title,
          ]),
        );
      }
    } finally {
      await corpus.close();
    }
    return 0;
  },
});
