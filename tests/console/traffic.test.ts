/** Guarantee: the traffic page shows what the registry counted within its window, and no more. */
import { describe, expect, test } from "bun:test";
import { bucketsBetween, quantile } from "../../src/console/quantile.ts";
import { TrafficWatch } from "../../src/console/traffic.ts";
import { CLIENT, testConsole } from "./support.ts";

function watched() {
  let nowMs = Date.parse("2026-11-20T12:00:00Z");
  const { metrics } = testConsole();
  const watch = new TrafficWatch(
    () => metrics.figures(),
    () => nowMs,
  );
  watch.end();
  const pass = (seconds: number) => {
    for (let at = 0; at < seconds; at += 5) {
      nowMs += 5_000;
      watch.sample();
    }
  };
  return { metrics, watch, pass };
}

describe("a window", () => {
  test("counts by client, ending and reason, and sees each column once", () => {
    const { metrics, watch, pass } = watched();
    metrics.countEnding(CLIENT, "served");
    metrics.countEnding(CLIENT, "served");
    pass(10);
    metrics.countEnding(CLIENT, "replayed");
    metrics.countEnding(CLIENT, "insufficient_signal");
    metrics.countEnding(null, "unauthorized");
    metrics.countEnding("stranger", "service_unavailable");
    metrics.countUnavailable("overloaded");
    const shown = watch.report("5m");
    expect(shown.total).toBe(6);
    expect(shown.by_client).toEqual([
      { client_id: CLIENT, served: 2, replayed: 1, withheld: 1, refused: 0, failed: 0 },
      { client_id: "unknown", served: 0, replayed: 0, withheld: 0, refused: 1, failed: 0 },
      { client_id: "other", served: 0, replayed: 0, withheld: 0, refused: 0, failed: 1 },
    ]);
    expect(shown.without_answer.map(({ outcome }) => outcome).sort()).toEqual([
      "insufficient_signal",
      "service_unavailable",
      "unauthorized",
    ]);
    expect(shown.unavailable).toEqual([{ reason: "overloaded", count: 1 }]);
    expect(shown.columns.map(({ served, replayed, failed }) => [served, replayed, failed])).toEqual(
      [
        [2, 0, 0],
        [0, 0, 0],
        [0, 1, 1],
      ],
    );
    expect([shown.queue_depth, shown.missing]).toEqual([3, "loading"]);
  });

  test("forgets what is older", () => {
    const { metrics, watch, pass } = watched();
    metrics.countEnding(CLIENT, "served");
    pass(400);
    metrics.countEnding(CLIENT, "served");
    expect(watch.report("5m").total).toBe(1);
    expect(watch.report("5m").columns.length).toBeLessThanOrEqual(60);
    expect(watch.report("1h").total).toBe(2);
  });

  test("tells times, stages and confidence of computed answers", () => {
    const { metrics, watch, pass } = watched();
    metrics.observeAnswer(9, { rerank: 9_000 });
    metrics.observeConfidence(0.1);
    pass(400);
    metrics.observeAnswer(0.2, { rerank: 150, search: 50 });
    metrics.observeConfidence(0.75);
    const { answers, stages, confidence } = watch.report("5m");
    expect(answers).toMatchObject({ count: 1, mean_ms: 200 });
    expect(answers.p50_ms).toBeGreaterThan(150);
    expect(answers.p95_ms).toBeLessThanOrEqual(200);
    expect(stages.map(({ stage, share }) => [stage, share])).toEqual([
      ["rerank", expect.closeTo(0.75)],
      ["search", expect.closeTo(0.25)],
    ]);
    expect(confidence.filter(({ count }) => count > 0)).toEqual([{ to: 0.8, count: 1 }]);
  });

  test("an unknown one is refused", async () => {
    const { get } = await testConsole().signIn();
    expect((await get("/api/traffic?window=__proto__")).status).toBe(422);
  });
});

describe("a quantile", () => {
  const of = (...counts: number[]) => ({
    labels: {},
    bounds: [1, 2, 4],
    buckets: counts.slice(0, -1),
    count: counts.at(-1) ?? 0,
    sum: 0,
  });
  test.each([
    [[0, 0, 0, 0], 0.5, null],
    [[0, 10, 10, 10], 0.5, 1.5],
    [[4, 4, 8, 8], 0.75, 3],
    [[0, 0, 0, 5], 0.5, 4],
  ] as const)("of %p at %p is %p", (counts, share, expected) => {
    expect(quantile(bucketsBetween(of(0, 0, 0, 0), of(...counts)), share)).toBe(expected);
  });
});
