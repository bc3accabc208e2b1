/**
 * `corpus status|verify`: what the service can cite, and whether the corpus is intact.
 */
import { isArticle } from "../ingest/article.ts";
import type { EvidenceRecord } from "../ingest/record.ts";
import { tidyReleases } from "../library/build-folder.ts";
import { type Coverage, coverageOf } from "../library/coverage.ts";
import { DocumentFile } from "../library/document-file.ts";
import { guidanceCoverage } from "../library/guidance-coverage.ts";
import { readGuidanceFile } from "../library/guidance-file.ts";
import { type InstalledRelease, installedReleases } from "../library/installed-releases.ts";
import { examineRelease } from "../library/put-in-use.ts";
import {
  guidanceFile,
  passageCount,
  recordsFile,
  vectorIndexOf,
  verifyRelease,
} from "../library/release.ts";
import { ensureRelease } from "../library/release-in-use.ts";
import { describeVectorIndex } from "../library/vector-index.ts";
import { openRuntime } from "../native/assets.ts";
import { embeddersOnDemand } from "../service/embedders.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine, printTable } from "./output.ts";
import { PROGRESS_OPTION, startProgress } from "./progress.ts";

/** The evidence records of a release. Imported articles are only counted. */
function evidenceRecords(release: string): EvidenceRecord[] {
  const file = DocumentFile.open(recordsFile(release));
  try {
    const records: EvidenceRecord[] = [];
    for (const document of file) if (!isArticle(document)) records.push(document);
    return records;
  } finally {
    file.close();
  }
}

/** How many records have each value of a facet, most frequent first. */
function tally(
  records: readonly EvidenceRecord[],
  values: (record: EvidenceRecord) => readonly string[],
) {
  const counts = new Map<string, number>();
  for (const value of records.flatMap(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}

function facetsOf(records: readonly EvidenceRecord[]) {
  return {
    measures: tally(records, (record) => record.measures),
    phases: tally(records, (record) => record.phases),
    life_stages: tally(records, (record) => record.population.life_stage),
    behaviours: tally(records, (record) => record.behaviours),
    outcomes: tally(records, (record) => record.outcomes),
    designs: tally(records, (record) => [record.design]),
  };
}

function printCoverage(coverage: readonly Coverage[]): void {
  const thin = coverage.filter(({ records, target }) => records < target);
  printTable(
    ["coverage (evidence records)", "records", "target", ""],
    coverage.map(({ cell, records, target }) => [
      cell,
      String(records),
      String(target),
      records < target ? "below" : "",
    ]),
  );
  printLine(`${coverage.length - thin.length} of ${coverage.length} subjects reach their target`);
}

function printReleases(releases: readonly InstalledRelease[], inUse: string): void {
  printTable(
    ["releases", "kind", "documents", "passages", ""],
    releases.map(({ manifest }) => [
      manifest.version,
      manifest.kind,
      String(manifest.documents),
      String(passageCount(manifest)),
      manifest.version === inUse ? "in use" : "",
    ]),
  );
}

export const corpusStatus = defineCommand({
  name: "corpus status",
  summary: "shows the releases, the one in use, and what it covers",
  settings: ["dataDir"],
  expectsData: true,
  async run({ settings, json }) {
    const runtime = await openRuntime(settings.dataDir);
    const folder = await ensureRelease(settings.dataDir, runtime.starter);
    const manifest = await verifyRelease(folder);
    const records = evidenceRecords(folder);
    const coverage = coverageOf(records);
    const releases = installedReleases(settings.dataDir);
    const { version, kind, documents, embedder } = manifest;
    const guidance =
      manifest.guidance === undefined
        ? null
        : guidanceCoverage(readGuidanceFile(guidanceFile(folder)));
    const counts = {
      documents,
      evidence_records: records.length,
      articles: documents - records.length,
      passages: passageCount(manifest),
    };
    if (json) {
      printJson({
        version,
        kind,
        ...counts,
        embedder,
        vector_index: vectorIndexOf(manifest),
        folder,
        releases: releases.map((release) => release.manifest.version),
        installed: releases.map(({ manifest: each }) => ({
          version: each.version,
          kind: each.kind,
          documents: each.documents,
          passages: passageCount(each),
        })),
        guidance,
        coverage,
        facets: facetsOf(records),
      });
      return 0;
    }
    printLine(
      `${version} (${kind}): ${counts.evidence_records} evidence records and ${counts.articles} articles in ${counts.passages} passages`,
    );
    printLine(
      `in ${folder}; vectors: ${embedder.id}, ${embedder.dimensions} dimensions, ${describeVectorIndex(vectorIndexOf(manifest))}`,
    );
    printLine("");
    printReleases(releases, version);
    printLine("");
    printCoverage(coverage);
    if (guidance !== null) {
      const { entries, claims, cited_records } = guidance;
      printLine(`${entries} guidance entries: ${claims} claims rest on ${cited_records} records`);
    }
    return 0;
  },
});

export const corpusVerify = defineCommand({
  name: "corpus verify",
  summary:
    "checks hashes and DOIs, and that index and documents agree; exit 1 names the first fault",
  settings: ["dataDir", "inferenceThreads"],
  expectsData: true,
  options: PROGRESS_OPTION,
  async run({ settings, options, json }) {
    const progress = startProgress(options.progress === true);
    const { starter, models } = await openRuntime(settings.dataDir);
    tidyReleases(settings.dataDir);
    const folder = await ensureRelease(settings.dataDir, starter);
    const embedders = embeddersOnDemand(models, settings);
    try {
      progress.show("examining the release: hashes, documents, index", true);
      const { version, documents } = await examineRelease(folder, embedders.queryEmbedder);
      progress.end();
      if (json) printJson({ version, documents, ok: true });
      else
        printLine(
          `${version}: ${documents} documents, each with a DOI; hashes, index and documents agree, known passages are found`,
        );
    } finally {
      progress.end();
      await embedders.close();
    }
    return 0;
  },
});
