/**
 * Refreshes the corpus from the literature services: reads new records into journals, compares
 * them, checks every document for retractions, and publishes one new release, or changes nothing.
 * @module
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { tryLock } from "../files/lock.ts";
import type { CorpusDraft } from "../library/corpus-draft.ts";
import { buildAndPublish, type ImportOptions } from "../library/import.ts";
import { releasesFolder } from "../library/installed-releases.ts";
import { inStaging } from "../library/staging.ts";
import { ArticleMerge } from "./article-merge.ts";
import { type Clock, dayOf } from "./clock.ts";
import { collect } from "./collect.ts";
import { CROSSREF_SOURCE } from "./crossref.ts";
import { EUROPE_PMC_SOURCE } from "./europepmc.ts";
import { HttpFault } from "./http.ts";
import { TopicJournal } from "./journal.ts";
import { openalex } from "./openalex.ts";
import { pubmed } from "./pubmed.ts";
import { emptyReport, type RefreshReport, type SourceReport } from "./report.ts";
import { askForNotices, type CheckedDocument } from "./retraction-notices.ts";
import { seededChance } from "./retry.ts";
import { ServiceClient } from "./service-client.ts";
import type { ServiceLimits } from "./service-limits.ts";
import type { Source } from "./source.ts";
import { SOURCES, type SourceName } from "./source-name.ts";
import type { Topic } from "./strategy.ts";

export interface RefreshOptions
  extends Pick<ImportOptions, "dataDir" | "starter" | "signal" | "embedders" | "dryRun"> {
  topics: readonly Topic[];
  sources: readonly SourceName[];
  /** The first day to read, instead of the day of the last success. */
  since: string | null;
  /** The e-mail address that the services may write to. */
  contact: string;
  keys: { pubmed: string | null; openalex: string | null };
  /**
   * Replaces all services, below `/pubmed`, `/europepmc`, `/crossref` and `/openalex`; null asks
   * the services themselves.
   */
  mirror: URL | null;
  limits(source: SourceName): ServiceLimits;
  clock: Clock;
  /** Determines the jitter of all pauses. */
  seed: number;
  onProgress(
    step: "reading" | "checking" | "indexing",
    done: number,
    total: number,
    note: string,
  ): void;
  /** Called with the difference before it is published. */
  onDiff(report: RefreshReport): void;
}

interface Reader {
  source: Source;
  client: ServiceClient;
  topics: { topic: Topic; id: string; journal: TopicJournal }[];
  report: SourceReport;
}

/**
 * If it ends early, by a crash or a fault of a service, the corpus does not change, and the next
 * call continues from there. Faults of a source are in its report; its finished topics are still
 * published.
 * @throws OperatorError when the corpus or the saved state is damaged, another refresh is running,
 *   or retractions cannot be looked up; the signal's reason when it is aborted
 */
export async function refreshCorpus(options: RefreshOptions): Promise<RefreshReport> {
  const root = join(releasesFolder(options.dataDir), "refresh");
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const lock = tryLock(join(root, ".lock"));
  if (lock === null)
    throw new OperatorError("another refresh is running; try again when it is done");
  const copy = options.dryRun ? mkdtempSync(join(tmpdir(), "phasewise-refresh-")) : null;
  try {
    if (copy !== null) copyState(root, copy);
    return await refresh(copy ?? root, options);
  } finally {
    if (copy !== null) rmSync(copy, { recursive: true, force: true });
    lock.release();
  }
}

/** A dry run continues from the last run, but does not change its state. */
function copyState(from: string, to: string): void {
  for (const name of SOURCES) {
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name), { recursive: true });
  }
}

