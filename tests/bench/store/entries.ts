/** Audit entries as the service writes them, of generated people and the words of the corpus. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ulid } from "ulid";
import type { AuditEntry } from "../../../src/store/records.ts";

interface Study {
  doi: string;
  title: string;
  authors: string[];
  year: number;
  findings: { statement: string }[];
}

const corpus = join(import.meta.dir, "../../../corpus");
const FILES = ["hrv.ndjson", "cycle-symptoms.ndjson", "food-and-drink.ndjson", "menopause.ndjson"];
const MEASURES = [
  "hrv_rmssd_ms",
  "lowest_heart_rate_bpm",
  "heart_rate_bpm",
  "total_sleep_s",
  "sleep_efficiency_percent",
  "latency_s",
  "deep_s",
  "rem_s",
  "bedtime_minutes",
  "breaths_per_min",
  "temperature_deviation_c",
  "awake_s",
] as const;
/** Such that texts, citations and questions are as long as those of real answers. */
const TEXT_CHARACTERS = 640;
const QUESTION_CHARACTERS = 56;
const MINUTE_MS = 60_000;

/** Numbers that come the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A source of entries, each a minute after the one before, from the given instant on. */
export function entrySource(
  startMs: number,
  seed = 1,
): (n: number) => AuditEntry & { at_ms: number } {
  const studies = FILES.flatMap((file) =>
    readFileSync(join(corpus, file), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Study),
  );
  const random = generator(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const round = (value: number, digits: number) => Number(value.toFixed(digits));

  function measure(name: string) {
    const baseline = round(20 + random() * 80, 2);
    const recent = round(baseline * (0.8 + random() * 0.4), 2);
    const direction =
      recent > baseline * 1.05 ? "higher" : recent < baseline * 0.95 ? "lower" : "usual";
    return {
      measure: name,
      baseline,
      baseline_days: 17,
      deviation: round((recent - baseline) / 5, 4),
      direction,
      high: round(recent + random() * 3, 2),
      latest: recent,
      latest_deviation: round((recent - baseline) / 6, 4),
      latest_direction: direction,
      low: round(recent - random() * 3, 2),
      newest_day: "2026-11-26",
      recent,
      recent_days: 3,
    };
  }

  return (n) => {
    const at_ms = startMs + n * MINUTE_MS;
    const served_at = new Date(at_ms).toISOString();
    const request_id = crypto.randomUUID();
    const trace_id = `trc_${ulid(at_ms)}`;
    const cited = Array.from({ length: 2 + (n % 3) }, () => pick(studies));
    let text = "";
    while (text.length < TEXT_CHARACTERS) text += `${pick(pick(studies).findings).statement} `;
    const citations = cited.map(({ doi }) => ({
      citation_id: `cit_${createHash("sha256").update(doi).digest("hex").slice(0, 26).toUpperCase()}`,
      relevance: round(random(), 4),
    }));
    const value = random();
    const response = JSON.stringify({
      request_id,
      recommendation: text.trim(),
      citations: cited.map(({ doi, title, authors, year }, i) => ({
        citation_id: citations[i]?.citation_id,
        source_title: title,
        authors: `${authors[0]?.split(" ").at(-1)} et al.`,
        year,
        doi,
        relevance: citations[i]?.relevance,
      })),
      recommendation_confidence: value,
      suggested_questions: Array.from({ length: 3 }, () =>
        pick(studies).title.slice(0, QUESTION_CHARACTERS),
      ),
      trace_id,
      served_at,
      model_version: "pw-5cd8c7a9e9c62a7aaff3",
      suppression_reason: null,
      warnings: [],
    });
    return {
      at_ms,
      client_id: n % 3 === 0 ? "production-oura" : "sandbox-oura",
      request_id,
      trace_id,
      served_at,
      outcome: "served",
      confidence: { value, coverage: random(), specificity: random(), consistency: random() },
      citations,
      model_version: "pw-5cd8c7a9e9c62a7aaff3",
      corpus_version: "corpus-0b5d946af4425b09",
      timings_ms: Object.fromEntries(
        ["match", "questions", "rerank", "search", "understand", "write"].map((stage) => [
          stage,
          round(random() * 90, 2),
        ]),
      ),
      request_sha256: createHash("sha256").update(text).digest("hex"),
      signals: {
        context: { cycle_phase: "luteal", cycle_day: 1 + (n % 28), life_stage: "reproductive" },
        signals: {
          measures: MEASURES.map(measure),
          nights: 20,
          days: 20,
          first_day: "2026-11-07",
          newest_day: "2026-11-26",
          sufficient: true,
          stale: false,
          offset_mismatch: false,
          age_band: null,
        } as AuditEntry["signals"]["signals"],
        minimum_confidence: 0.5,
        warnings: [],
      },
      query: pick(studies).title,
      response,
    };
  };
}
