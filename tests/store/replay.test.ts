/** Guarantee: a replay compares bytes with the same model and corpus, and with no other. */
import { describe, expect, test } from "bun:test";
import { replayRow } from "../../src/cli/audit-replay.ts";
import type { EngineFeatures, EngineResult } from "../../src/engine/types.ts";
import type { ReadyEngine } from "../../src/origin/engine-host.ts";
import { renderResponse } from "../../src/origin/response.ts";
import type { AuditRow } from "../../src/store/records.ts";
import { entry, NOON_MS, temporaryStore } from "./support.ts";

const RESULT: EngineResult = {
  recommendation: null,
  citations: [],
  confidence: 0.31,
  confidence_parts: { coverage: 0.5, specificity: 0.1, consistency: 0.4 },
  suggested_questions: ["How does sleep change before a period?"],
  warnings: ["thin_evidence"],
  suppression_reason: "below_platform_threshold",
  categories: [],
  answered_by: [],
  corpus_version: "corpus-1",
  timings_ms: {},
};

/** A row as the origin writes one, read back from the store. */
function recorded(): AuditRow {
  const { store } = temporaryStore();
  const { request_id, trace_id, served_at, model_version, signals } = entry();
  const response = renderResponse({
    request_id,
    trace_id,
    served_at,
    model_version,
    result: RESULT,
    extra_warnings: ["stale_signals"],
  });
  const { id } = store.commit(
    entry({ response, signals: { ...signals, warnings: ["stale_signals"] } }),
    NOON_MS,
  );
  const row = store.audit.get(id);
  if (row === null || row.response === null) throw new Error("the row is missing");
  return row;
}

function engine(result: EngineResult, seen: EngineFeatures[] = []): ReadyEngine {
  return {
    model_version: "model-1",
    corpus_version: "corpus-1",
    engine: {
      async recommend(features) {
        seen.push(features);
        return result;
      },
      categories: async () => [],
      search: async () => [],
    },
  };
}

test("the same answer is byte-equal, computed from the stored features alone", async () => {
  const seen: EngineFeatures[] = [];
  expect(await replayRow(recorded(), engine(RESULT, seen))).toBe(true);
  const { context, signals, minimum_confidence } = entry().signals;
  expect(seen as unknown[]).toEqual([
    { query: entry().query, context, signals, minimum_confidence },
  ]);
});

test("an answer that differs in one digit is not", async () => {
  expect(await replayRow(recorded(), engine({ ...RESULT, confidence: 0.32 }))).toBe(false);
});

describe("is refused, without asking the engine,", () => {
  test.each(["model_version", "corpus_version"] as const)("where %s differs", async (member) => {
    const seen: EngineFeatures[] = [];
    const other = { ...engine(RESULT, seen), [member]: "another" };
    await expect(replayRow(recorded(), other)).rejects.toThrow(
      `${member} ${recorded()[member]}, in use is another`,
    );
    expect(seen).toEqual([]);
  });

  test("where the stored context is no longer one", async () => {
    const row = recorded();
    row.signals.context = { cycle_phase: "none" };
    await expect(replayRow(row, engine(RESULT))).rejects.toThrow("no usable user context");
  });
});
