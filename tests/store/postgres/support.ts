/** One PostgreSQL server for a file of tests, and stores in fresh databases of it. */
import { afterAll, afterEach, beforeAll, describe } from "bun:test";
import type { StateStore } from "../../../src/store/port.ts";
import { openPostgres, type PostgresOptions } from "../../../src/store/postgres/index.ts";
import type { AuditRow } from "../../../src/store/records.ts";
import { type Cluster, PASSWORD, POSTGRES_BIN, startCluster } from "../../support/postgres.ts";
import { entry } from "../entry.ts";

export const CLIENT = "sandbox-oura";
const START_MS = 240_000;

export interface Server {
  cluster(): Cluster;
  /** A fresh database. */
  url(): Promise<string>;
  /** A store, which is closed after the test. */
  open(url: string, options?: Partial<PostgresOptions>): Promise<StateStore>;
}

/** The tests of a file, which are skipped where no server is installed. */
export function onPostgres(name: string, tests: (server: Server) => void): void {
  describe.skipIf(POSTGRES_BIN === null)(name, () => {
    let cluster: Cluster | undefined;
    const opened: StateStore[] = [];
    beforeAll(async () => {
      cluster = await startCluster();
    }, START_MS);
    afterAll(async () => await cluster?.remove());
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });
    const running = () => {
      if (cluster === undefined) throw new Error("used before it was started");
      return cluster;
    };
    tests({
      cluster: running,
      url: () => running().database(),
      async open(url, options) {
        const store = await openPostgres(url, { password: PASSWORD, create: true, ...options });
        opened.push(store);
        return store;
      },
    });
  });
}

export function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Commits `n` answers with different request ids. */
export async function commitMany(store: StateStore, n: number, client_id = CLIENT) {
  const rows: AuditRow[] = [];
  for (let i = 0; i < n; i++)
    rows.push(await store.commit(entry({ client_id, request_id: `request-${i}` })));
  return rows;
}
