/**
 * A tiny collection in BEIR layout, made by code: four subjects, with one document that answers
 * each question best.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const DOCUMENTS = [
  {
    _id: "hrv",
    title: "Heart rate variability across the menstrual cycle",
    text: "It is lower in the luteal phase.",
  },
  { _id: "hrv-2", title: "", text: "Heart rate variability falls with alcohol." },
  {
    _id: "sleep",
    title: "Sleep before menstruation?",
    text: "Women wake more often in the late luteal phase.",
  },
  {
    _id: "iron",
    title: "Iron",
    text: "Ferritin is low in many endurance runners. A line\u2028separator is no line end.",
  },
  {
    _id: "o'brien",
    title: "Quay",
    text: "The harbour was dredged so that larger ships could land.",
  },
  { _id: "q-self", title: "", text: "Is heart rate variability lower in the luteal phase" },
];

const QUERIES = [
  { _id: "q-self", text: "Is heart rate variability lower in the luteal phase" },
  { _id: "q-sleep", text: "Do women wake more often before menstruation?" },
  { _id: "q-iron", text: "ferritin of runners" },
  { _id: "q-harbour", text: "ships in the harbour" },
  { _id: "q-none", text: "nothing relevant was found for this one" },
];

export const QRELS = [
  ["q-self", "hrv", 2],
  ["q-self", "hrv-2", 1],
  ["q-self", "iron", 0],
  ["q-sleep", "sleep", 1],
  ["q-sleep", "o'brien", 0],
  ["q-iron", "iron", 1],
  ["q-harbour", "o'brien", 2],
  ["q-harbour", "not-in-the-corpus", 1],
  ["q-none", "iron", 0],
  ["q-unknown", "iron", 1],
] as const;

const lines = (values: readonly unknown[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");

export function qrels(header: boolean): string {
  const rows = QRELS.map((row) => `${row.join("\t")}\n`).join("");
  return header ? `query-id\tcorpus-id\tscore\n${rows}` : rows;
}

/** Writes the files; `gzip` compresses all three, `header` is the first line of the judgments. */
export function writeCollection(dir: string, { gzip = false, header = true } = {}): string {
  mkdirSync(join(dir, "qrels"), { recursive: true });
  const put = (name: string, text: string) =>
    writeFileSync(
      join(dir, gzip ? `${name}.gz` : name),
      gzip ? Bun.gzipSync(Buffer.from(text)) : text,
    );
  put("corpus.jsonl", lines(DOCUMENTS));
  put("queries.jsonl", lines(QUERIES));
  put("qrels/test.tsv", qrels(header));
  return dir;
}
