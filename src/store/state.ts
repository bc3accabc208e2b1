/** Opens the state store where the settings say that it is: in a file, or in PostgreSQL. */
import { existsSync } from "node:fs";
import { OperatorError } from "../contract/error.ts";
import type { StateStore } from "./port.ts";
import { connect, openPostgres, type PostgresOptions } from "./postgres/index.ts";
import { duringMaintenance as duringDatabaseMaintenance } from "./postgres/maintenance.ts";
import { withCommitTurns } from "./sqlite/commit-turns.ts";
import { openStore, type StoreOptions, stateDir, storePath } from "./sqlite/index.ts";
import { duringMaintenance as duringFileMaintenance } from "./sqlite/maintenance.ts";

export interface StatePlace {
  dataDir: string;
  /** The URL of a PostgreSQL database; null for the file in the data directory. */
  state: string | null;
  password: string | null;
}

/** Options of which each store takes its own. */
export type StateOptions = Pick<StoreOptions, "lockWaitMs"> &
  Pick<PostgresOptions, "waitMs" | "watch"> & {
    /** Makes the store where there is none. */
    create: boolean;
  };

/** @throws OperatorError with one line that says what to do */
export async function openState(place: StatePlace, options: StateOptions): Promise<StateStore> {
  const { dataDir, state, password } = place;
  if (state !== null) return openPostgres(state, { password, ...options });
  if (!options.create) requireFile(dataDir);
  return withCommitTurns(openStore(dataDir, options));
}

/**
 * Works while no other process erases, seals, checks, copies or restores there.
 * @throws OperatorError where there is no store, or another one does not end in time
 */
export async function duringMaintenance<T>(
  { dataDir, state, password }: StatePlace,
  work: () => T | Promise<T>,
): Promise<T> {
  if (state === null) {
    // The lock would create the folder of a store that is not there.
    requireFile(dataDir);
    return duringFileMaintenance(stateDir(dataDir), work);
  }
  const client = await connect(state, { password, create: false });
  try {
    return await duringDatabaseMaintenance(client, work);
  } finally {
    await client.close();
  }
}

function requireFile(dataDir: string): void {
  const path = storePath(dataDir);
  // A log without its database is a fault of its own, which the store reports.
  if (existsSync(path) || existsSync(`${path}-wal`)) return;
  throw new OperatorError(
    `there is no state store in ${dataDir}: check --data-dir; serve and keys issue make one`,
  );
}