async function refresh(root: string, asked: RefreshOptions): Promise<RefreshReport> {
  // A local fault of one source (such as a full disk) ends the others.
  const halt = new AbortController();
  const options = { ...asked, signal: AbortSignal.any([asked.signal, halt.signal]) };
  const clients = new Map(SOURCES.map((name) => [name, clientOf(name, options)]));
  const clientFor = (name: SourceName) => clients.get(name) ?? clientOf(name, options);
  const readers = SOURCES.filter((name) => options.sources.includes(name)).map((name): Reader => {
    const source = sourceOf(name, options);
    return {
      source,
      client: clientFor(name),
      topics: options.topics.map((topic) => ({
        topic,
        id: topic.id,
        journal: new TopicJournal(root, source, topic),
      })),
      report: emptyReport(name, options.topics.length),
    };
  });
  await readAll(readers, options, halt);
  return inStaging(options, async ({ buildFolder, inUse, manifest, base, draft }) => {
    const merge = new ArticleMerge(base, draft);
    for (const reader of readers) await mergeTopics(reader, merge);
    const services = {
      crossref: clientFor("crossref"),
      pubmed: clientFor("pubmed"),
      pubmedKey: options.keys.pubmed,
    };
    const checked = await excludeFlagged(draft, merge, services, options);
    const report: RefreshReport = {
      sources: readers.map((reader) => reader.report),
      ...merge.count(),
      ...checked,
      from: manifest.version,
      published: null,
    };
    options.onDiff(report);
    if (options.dryRun) return report;
    if (draft.changed) {
      report.published = await buildAndPublish(buildFolder, inUse, draft, {
        ...options,
        onProgress: (_, name, done, total) =>
          options.onProgress("indexing", done, total ?? done, name),
      });
    }
    for (const { journal } of readers.flatMap((reader) => reader.topics)) {
      if (journal.isComplete) journal.settle();
    }
    return report;
  });
}

function sourceOf(name: SourceName, { keys }: RefreshOptions): Source {
  const sources: Record<SourceName, Source> = {
    pubmed: pubmed(keys.pubmed),
    europepmc: EUROPE_PMC_SOURCE,
    crossref: CROSSREF_SOURCE,
    openalex: openalex(keys.openalex),
  };
  return sources[name];
}

function clientOf(name: SourceName, options: RefreshOptions): ServiceClient {
  const { label, base } = sourceOf(name, options);
  const { mirror, clock, contact, signal, seed } = options;
  return new ServiceClient({
    label,
    base: mirror === null ? new URL(base) : new URL(`${mirror.href.replace(/\/$/, "")}/${name}`),
    contact,
    limits: options.limits(name),
    clock,
    chance: seededChance(seed + SOURCES.indexOf(name)),
    signal,
    onPause: (line) => options.onProgress("reading", 0, 0, line),
  });
}

/** Reads all sources at once, each at its own pace. */
async function readAll(
  readers: readonly Reader[],
  options: RefreshOptions,
  halt: AbortController,
): Promise<void> {
  const today = dayOf(options.clock.now());
  const total = readers.length * options.topics.length;
  let topics = 0;
  const progress = () => {
    const records = readers
      .flatMap((reader) => reader.topics)
      .map(({ journal }) => journal.records);
    const read = records.reduce((sum, count) => sum + count, 0);
    options.onProgress("reading", topics, total, `topics, ${read} records`);
  };
  const outcomes = await Promise.allSettled(
    readers
      .map(async ({ source, client, topics: wanted, report }) => {
        const { failures } = await collect(source, client, wanted, {
          since: options.since,
          today,
          onPage: progress,
          onTopic() {
            topics++;
            progress();
          },
        });
        report.failures.push(...failures);
      })
      .map((reading) =>
        reading.catch((error: unknown) => {
          halt.abort(error);
          throw error;
        }),
      ),
  );
  // All sources have ended before the first error is thrown, so that nothing runs on in the
  // background.
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

async function mergeTopics({ source, topics, report }: Reader, merge: ArticleMerge): Promise<void> {
  for (const { topic, journal } of topics) {
    if (!journal.isComplete) {
      report.unfinished++;
      continue;
    }
    report.left_out += Math.max(0, journal.run.hits - journal.run.records);
    await merge.read(source, topic, journal, report);
  }
}

/** Looks up every document that the new release would have. */
async function excludeFlagged(
  draft: CorpusDraft,
  merge: ArticleMerge,
  services: Parameters<typeof askForNotices>[1],
  options: RefreshOptions,
): Promise<{ checked: number; unknown: string[] }> {
  const asked: CheckedDocument[] = [];
  for (const { doi, pmid } of draft) asked.push({ doi, pmid });
  try {
    const { byDoi, unknown } = await askForNotices(asked, services, (done, total) =>
      options.onProgress("checking", done, total, "look-ups for retractions"),
    );
    for (const [doi, notice] of byDoi) merge.exclude(doi, notice);
    return { checked: asked.length, unknown };
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    throw new OperatorError(
      `nothing was published, because retractions could not be looked up: ${error.message}`,
    );
  }
}
