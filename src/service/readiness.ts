/**
 * Checks once a second, apart from any request, whether the next answer could be given.
 *
 * A service that lost its release, its disk or its file handles keeps running and seems healthy
 * until somebody asks. This check notices first, reports it, and withdraws the report when the
 * fault is mended.
 */
import { randomBytes } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MissingCapability } from "../origin/engine-host.ts";
import type { Logger } from "../telemetry/logger.ts";

const LOOK_EVERY_MS = 1_000;
/** A disk that needs this long for a write could not keep a deadline either. */
const WRITE_MS_MAX = 5_000;
/** A commit and its log line take less. */
const PROBE_BYTES = 256 * 1024;
/** A new connection, the index and a worker together take fewer. */
const HANDLES = 16;

export interface ReadinessChecks {
  /** The folder of the state store, in which answers are recorded. */
  stateDir: string;
  /** What makes the store unusable; null where nothing does. */
  storeFault(): string | null;
  /** What the release in use has lost; null where it is whole or none is in use yet. */
  releaseFault(): string | null;
  /** Why requests cannot be counted and may not pass uncounted; null where they can. */
  limitsFault(): string | null;
}

type MissingNow = {
  missing: Exclude<MissingCapability, "loading" | "inference">;
  cause: string;
} | null;

export interface Readiness {
  /** What prevents the next answer, as last seen. */
  missing(): MissingCapability | null;
  /** Ends the checks: what a stop takes away is not missing. */
  end(): void;
}

/** Looks once a second at what an answer needs, and logs each change. */
export function watchReadiness(checks: ReadinessChecks, logger: Logger): Readiness {
  let latest: MissingNow = null;
  let ended = false;
  async function look(): Promise<void> {
    if (ended) return;
    const before = latest?.missing;
    latest = await lookAt(checks);
    if (ended) return;
    if (latest !== null && latest.missing !== before) logger.error({ ...latest }, "not ready");
    if (latest === null && before !== undefined) logger.info({ missing: before }, "ready again");
    setTimeout(look, LOOK_EVERY_MS).unref();
  }
  look();
  return {
    missing: () => latest?.missing ?? null,
    end() {
      ended = true;
    },
  };
}

async function lookAt({
  stateDir,
  storeFault,
  releaseFault,
  limitsFault,
}: ReadinessChecks): Promise<MissingNow> {
  const spent = handlesFault();
  if (spent !== null) return { missing: "handles", cause: spent };
  const unusable = storeFault();
  if (unusable !== null) return { missing: "store", cause: unusable };
  const lost = releaseFault();
  if (lost !== null) return { missing: "release", cause: lost };
  const uncounted = limitsFault();
  if (uncounted !== null) return { missing: "limits", cause: uncounted };
  const full = await diskFault(stateDir);
  return full === null ? null : { missing: "disk", cause: full };
}

function handlesFault(): string | null {
  const handles: number[] = [];
  try {
    for (let count = 0; count < HANDLES; count++) handles.push(openSync("/dev/null", "r"));
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}

/**
 * Writes as much as an answer takes. Not zeros, because some file systems store those without
 * space.
 */
async function diskFault(stateDir: string): Promise<string | null> {
  const file = join(stateDir, `probe.${process.pid}.tmp`);
  const written = writeFile(file, randomBytes(PROBE_BYTES), { mode: 0o600 })
    .then(
      () => null,
      (error: Error) => error.message,
    )
    .finally(() => rm(file, { force: true }).catch(() => undefined));
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve(`a write to ${stateDir} does not end`), WRITE_MS_MAX);
  const fault = await Promise.race([written, late.promise]);
  clearTimeout(timer);
  return fault;
}
