/** The state store in a PostgreSQL database, which replicas share. */
import { OperatorError } from "../../contract/error.ts";
import { refuseFault } from "../fault.ts";
import type { StateStore } from "../port.ts";
import { parseAddress } from "./address.ts";
import { makeCheckpoint, verifyAgainst } from "./checkpoint.ts";
import { Client } from "./client.ts";
import { createCommit } from "./commit.ts";
import { createConsent } from "./consent.ts";
import { createEraser } from "./erase.ts";
import { KeyUses } from "./key-uses.ts";
import { createKeys } from "./keys.ts";
import { latest } from "./ledger.ts";
import { createLookups } from "./lookups.ts";
import { createAudit } from "./rows.ts";
import { migrate } from "./schema.ts";
import { type Clock, storeTime } from "./time.ts";
import { verifyStore } from "./verify.ts";

const WAIT_MS = 10_000;

export interface PostgresOptions {
  password: string | null;
  /** Makes the tables where there are none. */
  create: boolean;
  /** How long a statement may take. */
  waitMs?: number;
  /** Looks whether the database can be used, as a service needs it. */
  watch?: boolean;
  /** The clock in place of the server's; set by tests. */
  now?: Clock;
}

/** @throws OperatorError with one line that says what to do */
export async function connect(url: string, options: PostgresOptions): Promise<Client> {
  const { password, waitMs = WAIT_MS, watch = false, create } = options;
  const client = new Client(parseAddress(url), { password, waitMs, serves: watch });
  try {
    await client.transaction((sql) => migrate(sql, client.name, { create }));
  } catch (error) {
    await client.close();
    throw error;
  }
  return client;
}

export async function openPostgres(url: string, options: PostgresOptions): Promise<StateStore> {
  const client = await connect(url, options);
  if (options.watch === true) client.watch();
  return createStore(client, options.now);
}

function createStore(client: Client, clock: Clock): StateStore {
  const uses = new KeyUses(client);
  const lookups = createLookups(client, uses, clock);
  const consent = createConsent(client, clock);
  const erase = createEraser(client, clock);
  return {
    keys: createKeys(client, clock),
    consent: { ...consent, state: (clientId) => served(consent.state(clientId)) },
    identify: (...asked) => served(lookups.identify(...asked)),
    requireKeyAndConsent: (caller) => served(lookups.requireKeyAndConsent(caller)),
    replay: (...asked) => served(lookups.replay(...asked)),
    commit: createCommit(client, clock),
    audit: {
      ...createAudit(client),
      verify: (checkpoint, onRow) =>
        client.snapshot((sql) =>
          checkpoint === undefined
            ? verifyStore(sql, undefined, onRow)
            : verifyAgainst(checkpoint, sql, onRow),
        ),
    },
    upkeep: {
      erase,
      seal: () => refuse("audit seal", "detach and archive old rows as the database does it"),
      sweep: () => [],
      checkpoint: () =>
        client.transaction(async (sql) => makeCheckpoint(sql, await storeTime(sql, clock))),
      times: () => client.run((sql) => timesOf(sql)),
      backUp: () => refuse("backup", "use pg_dump --schema=phasewise, or a standby"),
      foldLog: () => true,
    },
    fault: () => client.fault,
    damage: () => null,
    async close() {
      await uses.write();
      await client.close();
    },
  };
}

/** A database that is out of reach refuses a request as a store that is not ready. */
async function served<T>(answer: T | Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof OperatorError) refuseFault(error.message, error);
    throw error;
  }
}

function refuse(command: string, instead: string): never {
  throw new OperatorError(`${command} is of the store in a file; in PostgreSQL ${instead}`);
}

async function timesOf(sql: Parameters<typeof latest>[0]) {
  const [newest] = await sql<{ newest_ms: number | null }[]>`
    SELECT max(newest_ms)::float8 AS newest_ms FROM audit_month`;
  const leap = await latest(sql, "clock", "");
  return { newest_ms: newest?.newest_ms ?? 0, leapt_at_ms: leap?.at_ms ?? null };
}
