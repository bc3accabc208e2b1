/**
 * How long each stage of an answer took.
 * @module
 */
import type { Stopwatch } from "./evidence/gather.ts";

/** Adds up milliseconds by stage, rounded to hundredths. */
export function stopwatchOf(now: () => number): Stopwatch & { timings: () => Record<string, number> } {
  const spent = new Map<string, number>();
  return {
    async time(stage, work) {
      const started = now();
      try {
        return await work();
      } finally {
        spent.set(stage, (spent.get(stage) ?? 0) + now() - started);
      }
    },
    timings: () => Object.fromEntries([...spent].map(([stage, ms]) => [stage, Math.round(ms * 100) / 100])),
  };
}
