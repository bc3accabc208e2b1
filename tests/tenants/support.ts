import { isAbsolute, join } from "node:path";
import type { Problem } from "../../src/contract/error.ts";
import type { Measurements } from "../../src/engine/types.ts";
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

/**
 * Recorded payloads are not part of the project; tests that use them skip where they are not there.
 */
export async function fixture(path: string): Promise<unknown> {
  return JSON.parse(await Bun.file(isAbsolute(path) ? path : join(FIXTURES, path)).text());
}

export const HAS_FIXTURES = await Bun.file(join(FIXTURES, "SOURCES.md")).exists();
if (!HAS_FIXTURES)
  process.stderr.write("tests/tenants: recorded wire fixtures are not here; skipped\n");
