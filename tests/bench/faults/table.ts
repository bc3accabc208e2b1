/** The table of faults in the operators' handbook. */
import { readFileSync } from "node:fs";
import { writeFileDurably } from "../../../src/files/durable.ts";
import type { Seen } from "./fault.ts";

const START = "<!-- faults: written by `bun tests/bench/faults.ts` -->";
const END = "<!-- faults: end -->";

/** A bar would end the cell. */
const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

export function renderTable(machine: string, seen: readonly Seen[]): string {
  return [
    machine,
    "",
    "| fault | what callers saw | what log and metrics said | readiness | what you do |",
    "|---|---|---|---|---|",
    ...seen.map(
      ({ fault, callers, told, readiness }) =>
        `| ${[fault.name, callers, told, readiness, fault.remedy].map(cell).join(" | ")} |`,
    ),
  ].join("\n");
}

/**
 * Replaces what stands between the two markers of a page. @throws Error where they are not there
 */
export function putTable(path: string, table: string): void {
  const page = readFileSync(path, "utf8");
  const [from, to] = [page.indexOf(START), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${path}: no markers for the table of faults`);
  writeFileDurably(
    path,
    `${page.slice(0, from + START.length)}\n\n${table}\n\n${page.slice(to)}`,
    0o644,
  );
}
