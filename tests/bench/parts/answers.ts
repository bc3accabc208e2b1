/** First answers a second at several numbers of callers, their stages, and a flood. */
import { cpus } from "node:os";
import { temporaryFolder } from "../../../scripts/support/temporary-folder.ts";
import { EXECUTABLE } from "../../support/executable.ts";
import { percentile } from "../../support/percentile.ts";
import { processorMs, watchOthers } from "../../support/processor.ts";
import type { RunningService } from "../../support/program.ts";
import { CLIENT, OTHER_CLIENT, ply, serveForLoad, timesOf } from "../load.ts";
import { definePart, type Row } from "../page/part.ts";
import { stageSeconds } from "./stages.ts";

const MS_PER_SECOND = 1_000;
const PERCENT = 100;
const LEVEL_SECONDS = 15;
const FLOOD_SECONDS = 120;
const QUICK_SECONDS = 3;
const WARM_SECONDS = 3;
const STAGES = [
  "receive",
  "prepare",
  "line",
  "understand",
  "search",
  "match",
  "rerank",
  "write",
  "questions",
  "commit",
] as const;

interface Level {
  rate: number;
  p50: number;
  p95: number;
  /** Processor time of one answer. */
  costMs: number;
  /** Of what the cores could do by it beside other programs. */
  shareOfPossible: number;
}

async function level(service: RunningService, seconds: number, callers: number): Promise<Level> {
  const before = processorMs(service.pid);
  const others = watchOthers(service.pid);
  const started = performance.now();
  const told = timesOf(await ply(service.url, seconds, { [CLIENT]: callers }), 200);
  const elapsedMs = performance.now() - started;
  const costMs = (processorMs(service.pid) - before) / told.length;
  const leftMs = elapsedMs * cpus().length * (1 - others());
  return {
    rate: (told.length / elapsedMs) * MS_PER_SECOND,
    p50: percentile(told, 0.5),
    p95: percentile(told, 0.95),
    costMs,
    shareOfPossible: (told.length * costMs) / leftMs,
  };
}

/** 0 where nobody was answered so. */
const longest = (samples: readonly number[]) => Math.max(0, ...samples);

const rate = (callers: number): Row => ({
  name: `first answers, ${callers} caller${callers === 1 ? "" : "s"}`,
  unit: "a second",
  digits: 1,
});
const share = (name: string): Row => ({ name, unit: "%", digits: 1 });

export const answers = definePart({
  title: "First answers",
  note: `Callers ask new questions without a pause, ${LEVEL_SECONDS} s at each number of callers, then 64 for ${FLOOD_SECONDS} s beside one caller of another client; who is put off waits as told. What the cores could do is taken from the processor time of an answer; the callers' own work is not in it. Stages are shares of the time from arrival to answer.`,
  rows: {
    p50: { name: "an answer, one caller, p50", unit: "ms", digits: 0 },
    p95: { name: "an answer, one caller, p95", unit: "ms", digits: 0 },
    cost: { name: "processor time of an answer, 8 callers", unit: "ms", digits: 0 },
    receive: share("stage `receive`, one caller"),
    prepare: share("stage `prepare`"),
    line: share("stage `line`"),
    understand: share("stage `understand`"),
    search: share("stage `search`"),
    rerank: share("stage `rerank`"),
    write: share("stage `write`"),
    questions: share("stage `questions`"),
    commit: share("stage `commit`"),
    between: share("between the stages"),
    rate1: rate(1),
    rate4: rate(4),
    rate8: rate(8),
    rate16: rate(16),
    rate64: rate(64),
    ofCores: {
      name: "8 callers, of what the cores could do beside other programs",
      unit: "%",
      digits: 0,
      bar: { least: 85 },
    },
    goodput: { name: "flood of 64, of the best rate", unit: "%", digits: 0, bar: { least: 90 } },
    longest200: { name: "flood, longest 200", unit: "ms", digits: 0, bar: { most: 10_000 } },
    longest503: { name: "flood, longest 503", unit: "ms", digits: 0, bar: { most: 200 } },
    otherP50: { name: "flood, the other client's answers, p50", unit: "ms", digits: 0 },
    otherPutOff: { name: "flood, the other client's requests put off", unit: "", digits: 0 },
    failed: {
      name: "flood, answers that were neither 200 nor 503",
      unit: "",
      digits: 0,
      bar: { most: 0 },
    },
  },
  async measure({ quick }) {
    const folder = temporaryFolder("answers");
    try {
      const seconds = quick ? QUICK_SECONDS : LEVEL_SECONDS;
      const service = await serveForLoad([EXECUTABLE], folder.path);
      await ply(service.url, WARM_SECONDS, { [CLIENT]: 4 });
      const before = await stageSeconds(service.url);
      const one = await level(service, seconds, 1);
      const after = await stageSeconds(service.url);
      const whole = after.answer - before.answer;
      const of = (stage: string) =>
        (PERCENT * ((after.stages[stage] ?? 0) - (before.stages[stage] ?? 0))) / whole;
      const shares = Object.fromEntries(STAGES.map((stage) => [stage, of(stage)]));
      const four = await level(service, seconds, 4);
      const eight = await level(service, seconds, 8);
      const sixteen = await level(service, seconds, 16);

      const started = performance.now();
      const told = await ply(service.url, quick ? 2 * QUICK_SECONDS : FLOOD_SECONDS, {
        [CLIENT]: 64,
        [OTHER_CLIENT]: 1,
      });
      const [given, putOff] = [timesOf(told, 200), timesOf(told, 503)];
      const floodRate = (given.length / (performance.now() - started)) * MS_PER_SECOND;
      const best = Math.max(...[one, four, eight, sixteen].map((each) => each.rate));
      await service.stop();
      return {
        p50: one.p50,
        p95: one.p95,
        cost: eight.costMs,
        ...(shares as Record<(typeof STAGES)[number], number>),
        between: PERCENT - Object.values(shares).reduce((sum, each) => sum + each, 0),
        rate1: one.rate,
        rate4: four.rate,
        rate8: eight.rate,
        rate16: sixteen.rate,
        rate64: floodRate,
        ofCores: PERCENT * eight.shareOfPossible,
        goodput: (PERCENT * floodRate) / best,
        longest200: longest(given),
        longest503: longest(putOff),
        otherP50: percentile(timesOf(told, 200, OTHER_CLIENT), 0.5),
        otherPutOff: timesOf(told, 503, OTHER_CLIENT).length,
        failed: told.length - given.length - putOff.length,
      };
    } finally {
      folder.remove();
    }
  },
});
