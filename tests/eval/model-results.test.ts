/** Guarantee: the tables of the model cards contain what was measured and keep their place. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { between, searchTable } from "../../scripts/results/render.ts";

const HEAD = {
  date: "2026-01-02",
  reranker: "a".repeat(64),
  embedder: "b".repeat(64),
  sample: undefined,
};

describe("search", () => {
  const stage = (name: "bm25" | "dense" | "hybrid" | "rerank", ndcg: number, recall: number) => ({
    stage: name,
    ndcg_at_10: ndcg,
    recall,
    mrr_at_10: 0,
    ms_per_query: 1,
  });
  const stages = [
    stage("bm25", 0.5, 0.8),
    stage("dense", 0.4, 1),
    stage("hybrid", 0.55, 0.9),
    stage("rerank", 0.6, 0.9),
  ];

  test("one row a set; what cannot be missed has no recall", () => {
    const set = { name: "med", split: "dev", documents: 10, queries: 3, stages };
    const text = searchTable({ ...HEAD, sample: 30 }, [
      { ...set, candidates: "all" },
      { ...set, name: "mediqa", candidates: "judged" },
    ]);
    expect(text).toContain(
      "on 2026-01-02: reranker `aaaaaaaaaaaa`, embedder `bbbbbbbbbbbb`, at most 30 questions",
    );
    expect(text).toContain(
      "| med dev | 10 | 3 | .500 | .400 | .550 | .600 | 1.20 | .800 | 1.000 | .900 |",
    );
    expect(text).toContain(
      "| mediqa dev, judged documents only | 10 | 3 | .500 | .400 | .550 | .600 | 1.20 | – | – | – |",
    );
  });
});

describe("a place in a card", () => {
  const card = "before\n<!-- results:begin (by a command) -->\nold\n<!-- results:end -->\nafter\n";

  test("only what stands between the comments changes, as often as one likes", () => {
    const once = between(card, "results", "new");
    expect(once).toBe(
      "before\n<!-- results:begin (by a command) -->\nnew\n<!-- results:end -->\nafter\n",
    );
    expect(between(once, "results", "new")).toBe(once);
  });

  test("a card without the place is refused", () => {
    for (const text of [
      "",
      "<!-- results:begin -->",
      "<!-- results:end --><!-- results:begin -->",
      `${card}${card}`,
    ]) {
      expect(() => between(text, "results", "new")).toThrow("there is no place");
    }
  });

  test("both cards have their places", () => {
    const read = (kind: string) =>
      readFileSync(join(import.meta.dir, `../../models/${kind}/MODEL_CARD.md`), "utf8");
    for (const kind of ["reranker", "embedder"])
      expect(between(read(kind), "results", "x")).toContain("\nx\n");
  });
});
