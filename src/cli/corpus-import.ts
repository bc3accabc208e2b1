/**
 * `corpus import`: puts files of researchers, or a release bundle, into use, completely or not at
 * all.
 */
import { OperatorError, UsageError } from "../contract/error.ts";
import { FORMATS, type Format } from "../ingest/formats/index.ts";
import { isBundle } from "../library/bundle-head.ts";
import { type FileReport, type ImportReport, importFiles } from "../library/import.ts";
import { openRuntime } from "../native/assets.ts";
import { embeddersOnDemand } from "../service/embedders.ts";
import { STATE_SETTINGS } from "../service/state.ts";
import { defineCommand } from "./command.ts";
import { BUNDLE_OPTIONS, runBundleImport } from "./corpus-bundle.ts";
import { onInterrupt } from "./interrupt.ts";
import { printJson, printLine, printTable } from "./output.ts";
import { PROGRESS_OPTION, startProgress } from "./progress.ts";

const AUTO = "auto";
const REASONS_SHOWN = 20;
const BAR_CELLS = 24;

function formatOption(text: unknown): Format | undefined {
  if (text === AUTO) return undefined;
  const format = FORMATS.find((known) => known === text);
  if (format === undefined)
    throw new UsageError(`--format must be one of ${[AUTO, ...FORMATS].join(", ")}`);
  return format;
}

function progressLine(step: string, name: string, done: number, total: number | null): string {
  if (step === "finishing") return `${step}: ${name}`;
  if (total === null) return `${step} ${name}: ${done} records`;
  const full = Math.floor((done / total) * BAR_CELLS);
  return `${step} [${"#".repeat(full)}${".".repeat(BAR_CELLS - full)}] ${done} of ${total} ${name}`;
}

function printReport({ files, from, published }: ImportReport, dryRun: boolean): void {
  const counts = ["read", "added", "updated", "unchanged", "withdrawn", "rejected"] as const;
  printTable(
    ["file", ...counts],
    files.map((file) => [file.file, ...counts.map((name) => String(file[name]))]),
  );
  const reasons = files.flatMap((file) => file.reasons);
  if (reasons.length > 0) {
    printLine("");
    const shown = reasons.slice(0, REASONS_SHOWN);
    printTable(
      ["left out", "why"],
      shown.map(({ place, reason }) => [place, reason]),
    );
    const leftOut = files.reduce((sum, { withdrawn, rejected }) => sum + withdrawn + rejected, 0);
    const named = leftOut > reasons.length ? `the first ${reasons.length}` : "them";
    if (leftOut > shown.length)
      printLine(`… and ${leftOut - shown.length} more: --json names ${named}`);
  }
  if (files.some(({ refused }) => refused !== null)) return;
  printLine("");
  if (dryRun) printLine(`dry run: nothing was written; ${from} is in use`);
  else if (published === null) printLine(`nothing new: ${from} stays in use`);
  else printLine(`${published} is in use, built on ${from}`);
}

function refusal(files: readonly FileReport[]): OperatorError | null {
  const [first, ...others] = files.flatMap(({ refused }) => (refused === null ? [] : [refused]));
  if (first === undefined) return null;
  const more = others.length === 0 ? "" : `; also refused: ${others.join("; ")}`;
  return new OperatorError(`nothing was imported: ${first}${more}`);
}

export const corpusImport = defineCommand({
  name: "corpus import",
  summary:
    "adds articles and evidence records to the corpus as a new release, or takes a release bundle",
  positionals: ["FILE…"],
  settings: [...STATE_SETTINGS, "inferenceThreads"],
  options: {
    format: { value: "NAME", help: `${AUTO} or one of ${FORMATS.join(", ")}`, default: AUTO },
    "dry-run": { help: "shows what would be imported, and writes nothing" },
    ...BUNDLE_OPTIONS,
    ...PROGRESS_OPTION,
  },
  async run({ positionals, ...invocation }) {
    const { settings, options, json } = invocation;
    for (const path of positionals) {
      if (!(await isBundle(path))) continue;
      if (positionals.length > 1) throw new UsageError("a release bundle is imported by itself");
      return runBundleImport(path, invocation);
    }
    const format = formatOption(options.format);
    const dryRun = options["dry-run"] === true;
    const { starter, models } = await openRuntime(settings.dataDir);
    const progress = startProgress(options.progress === true);
    const embedders = embeddersOnDemand(models, settings);
    const { signal, done } = onInterrupt("nothing was imported");
    try {
      const report = await importFiles(positionals, {
        dataDir: settings.dataDir,
        starter,
        ...(format !== undefined && { format }),
        dryRun,
        signal,
        embedders,
        onProgress: (...step) => progress.show(progressLine(...step), step[0] === "finishing"),
      });
      progress.end();
      if (json) printJson({ ...report, dry_run: dryRun });
      else printReport(report, dryRun);
      const refused = refusal(report.files);
      if (refused !== null) throw refused;
      return 0;
    } finally {
      progress.end();
      await embedders.close();
      done();
    }
  },
});
