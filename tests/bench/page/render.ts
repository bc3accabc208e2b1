/** The page of benchmarks as Markdown. */
import { type Bar, type Figures, holds, type Part, type Row } from "./part.ts";

type Told = Pick<Part, "title" | "note" | "rows">;

export interface Measured {
  part: Told;
  figures: Figures;
  /** Share of the machine that other programs took meanwhile. */
  othersShare: number;
}

const PERCENT = 100;

function told(value: number, { unit, digits }: Pick<Row, "unit" | "digits">): string {
  const number = value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return unit === "" ? number : `${number} ${unit}`;
}

function bound(bar: Bar, unit: string): string {
  const [sign, value] = "least" in bar ? ["≥", bar.least] : ["≤", bar.most];
  return `${sign} ${told(value, { unit, digits: 0 })}`;
}

/** @throws Error where a row has no figure */
function lineOf(id: string, row: Row, figures: Figures): string {
  const figure = figures[id];
  if (figure === undefined || Number.isNaN(figure)) throw new Error(`no figure for "${row.name}"`);
  const cells = [row.name, told(figure, row)];
  if (row.bar === undefined) cells.push("", "");
  else cells.push(bound(row.bar, row.unit), holds(figure, row.bar) ? "held" : "**missed**");
  return `| ${cells.join(" | ")} |`;
}

/**
 * One part: how it was measured, and its rows.
 * @throws Error where a row has no figure
 */
export function renderSection({ title, note, rows }: Told, figures: Figures): string {
  return [
    `## ${title}`,
    "",
    note,
    "",
    "| what | measured | bar | |",
    "|---|---:|---:|---|",
    ...Object.entries(rows).map(([id, row]) => lineOf(id, row, figures)),
    "",
  ].join("\n");
}

/**
 * @param machine says on what and when it was measured
 * @throws Error where a row has no figure
 */
export function renderPage(machine: string, measured: readonly Measured[]): string {
  return [
    "# Benchmarks",
    "",
    "`bun run bench` drives the built executable and writes this page. Figures of one run belong",
    "together: compare a figure with its peer or its bar here, not with another machine's.",
    "",
    machine,
    "",
    ...measured.map(({ part, figures, othersShare }) => {
      const others = `Other programs took ${(PERCENT * othersShare).toFixed(0)} % of the machine meanwhile.`;
      return renderSection({ ...part, note: `${part.note} ${others}` }, figures);
    }),
  ].join("\n");
}
