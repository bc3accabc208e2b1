/** Lets only one process erase, verify or copy at a time, over all replicas. */
import { OperatorError } from "../../contract/error.ts";
import type { Client } from "./client.ts";

const LOCK = "phasewise maintenance";
const WAIT_MS = 10_000;
const PAUSE_MS = 50;

/** @throws OperatorError where another maintenance does not end in time */
export function duringMaintenance<T>(client: Client, work: () => T | Promise<T>): Promise<T> {
  return client.reserved(async (sql) => {
    const started = performance.now();
    for (;;) {
      const [lock] = await sql<{ held: boolean }[]>`
        SELECT pg_try_advisory_lock(hashtextextended(${LOCK}, 0)) AS held`;
      if (lock?.held) break;
      if (performance.now() - started > WAIT_MS) {
        throw new OperatorError(
          "an erasure, a check or a copy is under way in this database: try again when it is done",
        );
      }
      await Bun.sleep(PAUSE_MS);
    }
    try {
      return await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(hashtextextended(${LOCK}, 0))`.catch(() => undefined);
    }
  });
}
