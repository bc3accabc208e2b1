/**
 * Renders the tables of the model cards as Markdown and places them between two comments.
 * @module
 */
import type { StageFigures } from "../../src/eval/retrieval.ts";

export interface SetResult {
  name: string;
  split: string;
  /** `judged`: only the judged documents of each question were ranked. */
  candidates: "all" | "judged";
  documents: number;
  queries: number;
  stages: readonly StageFigures[];
}

export interface Head {
  /** `YYYY-MM-DD`, UTC. */
  date: string;
  reranker: string;
  embedder: string;
  /** How many questions were measured, if not all. */
  sample: number | undefined;
}

const DIGEST_SHOWN = 12;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** ".415": numbers between 0 and 1 with three decimals. */
function places(value: number | undefined | null): string {
  if (value === undefined || value === null) return "–";
  return value.toFixed(3).replace(/^0/, "");
}

function headLine({ date, reranker, embedder, sample }: Head): string {
  const digest = (value: string) => `\`${value.slice(0, DIGEST_SHOWN)}\``;
  const which =
    sample === undefined ? "all questions" : `at most ${sample} questions a set, evenly spread`;
  return `Written by \`bun run model:results\` on ${date}: reranker ${digest(reranker)}, embedder ${digest(embedder)}, ${which}.`;
}

export function searchTable(head: Head, sets: readonly SetResult[]): string {
  const rows = sets.map((set) => {
    const of = (stage: StageFigures["stage"]) => set.stages.find((row) => row.stage === stage);
    const ndcg = (stage: StageFigures["stage"]) => places(of(stage)?.ndcg_at_10);
    const recall = (stage: StageFigures["stage"]) =>
      set.candidates === "judged" ? "–" : places(of(stage)?.recall);
    const ratio = (of("rerank")?.ndcg_at_10 ?? Number.NaN) / (of("bm25")?.ndcg_at_10 ?? Number.NaN);
    return [
      `${set.name} ${set.split}${set.candidates === "judged" ? ", judged documents only" : ""}`,
      String(set.documents),
      String(set.queries),
      ndcg("bm25"),
      ndcg("dense"),
      ndcg("hybrid"),
      ndcg("rerank"),
      Number.isFinite(ratio) ? ratio.toFixed(2) : "–",
      recall("bm25"),
      recall("dense"),
      recall("hybrid"),
    ];
  });
  return `${headLine(head)}
nDCG@10 of each stage of \`phasewise eval retrieval\` (the first 50 of the hybrid ranking are reranked), then recall@100.

${table(
  [
    "set",
    "documents",
    "questions",
    "BM25",
    "dense",
    "hybrid",
    "reranked",
    "reranked / BM25",
    "recall BM25",
    "recall dense",
    "recall hybrid",
  ],
  rows,
)}`;
}

/**
 * Puts `body` between `<!-- name:begin … -->` and `<!-- name:end -->` and keeps the rest.
 * @throws Error unless each of the two comments appears once, in this order
 */
export function between(text: string, name: string, body: string): string {
  const begin = [...text.matchAll(new RegExp(`<!-- ${name}:begin\\b.*?-->`, "g"))];
  const end = [...text.matchAll(new RegExp(`<!-- ${name}:end -->`, "g"))];
  const [first] = begin;
  const [last] = end;
  if (
    begin.length !== 1 ||
    end.length !== 1 ||
    first === undefined ||
    last === undefined ||
    last.index < first.index
  ) {
    throw new Error(`there is no place <!-- ${name}:begin --> … <!-- ${name}:end -->`);
  }
  return `${text.slice(0, first.index + first[0].length)}\n${body}\n${text.slice(last.index)}`;
}
