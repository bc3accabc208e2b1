/** What `corpus refresh` prints for people. */
import { OperatorError } from "../contract/error.ts";
import type { RefreshOptions } from "../refresh/index.ts";
import type { RefreshReport } from "../refresh/report.ts";
import { printLine, printTable } from "./output.ts";

const DIFF_SHOWN = 20;
const TITLE_CHARS = 80;
const BAR_CELLS = 24;
const COUNTS = [
  "read",
  "added",
  "updated",
  "unchanged",
  "duplicate",
  "rejected",
  "retracted",
  "left_out",
  "unfinished",
] as const;

export function progressLine(
  ...[step, done, total, note]: Parameters<RefreshOptions["onProgress"]>
): string {
  if (total === 0) return note;
  const full = Math.floor((done / total) * BAR_CELLS);
  return `${step} [${"#".repeat(full)}${".".repeat(BAR_CELLS - full)}] ${done} of ${total} ${note}`;
}

/** The difference between the new release and the one in use. */
export function printDiff({ added, updated, excluded }: RefreshReport): void {
  const kinds = { retracted: "retracted", concern: "expression of concern" } as const;
  const rows = [
    // Exclusions are always printed in full: they are few, and they matter most.
    ...excluded.map(({ doi, title, kind, found_in }) => [
      "excluded",
      doi,
      `${shortened(title)} (${kinds[kind]}, ${found_in})`,
    ]),
    ...added.slice(0, DIFF_SHOWN).map(({ doi, title }) => ["added", doi, shortened(title)]),
    ...updated.slice(0, DIFF_SHOWN).map(({ doi, title }) => ["updated", doi, shortened(title)]),
  ];
  if (rows.length > 0) printTable(["", "doi", "title"], rows);
  const more = added.length + updated.length + excluded.length - rows.length;
  if (more > 0) printLine(`… and ${more} more: --json names them`);
  printLine(`${added.length} to add, ${updated.length} to update, ${excluded.length} to exclude`);
  printLine("");
}

export function printSources(report: RefreshReport, dryRun: boolean): void {
  printTable(
    ["source", ...COUNTS],
    report.sources.map((source) => [source.source, ...COUNTS.map((name) => String(source[name]))]),
  );
  const reasons = report.sources.flatMap(({ source, reasons: all }) =>
    Object.entries(all).map(([reason, count]) => [source, String(count), reason]),
  );
  if (reasons.length > 0) {
    printLine("");
    printTable(["rejected", "records", "why"], reasons);
  }
  printLine("");
  printLine(
    `${report.checked} documents looked up for retractions and concerns; ${report.unknown.length} are not known to Crossref or PubMed`,
  );
  if (dryRun) printLine(`dry run: nothing was written; ${report.from} is in use`);
  else if (report.published === null) printLine(`nothing new: ${report.from} stays in use`);
  else printLine(`${report.published} is in use, built on ${report.from}`);
}

/** One line for everything that could not be read, or null. */
export function failureOf({ sources }: RefreshReport): OperatorError | null {
  const failures = sources.flatMap((source) => source.failures);
  if (failures.length === 0) return null;
  return new OperatorError(
    `some sources were not read to their end; run the command again to continue: ${failures.join("; ")}`,
  );
}

function shortened(title: string): string {
  return title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS - 1)}…` : title;
}
