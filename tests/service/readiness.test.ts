/**
 * Guarantee: a check reports what the next answer lacks, and nothing once the service has stopped.
 *
 * @slow it takes seconds
 */
import { expect, test } from "bun:test";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { watchReadiness } from "../../src/service/readiness.ts";
import type { Logger } from "../../src/telemetry/logger.ts";

const LONGER_THAN_A_CHECK_MS = 1_300;

/** A logger whose lines are kept. */
function keptLines(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const keep = (fields: object, message: string) =>
    lines.push(`${message} ${JSON.stringify(fields)}`);
  const logger: Logger = { error: keep, warn: keep, info: keep, fatal: keep };
  return { logger, lines };
}

test.each([
  [false, ["store"]],
  [true, []],
] as const)("ended %p: a database that goes away is reported as %p", async (ended, reported) => {
  const folder = temporaryFolder("readiness");
  const { logger, lines } = keptLines();
  let fault: string | null = null;
  const readiness = watchReadiness(
    {
      stateDir: folder.path,
      storeFault: () => fault,
      releaseFault: () => null,
      limitsFault: () => null,
    },
    logger,
  );
  await Bun.sleep(100);
  expect(readiness.missing()).toBeNull();
  if (ended) readiness.end();
  fault = "it is gone";
  await Bun.sleep(LONGER_THAN_A_CHECK_MS);
  readiness.end();
  expect(lines.map((line) => /"missing":"(\w+)"/.exec(line)?.[1])).toEqual([...reported]);
  folder.remove();
});
