/** What a soak looks at each minute, and what it says of all minutes in the end. */
import { readdirSync } from "node:fs";
import { memoryShares, residentMegabytes } from "../../support/memory.ts";
import { holdsOf } from "../../support/monitored.ts";
import type { RunningService } from "../../support/program.ts";

const MINUTES_PER_HOUR = 60;
/** Of the memory at its end that the second half may add, by the line through its samples. */
const GROWTH_SHARE_MAX = 0.05;
/** More handles at the end than in the middle may be callers that are just connected. */
const HANDLES_GROWTH_MAX = 50;

export interface Sample {
  minute: number;
  residentMb: number;
  anonymousMb: number;
  handles: number;
  holdMs: number;
}

export async function sampleOf(service: RunningService, minute: number): Promise<Sample> {
  return {
    minute,
    residentMb: residentMegabytes(service.pid),
    anonymousMb: memoryShares(service.pid).anonymousMb,
    handles: readdirSync(`/proc/${service.pid}/fd`).length,
    holdMs: (await holdsOf(service)).cpuMs,
  };
}

/** Slope of the straight line that lies nearest to the points, by least squares. */
export function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0);
  return over / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
}

export interface Verdict {
  /** Megabytes an hour over the second half. */
  anonymousSlope: number;
  /** What did not hold; empty where all did. */
  faults: string[];
}

/** @param samples of at least four minutes */
export function verdictOf(samples: readonly Sample[], unexpected: readonly string[]): Verdict {
  const half = samples.slice(Math.floor(samples.length / 2));
  const [first, last] = [half[0], half.at(-1)];
  if (first === undefined || last === undefined || half.length < 2)
    throw new Error("too few samples");
  const perMinute = slope(half.map(({ minute, anonymousMb }) => [minute, anonymousMb]));
  const growth = (perMinute * (last.minute - first.minute)) / last.anonymousMb;
  const faults = unexpected.map((what) => `unexpected: ${what}`);
  if (growth > GROWTH_SHARE_MAX)
    faults.push(`memory grew by ${(100 * growth).toFixed(1)} % over the second half`);
  if (last.handles - first.handles > HANDLES_GROWTH_MAX)
    faults.push(`handles grew from ${first.handles} to ${last.handles}`);
  return { anonymousSlope: perMinute * MINUTES_PER_HOUR, faults };
}
