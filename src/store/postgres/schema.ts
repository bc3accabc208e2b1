/**
 * The schema, as numbered steps that only go forward. A released step is never edited; a change is
 * a new step, and one that an older program can still work beside: replicas are replaced one by
 * one.
 *
 * The tables are those of the SQLite store, with one chain of rows for each client, so that
 * replicas that answer different clients do not queue. `audit_month` records where each month of a
 * client's chain begins and ends.
 * @module
 */
import type { TransactionSQL } from "bun";
import { OperatorError } from "../../contract/error.ts";
import { GENESIS_HASH } from "../audit-chain.ts";
import { ENVIRONMENTS } from "../records.ts";
import { SCHEMA } from "./address.ts";

function appendOnly(table: string, changes: string): string {
  return `CREATE TRIGGER ${table}_fixed BEFORE ${changes} ON ${table}
    FOR EACH ROW EXECUTE FUNCTION refuse_change();`;
}

const STEPS: readonly string[] = [
  `
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;

    CREATE TABLE api_key (
      key_id text PRIMARY KEY,
      key_sha256 text NOT NULL UNIQUE,
      tenant text NOT NULL,
      environment text NOT NULL CHECK (environment IN (${ENVIRONMENTS.map((e) => `'${e}'`).join(", ")})),
      label text,
      created_at_ms bigint NOT NULL,
      lifetime_ms bigint,
      expires_at_ms bigint,
      revoked_at_ms bigint,
      issued bigint GENERATED ALWAYS AS IDENTITY
    );
    CREATE TABLE key_rotation (
      key_id text PRIMARY KEY REFERENCES api_key,
      replaces text NOT NULL REFERENCES api_key
    );
    CREATE TABLE key_use (
      key_id text PRIMARY KEY REFERENCES api_key,
      last_used_at_ms bigint NOT NULL
    );

    CREATE TABLE ledger (
      sequence bigint PRIMARY KEY,
      at_ms bigint NOT NULL,
      kind text NOT NULL,
      subject text NOT NULL,
      content text NOT NULL,
      hash bytea NOT NULL
    );
    CREATE INDEX ledger_by_subject ON ledger (kind, subject, sequence);
    CREATE TABLE ledger_head (
      singleton integer PRIMARY KEY CHECK (singleton = 1),
      ledger_count bigint NOT NULL,
      ledger_hash text NOT NULL
    );
    INSERT INTO ledger_head VALUES (1, 0, '${GENESIS_HASH}');

    CREATE TABLE audit_row (
      client_id text NOT NULL,
      sequence bigint NOT NULL,
      id text COLLATE "C" NOT NULL UNIQUE,
      request_id_json text NOT NULL,
      trace_id text NOT NULL,
      served_at_ms bigint NOT NULL,
      outcome text NOT NULL,
      confidence_value double precision NOT NULL,
      coverage double precision NOT NULL,
      specificity double precision NOT NULL,
      consistency double precision NOT NULL,
      model_version text NOT NULL,
      corpus_version text NOT NULL,
      commitment bytea NOT NULL,
      previous_hash bytea NOT NULL,
      hash bytea NOT NULL,
      published text,
      PRIMARY KEY (client_id, sequence)
    );
    CREATE INDEX audit_row_by_client ON audit_row (client_id, id);
    CREATE INDEX audit_row_by_time ON audit_row (served_at_ms);
    CREATE INDEX audit_row_by_request ON audit_row (client_id, md5(request_id_json));
    -- What can be erased, each part with the salt of its commitment.
    CREATE TABLE audit_personal (
      client_id text NOT NULL,
      sequence bigint NOT NULL,
      salt bytea NOT NULL,
      packed bytea NOT NULL,
      PRIMARY KEY (client_id, sequence),
      FOREIGN KEY (client_id, sequence) REFERENCES audit_row
    );
    -- Where the months of each client's chain end, kept apart from the rows: without this a cut-off
    -- tail would leave a chain that looks whole.
    CREATE TABLE audit_month (
      client_id text NOT NULL,
      month text COLLATE "C" NOT NULL,
      first bigint NOT NULL,
      row_count bigint NOT NULL,
      previous_hash text NOT NULL,
      id text COLLATE "C" NOT NULL,
      hash text NOT NULL,
      newest_ms bigint NOT NULL,
      PRIMARY KEY (client_id, month)
    );
    CREATE TABLE idempotency_entry (
      client_id text NOT NULL,
      request_id_json text NOT NULL,
      sequence bigint NOT NULL,
      stored_at_ms bigint NOT NULL,
      PRIMARY KEY (client_id, request_id_json)
    );
    CREATE INDEX idempotency_entry_by_age ON idempotency_entry (client_id, stored_at_ms);
    CREATE INDEX idempotency_entry_by_row ON idempotency_entry (client_id, sequence);
    CREATE TABLE signing_key (
      singleton integer PRIMARY KEY CHECK (singleton = 1),
      private_pem text NOT NULL
    );

    ${appendOnly("key_rotation", "UPDATE OR DELETE")}
    ${appendOnly("ledger", "UPDATE OR DELETE")}
    ${appendOnly("audit_row", "UPDATE OR DELETE")}
    ${appendOnly("audit_personal", "UPDATE")}
  `,
];

