/** Guarantee: the tables of the model cards say what was measured and stay in their place. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sides, tenths } from "../../scripts/results/calibration.ts";
import { between, calibrationTable, searchTable } from "../../scripts/results/render.ts";

const HEAD = { date: "2026-01-02", reranker: "a".repeat(64), embedder: "b".repeat(64), sample: undefined };

describe("calibration", () => {
  test("each pair counts in the tenth of its relevance, the edges too", () => {
    const found = tenths([
      { relevance: 0, grade: 0 },
      { relevance: 0.0999, grade: 1 },
      { relevance: 0.5, grade: 2 },
      { relevance: 0.95, grade: 3 },
      { relevance: 1, grade: 0 },
    ]);
    expect(found.map(({ pairs }) => pairs)).toEqual([2, 0, 0, 0, 0, 1, 0, 0, 0, 2]);
    expect(found[0]).toEqual({ from: 0, to: 0.1, pairs: 2, graded_1: 0.5, graded_2: 0 });
    expect(found[1]).toMatchObject({ graded_1: null, graded_2: null });
    expect(found[9]).toMatchObject({ graded_1: 0.5, graded_2: 0.5 });
  });

  test("a best of exactly one half is relevant; what is answered is counted apart", () => {
    const found = sides([
      { onTopic: true, best: 0.5, served: true },
      { onTopic: true, best: 0.4999, served: true },
      { onTopic: false, best: 0.5, served: false },
      { onTopic: false, best: 0, served: false },
      { onTopic: false, best: 0.1, served: false },
      { onTopic: false, best: 0.2, served: false },
    ]);
    expect(found).toEqual({
      on_topic: 2,
      on_topic_relevant: 0.5,
      on_topic_served: 1,
      off_topic: 4,
      off_topic_irrelevant: 0.75,
      off_topic_refused: 1,
    });
  });

  test("is rendered with a dash where there is nothing to share out", () => {
    const text = calibrationTable(
      HEAD,
      tenths([{ relevance: 0.3, grade: 1 }]),
      sides([
        { onTopic: true, best: 1, served: false },
        { onTopic: false, best: 1, served: false },
      ]),
      sides([{ onTopic: false, best: 0.2, served: false }]),
    );
    const nothing = calibrationTable(HEAD, tenths([]), sides([]), sides([]));
    expect(nothing).toContain("| on topic, answered | 0 | – |");
    expect(nothing).not.toContain("NaN");
    expect(text).toContain("| 0.2 to 0.3 | 0 | – | – |\n| 0.3 to 0.4 | 1 | 0 % | 100 % |");
    expect(text).toContain(
      "| off topic, best below 0.5 | 1 | 0 % |\n| on topic, best at 0.5 or above | 1 | 100 % |\n" +
        "| off topic, refused | 1 | 100 % |\n| on topic, answered | 1 | 0 % |",
    );
    expect(text).toContain("best below 0.5 | 1 | 100 % |\n| these, refused | 1 | 100 % |");
  });
});

describe("search", () => {
  const stage = (name: "bm25" | "dense" | "hybrid" | "rerank", ndcg: number, recall: number) => ({
    stage: name,
    ndcg_at_10: ndcg,
    recall_at_100: recall,
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
    expect(text).toContain("| med dev | 10 | 3 | .500 | .400 | .550 | .600 | 1.20 | .800 | 1.000 | .900 |");
    expect(text).toContain(
      "| mediqa dev, judged documents only | 10 | 3 | .500 | .400 | .550 | .600 | 1.20 | – | – | – |",
    );
  });
});

describe("a place in a card", () => {
  const card = "before\n<!-- results:begin (by a command) -->\nold\n<!-- results:end -->\nafter\n";

  test("only what stands between the comments changes, as often as one likes", () => {
    const once = between(card, "results", "new");
    expect(once).toBe("before\n<!-- results:begin (by a command) -->\nnew\n<!-- results:end -->\nafter\n");
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
    for (const name of ["results", "calibration"])
      expect(between(read("reranker"), name, "x")).toContain("x");
    expect(between(read("embedder"), "results", "x")).toContain("x");
  });
});
