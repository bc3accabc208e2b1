/**
 * BM25 with other settings than LanceDB's, beside which the full-text stage of `eval retrieval` is
 * read: LanceDB has k1 1.2 and b 0.75 and no setting for them.
 *
 *     bun scripts/bm25-baseline.ts FOLDER_OF_SETS
 *
 * It prints nDCG@10 of the split `dev` of each set. Stop words are left out, and the endings of
 * words are cut lightly.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openDataset } from "../src/eval/dataset.ts";
import { mean, ndcg } from "../src/eval/metrics.ts";

/** The first is the one that the bars of the project were set by. */
const SETTINGS = [
  { k1: 0.9, b: 0.4 },
  { k1: 1.2, b: 0.75 },
] as const;
/** Of these sets only the judged documents are ranked. */
const JUDGED_ONLY = new Set(["mediqa"]);
const STOP = new Set(
  "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with".split(
    " ",
  ),
);

/** Plural "s", "-ing" and "-ed". */
function stem(word: string): string {
  const singular =
    word.length > 4 && word.endsWith("ies")
      ? `${word.slice(0, -3)}y`
      : word.length > 3 && /(?<!u|s|i)s$/.test(word)
        ? word.slice(0, -1)
        : word;
  if (singular.length > 5 && singular.endsWith("ing")) return singular.slice(0, -3);
  return singular.length > 4 && singular.endsWith("ed") ? singular.slice(0, -2) : singular;
}

function tokens(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !STOP.has(word)).map(stem);
}

interface Posting {
  document: number;
  count: number;
}

async function figuresOf(dir: string, judgedOnly: boolean): Promise<number[]> {
  const dataset = await openDataset(dir, "dev");
  const ids: string[] = [];
  const lengths: number[] = [];
  const postings = new Map<string, Posting[]>();
  for await (const { id, text } of dataset.documents()) {
    const counts = new Map<string, number>();
    const words = tokens(text);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const list = postings.get(word) ?? [];
      list.push({ document: ids.length, count });
      postings.set(word, list);
    }
    ids.push(id);
    lengths.push(words.length);
  }
  const average = mean(lengths);
  return SETTINGS.map(({ k1, b }) =>
    mean(
      dataset.queries.map(({ text, grades }) => {
        const scores = new Map<string, number>(
          judgedOnly ? [...grades.keys()].map((id) => [id, 0]) : [],
        );
        for (const word of tokens(text)) {
          const list = postings.get(word) ?? [];
          const weight = Math.log(1 + (ids.length - list.length + 0.5) / (list.length + 0.5));
          for (const { document, count } of list) {
            const id = ids[document] ?? "";
            if (judgedOnly && !grades.has(id)) continue;
            const norm = 1 - b + (b * (lengths[document] ?? 0)) / average;
            scores.set(
              id,
              (scores.get(id) ?? 0) + (weight * count * (k1 + 1)) / (count + k1 * norm),
            );
          }
        }
        const ranking = [...scores].sort(([, one], [, other]) => other - one).map(([id]) => id);
        return ndcg(ranking, grades, 10);
      }),
    ),
  );
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("give the folder that holds the sets");
process.stdout.write(`${["set", ...SETTINGS.map(({ k1, b }) => `k1 ${k1}, b ${b}`)].join("\t")}\n`);
for (const set of readdirSync(folder).sort()) {
  const figures = await figuresOf(join(folder, set), JUDGED_ONLY.has(set));
  process.stdout.write(`${[set, ...figures.map((figure) => figure.toFixed(3))].join("\t")}\n`);
}
