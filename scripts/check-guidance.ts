/**
 * Checks `corpus/guidance` (or another folder) against the records and prints a line for each
 * fault.
 */
import { join } from "node:path";
import { readRecords } from "../src/ingest/documents.ts";
import { readGuidance } from "../src/library/guidance.ts";

const root = join(import.meta.dir, "..");
const folder = process.argv[2] ?? join(root, "corpus/guidance");
const records = new Map(readRecords(join(root, "corpus")).map((record) => [record.doi, record]));
try {
  const entries = readGuidance(folder, records);
  const claims = entries.flatMap((entry) => entry.claims);
  const several = claims.filter(({ from }) => from.length > 1).length;
  const depends = entries.filter(({ verdicts }) => verdicts.length > 1).length;
  process.stdout.write(
    `${entries.length} entries, ${depends} with verdicts that depend on her; ${claims.length} claims, ${several} of them on two records or more\n`,
  );
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
  process.exit(1);
}
