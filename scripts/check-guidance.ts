/**
 * Checks `corpus/guidance` (or another folder) against the records and prints a line for each
 * fault.
 */
import { join } from "node:path";
import { readRecords } from "../src/ingest/documents.ts";
import { readGuidance } from "../src/library/guidance.ts";
import { guidanceCounts } from "./guidance-counts.ts";

const root = join(import.meta.dir, "..");
const folder = process.argv[2] ?? join(root, "corpus/guidance");
const records = new Map(readRecords(join(root, "corpus")).map((record) => [record.doi, record]));
try {
  process.stdout.write(`${guidanceCounts(readGuidance(folder, records))}\n`);
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
  process.exit(1);
}