const SCHEMA_VERSION = STEPS.length;
/**
 * The oldest version whose programs work with this schema. A step that takes away what they need
 * raises it.
 */
const OLDEST_BESIDE = 1;
/** Replicas that start together take turns. */
const MIGRATION_LOCK = "phasewise migration";

/** The version of the schema; 0 where there is none. */
async function versionOf(sql: TransactionSQL): Promise<number> {
  const [there] = await sql`SELECT to_regclass(${`${SCHEMA}.schema_version`}) IS NOT NULL AS known`;
  if (!there.known) return 0;
  const [row] = await sql`SELECT version FROM phasewise.schema_version`;
  return row?.version ?? 0;
}

/**
 * Brings the schema to this program's version, in one transaction.
 * @param create makes the schema where there is none
 * @throws OperatorError where there is none, or a newer program made it
 */
export async function migrate(
  sql: TransactionSQL,
  name: string,
  { create }: { create: boolean },
): Promise<void> {
  // First, because what a session has looked for in vain it may remember as missing.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${MIGRATION_LOCK}, 0))`;
  let version = await versionOf(sql);
  if (version === 0 && !create) {
    throw new OperatorError(
      `there is no state store in database ${name}: check --state; serve and keys issue make one`,
    );
  }
  for (; version < SCHEMA_VERSION; version++) {
    if (version === 0) {
      await sql.unsafe(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
        CREATE TABLE schema_version (
          singleton integer PRIMARY KEY CHECK (singleton = 1),
          version integer NOT NULL,
          oldest_beside integer NOT NULL
        );
        INSERT INTO schema_version VALUES (1, 0, ${OLDEST_BESIDE});`);
    }
    await sql.unsafe(STEPS[version] ?? "");
    await sql`UPDATE schema_version
      SET version = ${version + 1}, oldest_beside = ${OLDEST_BESIDE}`;
  }
  const [found] = await sql<SchemaVersion[]>`SELECT version, oldest_beside FROM schema_version`;
  const fault = found === undefined ? null : tooNew(name, found);
  if (fault !== null) throw new OperatorError(fault);
}

export interface SchemaVersion {
  version: number;
  /** The oldest version whose programs work with the schema. */
  oldest_beside: number;
}

/** Why this program cannot work with the schema; null where it can. */
export function tooNew(name: string, { version, oldest_beside }: SchemaVersion): string | null {
  if (oldest_beside <= SCHEMA_VERSION) return null;
  return `state store in database ${name} has version ${version}, this phasewise knows up to ${SCHEMA_VERSION}: run the newer phasewise that wrote it`;
}
