/**
 * Writes each guidance entry as a JSON line with the texts by which search finds it, for the
 * programs in `models/training/trunk`.
 */
import { join } from "node:path";
import { readRecords } from "../src/ingest/documents.ts";
import { readGuidance } from "../src/library/guidance.ts";
import { textsOf } from "../src/library/guidance-index.ts";

const [target, folder] = process.argv.slice(2);
if (target === undefined)
  throw new Error("usage: bun scripts/guidance-for-training.ts FILE [FOLDER]");
const root = join(import.meta.dir, "..");
const records = new Map(readRecords(join(root, "corpus")).map((record) => [record.doi, record]));
const entries = readGuidance(folder ?? join(root, "corpus/guidance"), records);
// Entries that are told unasked are chosen by their conditions, so no message is matched with them.
const lines = entries
  .filter(({ unasked }) => unasked === null)
  .map((entry) =>
    JSON.stringify({
      id: entry.id,
      kind: entry.kind,
      about: entry.about,
      asked: entry.asked,
      texts: textsOf(entry),
    }),
  );
await Bun.write(target, `${lines.join("\n")}\n`);
