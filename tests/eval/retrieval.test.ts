/**
 * Guarantee: `eval retrieval` measures the service's own search, stage by stage, and leaves no
 * files behind.
 *
 * @slow it starts the program
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { SOURCE } from "../support/program.ts";
import { SHARED } from "../support/shared.ts";
import { DOCUMENTS, writeCollection } from "./collection.ts";

const STARTER = existsSync(join(import.meta.dir, "../../build/corpus/STARTER"));
const MED = join(SHARED, "eval/med");
const HAS_MED = existsSync(MED);
if (!HAS_MED) process.stderr.write(`tests/eval: ${MED} is not there; one sanity test is skipped\n`);

interface Report {
  documents: number;
  queries: number;
  left_out: { nothing_relevant: number; unknown: number; documents_missing: number };
  stages: {
    stage: string;
    ndcg_at_10: number;
    recall_at_100: number;
    mrr_at_10: number;
    ms_per_query: number;
  }[];
}

const folder = temporaryFolder("eval");
const dataset = join(folder.path, "set");
const temporary = join(folder.path, "tmp");
beforeAll(() => {
  writeCollection(dataset);
  mkdirSync(temporary);
});
afterAll(() => folder.remove());

async function evaluate(...words: string[]) {
  const child = Bun.spawn(
    [
      ...SOURCE,
      "eval",
      "retrieval",
      "--data-dir",
      join(folder.path, "data"),
      "--inference-threads",
      "1",
      ...words,
    ],
    { cwd: "/", env: { TMPDIR: temporary }, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  );
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr, left: readdirSync(temporary) };
}

async function report(...words: string[]): Promise<Report> {
  const { code, stdout, stderr, left } = await evaluate(...words, "--json");
  expect({ code, stderr, left, lines: stdout.trimEnd().split("\n").length }).toEqual({
    code: 0,
    stderr: "",
    left: [],
    lines: 1,
  });
  return JSON.parse(stdout) as Report;
}

describe.skipIf(!STARTER)("on a collection made by code", () => {
  test("every stage is measured, over the queries that can be", async () => {
    const found = await report("--dataset", dataset);
    expect([found.documents, found.queries]).toEqual([DOCUMENTS.length, 4]);
    expect(found.left_out).toEqual({ nothing_relevant: 1, unknown: 1, documents_missing: 1 });
    expect(found.stages.map((row) => row.stage)).toEqual(["bm25", "dense", "hybrid", "rerank"]);
    for (const row of found.stages) {
      for (const value of [row.ndcg_at_10, row.recall_at_100, row.mrr_at_10]) {
        expect(value >= 0 && value <= 1).toBe(true);
      }
      expect(row.ms_per_query).toBeGreaterThan(0);
    }
    const [bm25, dense, hybrid, rerank] = found.stages;
    // One relevant document of the four queries' five is not in the corpus: 3 of 4 complete, one
    // half.
    expect(hybrid?.recall_at_100).toBeCloseTo(3.5 / 4, 12);
    expect(dense?.recall_at_100).toBeCloseTo(3.5 / 4, 12);
    expect(rerank?.recall_at_100).toBe(hybrid?.recall_at_100 ?? Number.NaN);
    expect((rerank?.ms_per_query ?? 0) > (hybrid?.ms_per_query ?? 0)).toBe(true);
    expect((hybrid?.ms_per_query ?? 0) > (bm25?.ms_per_query ?? 0)).toBe(true);
  });

  test("full text finds what it should, and a query that is itself a document does not find itself", async () => {
    const found = await report("--dataset", dataset, "--stages", "bm25");
    // Each best document comes first; of the harbour's two relevant ones one is not in the corpus.
    const harbour = 2 / (2 + 1 / Math.log2(3));
    expect(found.stages).toHaveLength(1);
    expect(found.stages[0]).toMatchObject({ mrr_at_10: 1, recall_at_100: 3.5 / 4 });
    expect(found.stages[0]?.ndcg_at_10).toBeCloseTo((3 + harbour) / 4, 12);
  });

  test("a judged document that only shares the query's number is another one, and a query that finds itself costs no place", async () => {
    const numbered = join(folder.path, "numbered");
    writeCollection(numbered);
    const lines = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
    // Equally often in ever longer documents: the shortest, which is the query itself, first.
    const documents = Array.from({ length: 6 }, (_, at) => ({
      _id: at,
      text: `caffeine ${"filler ".repeat(at)}`,
    }));
    writeFileSync(join(numbered, "corpus.jsonl"), lines(documents));
    writeFileSync(
      join(numbered, "queries.jsonl"),
      lines([
        { _id: 0, text: "caffeine" },
        { _id: 1, text: "caffeine" },
      ]),
    );
    writeFileSync(join(numbered, "qrels/test.tsv"), "0\t4\t1\n1\t1\t1\n");
    const found = await report("--dataset", numbered, "--stages", "bm25", "--depth", "4");
    expect(found.stages[0]).toMatchObject({ recall_at_4: 1 });
  });

  test("with --candidates qrels only judged documents are ranked, and all of them", async () => {
    const found = await report(
      "--dataset",
      dataset,
      "--candidates",
      "qrels",
      "--depth",
      "1",
      "--rerank-depth",
      "1",
    );
    for (const row of found.stages) expect(row.recall_at_100).toBeCloseTo(3.5 / 4, 12);
    expect(found.stages[0]?.mrr_at_10).toBe(1);
  });

  test("--depth and --queries are kept to", async () => {
    const found = await report(
      "--dataset",
      dataset,
      "--stages",
      "hybrid",
      "--depth",
      "1",
      "--queries",
      "2",
    );
    expect(found.queries).toBe(2);
    expect(found.stages.map((row) => row.stage)).toEqual(["hybrid"]);
    const [hybrid] = found.stages as ({ recall_at_1?: number } | undefined)[];
    expect(hybrid?.recall_at_1).toBeLessThanOrEqual(0.75);
    expect(hybrid).not.toHaveProperty("recall_at_100");
  });

  test("--out writes the figures of each query, whose mean is the stage's, and a run that any scorer reads", async () => {
    const out = join(folder.path, "out");
    const found = await report(
      "--dataset",
      dataset,
      "--stages",
      "bm25,hybrid",
      "--depth",
      "5",
      "--out",
      out,
    );
    expect(readdirSync(out).sort()).toEqual(["bm25.trec", "hybrid.trec", "per-query.ndjson"]);
    const each = readFileSync(join(out, "per-query.ndjson"), "utf8")
      .trimEnd()
      .split("\n")
      .map(
        (line) => JSON.parse(line) as { stage: string; ndcg_at_10: number; recall_at_5: number },
      );
    for (const stage of found.stages) {
      const own = each.filter((row) => row.stage === stage.stage);
      expect(own).toHaveLength(found.queries);
      expect(own.reduce((sum, row) => sum + row.ndcg_at_10, 0) / own.length).toBeCloseTo(
        stage.ndcg_at_10,
        12,
      );
      expect(own.every((row) => row.recall_at_5 >= 0 && row.recall_at_5 <= 1)).toBe(true);
      const run = readFileSync(join(out, `${stage.stage}.trec`), "utf8")
        .trimEnd()
        .split("\n");
      const ranks = new Map<string, number>();
      for (const line of run) {
        const [query = "", q0, document, rank, score, tag, ...more] = line.split(" ");
        expect([q0, tag, more.length]).toEqual(["Q0", `phasewise-${stage.stage}`, 0]);
        expect(document).not.toBe("");
        expect(Number(rank)).toBe((ranks.get(query) ?? 0) + 1);
        expect(Number(score)).toBe(1 / Number(rank));
        ranks.set(query, Number(rank));
      }
      expect(Math.max(...ranks.values())).toBeLessThanOrEqual(5);
    }
  });

  test("^C ends with 130 and one line", async () => {
    const child = Bun.spawn(
      [
        ...SOURCE,
        "eval",
        "retrieval",
        "--data-dir",
        join(folder.path, "data"),
        "--dataset",
        dataset,
      ],
      { cwd: "/", env: { TMPDIR: temporary }, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
    );
    while (child.exitCode === null && readdirSync(temporary).length === 0) await Bun.sleep(2);
    child.kill("SIGINT");
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    expect([await child.exited, stdout, stderr]).toEqual([
      130,
      "",
      "interrupted: nothing was kept\n",
    ]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("the table names each stage and what was left out", async () => {
    const { code, stdout, stderr } = await evaluate(
      "--dataset",
      dataset,
      "--stages",
      "bm25,hybrid",
    );
    expect([code, stderr]).toEqual([0, ""]);
    for (const word of [
      "nDCG@10",
      "recall@100",
      "MRR@10",
      "ms/query",
      "bm25",
      "hybrid",
      "left out",
    ]) {
      expect(stdout).toContain(word);
    }
    expect(stdout).not.toContain("dense");
  });

  test("damage that shows only under way is one line, and the temporary index is gone", async () => {
    const damaged = writeCollection(join(folder.path, "damaged"));
    appendFileSync(join(damaged, "corpus.jsonl"), "{");
    const { code, stdout, stderr, left } = await evaluate("--dataset", damaged);
    expect({ code, stdout, left }).toEqual({ code: 1, stdout: "", left: [] });
    expect(stderr).toBe(`${join(damaged, "corpus.jsonl")}:${DOCUMENTS.length + 1}: not JSON\n`);
  });
});

describe("a command line that cannot be understood ends with 2 and one line:", () => {
  test.each([
    [[], "--dataset"],
    [["--dataset", dataset, "--stages", "bm25,magic"], '"magic"'],
    [["--dataset", dataset, "--candidates", "all"], "--candidates"],
    [["--dataset", dataset, "--depth", "0"], "--depth"],
    [["--dataset", dataset, "--split", "../x"], "--split"],
  ])("%p", async (words, named) => {
    const { code, stdout, stderr } = await evaluate(...words);
    expect([code, stdout, stderr.trimEnd().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toContain(named);
  });
});

test.skipIf(!HAS_MED || !STARTER)("BM25 on a public collection is an honest baseline", async () => {
  const found = await report("--dataset", MED, "--split", "dev", "--stages", "bm25");
  // A plain BM25 (k1 0.9, b 0.4, light stemming) reaches 0.670 and 0.764.
  expect(found.stages[0]?.ndcg_at_10).toBeGreaterThan(0.65);
  expect(found.stages[0]?.recall_at_100).toBeGreaterThan(0.744);
});
