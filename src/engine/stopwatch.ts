/**
 * Times the stages of an answer.
 * @module
 */

export interface Stopwatch {
  time<T>(stage: string, work: () => Promise<T>): Promise<T>;
}

export interface StageTimes extends Stopwatch {
  add(stage: string, ms: number): void;
  timings(): Record<string, number>;
}

/**
 * Adds up milliseconds by stage, rounded to hundredths.
 * @param beforeStage may throw to stop the answer before its next stage
 */
export function stopwatchOf(now: () => number, beforeStage?: () => void): StageTimes {
  const spent = new Map<string, number>();
  const add = (stage: string, ms: number) => void spent.set(stage, (spent.get(stage) ?? 0) + ms);
  return {
    async time(stage, work) {
      beforeStage?.();
      const started = now();
      try {
        return await work();
      } finally {
        add(stage, now() - started);
      }
    },
    add,
    timings: () =>
      Object.fromEntries([...spent].map(([stage, ms]) => [stage, Math.round(ms * 100) / 100])),
  };
}
