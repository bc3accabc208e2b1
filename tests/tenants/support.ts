import { join } from "node:path";
import type { Problem } from "../../src/contract/error.ts";
import type { Measurements, Night, RmssdMs } from "../../src/engine/types.ts";
import { oura } from "../../src/tenants/oura/index.ts";
import type { Tenant } from "../../src/tenants/types.ts";
import { SHARED } from "../support/shared.ts";

const NEWEST = "2026-11-21";

export interface ParseOptions {
  newestAllowedDay?: string;
  timezone?: string;
  /** Oura where none is named. */
  tenant?: Tenant;
}

export function parse(
  payload: unknown,
  { newestAllowedDay = NEWEST, timezone = "Europe/Madrid", tenant = oura }: ParseOptions = {},
): { measurements: Measurements } | { problems: Problem[] } {
  return tenant.parse(payload, { pointer: `/${tenant.slug}`, newestAllowedDay, timezone });
}

/** The measurements of a payload that must be accepted. */
export function measure(payload: unknown, options: ParseOptions = {}): Measurements {
  const parsed = parse(payload, options);
  if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed.measurements;
}

const FIXTURES = join(SHARED, "wire/fixtures");

/** Recorded payloads are not part of the project; made-up ones of the same form are. */
export async function fixture(path: string): Promise<unknown> {
  return JSON.parse(await Bun.file(join(FIXTURES, path)).text());
}

export const HAS_FIXTURES = await Bun.file(join(FIXTURES, "SOURCES.md")).exists();
if (!HAS_FIXTURES)
  process.stderr.write(
    "tests/tenants: recorded wire fixtures are not here; made-up ones stand in\n",
  );

/**
 * A night of eight hours on the fourth of April, 27,000 s of them asleep; nothing else measured.
 */
export function stagedNight(start_ms: number, offset_minutes: number): Night {
  return {
    day: "2026-04-04",
    bedtime_start: { epoch_ms: start_ms, offset_minutes },
    bedtime_end: { epoch_ms: start_ms + 28_800_000, offset_minutes },
    total_sleep_s: 27_000,
    time_in_bed_s: 28_800,
    awake_s: 1_800,
    latency_s: null,
    deep_s: 4_500,
    rem_s: 6_300,
    light_s: 16_200,
    hrv_rmssd_ms: null,
    heart_rate_bpm: null,
    lowest_heart_rate_bpm: null,
    breaths_per_min: null,
    temperature_deviation_c: null,
  };
}

/** A number that a test knows to be rMSSD. */
export function rmssd(ms: number): RmssdMs {
  return ms as RmssdMs;
}
