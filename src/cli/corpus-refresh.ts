/**
 * `corpus refresh`: reads new literature for the search strategy and publishes it as a release, or
 * changes nothing.
 */
import { readFileSync } from "node:fs";
import bundledStrategy from "../../corpus/search-strategy.yaml" with { type: "text" };
import { NCBI_KEY_ENV, OPENALEX_KEY_ENV, readSecret } from "../config/secrets.ts";
import { OperatorError, UsageError } from "../contract/error.ts";
import { isCalendarDay } from "../contract/formats.ts";
import { openRuntime } from "../native/assets.ts";
import { SYSTEM_CLOCK } from "../refresh/clock.ts";
import { type RefreshOptions, refreshCorpus } from "../refresh/index.ts";
import { limitsOf } from "../refresh/service-limits.ts";
import { SOURCES, type SourceName } from "../refresh/source-name.ts";
import { parseStrategy, type Topic } from "../refresh/strategy.ts";
import { embeddersOnDemand } from "../service/embedders.ts";
import { defineCommand, type Invocation } from "./command.ts";
import { failureOf, printDiff, printSources, progressLine } from "./corpus-refresh-report.ts";
import { onInterrupt } from "./interrupt.ts";
import { printJson } from "./output.ts";
import { PROGRESS_OPTION, startProgress } from "./progress.ts";

const SEED_MAX = 2 ** 31;
const BUNDLED_STRATEGY: string = bundledStrategy;

type Options = Invocation<never>["options"];

/** All topics, or those that the operator names. */
function topicsOf({ strategy, topic }: Options): Topic[] {
  const path = typeof strategy === "string" ? strategy : null;
  const all = parseStrategy(
    path === null ? BUNDLED_STRATEGY : readText(path),
    path ?? "corpus/search-strategy.yaml",
  );
  const asked = Array.isArray(topic) ? topic : [];
  const unknown = asked.find((id) => !all.some((known) => known.id === id));
  if (unknown !== undefined)
    throw new UsageError(`--topic: the strategy has no topic ${JSON.stringify(unknown)}`);
  return asked.length === 0 ? all : all.filter(({ id }) => asked.includes(id));
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function sourcesOf({ source }: Options): SourceName[] {
  const asked = Array.isArray(source) ? source : [];
  const unknown = asked.find((name) => !SOURCES.some((known) => known === name));
  if (unknown !== undefined) throw new UsageError(`--source must be one of ${SOURCES.join(", ")}`);
  return SOURCES.filter((name) => asked.length === 0 || asked.includes(name));
}

function sinceOf({ since }: Options): string | null {
  if (typeof since !== "string") return null;
  const today = new Date().toISOString().slice(0, 10);
  if (!isCalendarDay(since) || since > today)
    throw new UsageError("--since must be a past day, YYYY-MM-DD");
  return since;
}

export const corpusRefresh = defineCommand({
  name: "corpus refresh",
  summary:
    "fetches new articles for the search strategy, looks all documents up for retractions, and publishes a release",
  settings: ["dataDir", "inferenceThreads", "contact", "literatureMirror"],
  options: {
    since: { value: "DAY", help: "the first day to read; without it, the day of the last refresh" },
    source: {
      value: "NAME",
      help: `one of ${SOURCES.join(", ")}; may be repeated; without it all`,
      multiple: true,
    },
    topic: {
      value: "ID",
      help: "a topic of the strategy; may be repeated; without it all",
      multiple: true,
    },
    strategy: {
      value: "FILE",
      help: "a search strategy to use instead of the one inside the program",
    },
    "dry-run": { help: "shows what would change, and changes nothing" },
    ...PROGRESS_OPTION,
  },
  async run({ settings, options, json }) {
    const { contact, literatureMirror: mirror, dataDir } = settings;
    if (contact === null) {
      throw new UsageError("corpus refresh needs --contact EMAIL: the services ask who is calling");
    }
    const [topics, sources, since] = [topicsOf(options), sourcesOf(options), sinceOf(options)];
    const dryRun = options["dry-run"] === true;
    const keys = { pubmed: readSecret(NCBI_KEY_ENV), openalex: readSecret(OPENALEX_KEY_ENV) };
    const { starter, models } = await openRuntime(dataDir);
    const progress = startProgress(options.progress === true);
    const embedders = embeddersOnDemand(models, settings);
    const { signal, done } = onInterrupt(
      "the corpus is as it was, and what was read is kept: run it again to go on",
    );
    const refresh: RefreshOptions = {
      dataDir,
      starter,
      topics,
      sources,
      since,
      contact,
      keys,
      mirror: mirror === null ? null : new URL(mirror),
      dryRun,
      signal,
      clock: SYSTEM_CLOCK,
      seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? SEED_MAX,
      limits: (source) => limitsOf(source, { pubmed: keys.pubmed !== null }),
      embedders,
      // A note without numbers is shown once.
      onProgress: (...step) => progress.show(progressLine(...step), step[2] === 0),
      onDiff(report) {
        progress.end();
        if (!json) printDiff(report);
      },
    };
    try {
      const report = await refreshCorpus(refresh);
      progress.end();
      if (json) printJson({ ...report, dry_run: dryRun });
      else printSources(report, dryRun);
      const failure = failureOf(report);
      if (failure !== null) throw failure;
      return 0;
    } finally {
      progress.end();
      await embedders.close();
      done();
    }
  },
});
