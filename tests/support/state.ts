/**
 * A fresh state store for a test: in a file, or in a PostgreSQL database where the run says so
 * (`PHASEWISE_TEST_STATE=postgres`). The tests expect the same of both.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StateStore } from "../../src/store/port.ts";
import { openPostgres } from "../../src/store/postgres/index.ts";
import { withCommitTurns } from "../../src/store/sqlite/commit-turns.ts";
import { openStore } from "../../src/store/sqlite/index.ts";
import { type Cluster, PASSWORD, startCluster } from "./postgres.ts";

const ON_POSTGRES = process.env.PHASEWISE_TEST_STATE === "postgres";

export interface TestState {
  store: StateStore;
  close(): Promise<void>;
}

/** One server for all tests of a process; it ends with the process. */
let cluster: Promise<Cluster> | null = null;

function sharedCluster(): Promise<Cluster> {
  cluster ??= startCluster();
  return cluster;
}

/** @param now the time of the store, in epoch milliseconds */
export async function openTestState(now: () => number): Promise<TestState> {
  if (ON_POSTGRES) {
    const url = await (await sharedCluster()).database();
    const store = await openPostgres(url, { password: PASSWORD, create: true, now });
    return { store, close: async () => await store.close() };
  }
  const folder = mkdtempSync(join(tmpdir(), "phasewise-state-"));
  const store = openStore(folder, { now, elapsedMs: now, busyTimeoutMs: 50 });
  return {
    store: withCommitTurns(store, { now }),
    async close() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
