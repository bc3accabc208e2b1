/**
 * The clock of a refresh, which tests replace.
 * @module
 */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** @throws the signal's reason when it is aborted before the time is over */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stopped = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", stopped);
        resolve();
      }, ms);
      signal?.addEventListener("abort", stopped, { once: true });
    });
  },
};

const DAY_MS = 86_400_000;

/** The UTC day of a time, `YYYY-MM-DD`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The day this many days later, or earlier where negative. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * DAY_MS);
}

/** Whole days from one day to a later one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

export function earlierDay(a: string, b: string): string {
  return [a, b].sort()[0] ?? a;
}

export function laterDay(a: string, b: string): string {
  return [a, b].sort()[1] ?? a;
}
