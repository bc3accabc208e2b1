/**
 * Writes how much guidance there is into the two pages that say it: the table of `corpus/README.md`
 * and the sample of `docs/researchers.md`. A file that has no row yet gets one, unread so far.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRecords } from "../src/ingest/documents.ts";
import { readGuidance } from "../src/library/guidance.ts";
import { guidanceCounts } from "./guidance-counts.ts";

const root = join(import.meta.dir, "..");
const guidance = join(root, "corpus/guidance");
const records = new Map(readRecords(join(root, "corpus")).map((record) => [record.doi, record]));
const entries = readGuidance(guidance, records);

const table = join(root, "corpus/README.md");
const ROW = /^\| (`[a-z0-9-]+`) \| \d+ \| (\d+) \| (\d+) \|\n/gm;
const TOGETHER = /^\| together \|.*\n/m;

function entriesIn(file: string): number {
  return readFileSync(join(guidance, file), "utf8").match(/^- id: /gm)?.length ?? 0;
}

function withCounts(page: string): string {
  const files = readdirSync(guidance).sort();
  const counts = new Map<string, number>();
  for (const file of files) counts.set(`\`${file.replace(".yaml", "")}\``, entriesIn(file));
  let read = 0;
  let changed = 0;
  const rows = page.replace(ROW, (_, name: string, itsRead: string, itsChanged: string) => {
    const count = counts.get(name);
    if (count === undefined) return "";
    counts.delete(name);
    read += Number(itsRead);
    changed += Number(itsChanged);
    return `| ${name} | ${count} | ${itsRead} | ${itsChanged} |\n`;
  });
  const fresh = [...counts].map(([name, count]) => `| ${name} | ${count} | 0 | 0 |\n`).join("");
  const together = `| together | ${entries.length} | ${read} | ${changed} |\n`;
  return rows.replace(TOGETHER, `${fresh}${together}`);
}

writeFileSync(table, withCounts(readFileSync(table, "utf8")));
const sample = join(root, "docs/researchers.md");
writeFileSync(
  sample,
  readFileSync(sample, "utf8").replace(
    /^ {4}\d+ entries, .* on two records or more$/m,
    `    ${guidanceCounts(entries)}`,
  ),
);
