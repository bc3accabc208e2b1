/**
 * The connections to the database. No statement is waited for longer than it may take, and a
 * connection that does not answer in time is given up.
 * @module
 */
import { SQL, type TransactionSQL } from "bun";
import { OperatorError } from "../../contract/error.ts";
import { type Address, isOutOfReach, nameOf, operatorFault, SCHEMA } from "./address.ts";
import { type SchemaVersion, tooNew } from "./schema.ts";

const CONNECTIONS = 8;
const CONNECT_SECONDS = 5;
/** How often a service looks whether the database can be used. */
const LOOK_EVERY_MS = 1_000;
/** Beyond the server's own limit, so that the server's answer is seen where there is one. */
const GRACE_MS = 250;

type Statements<T> = (sql: SQL | TransactionSQL) => Promise<T>;

export interface ClientOptions {
  password: string | null;
  /** How long a statement may take. */
  waitMs: number;
  /** Whether a replica serves over it. */
  serves: boolean;
}

/** How the server names the connections of a replica. */
export const SERVING_NAME = "phasewise serve";

export class Client {
  readonly address: Address;
  readonly name: string;
  readonly waitMs: number;
  readonly #password: string | null;
  readonly #applicationName: string;
  #sql: SQL;
  /** What the last statement met; null once one succeeds. */
  #fault: string | null = null;
  /** What makes the database wrong for this program. Only a look sets and clears it. */
  #unfit: string | null = null;
  #timer: Timer | null = null;

  constructor(address: Address, { password, waitMs, serves }: ClientOptions) {
    this.address = address;
    this.name = nameOf(address);
    this.waitMs = waitMs;
    this.#password = password;
    this.#applicationName = serves ? SERVING_NAME : "phasewise";
    this.#sql = this.#open();
  }

  /** What keeps the database from being used, as last seen. */
  get fault(): string | null {
    return this.#unfit ?? this.#fault;
  }

  /**
   * One statement, or several that need no transaction.
   * @throws OperatorError where the database is out of reach or refuses
   */
  async run<T>(statements: Statements<T>): Promise<T> {
    this.#requireFit();
    return this.#timed(statements(this.#sql), this.waitMs);
  }

  /**
   * A transaction. It is rolled back where it throws, and where it takes longer than `waitMs`.
   * @throws OperatorError where the database is out of reach or refuses
   */
  async transaction<T>(
    work: (sql: TransactionSQL) => Promise<T>,
    waitMs = this.waitMs,
  ): Promise<T> {
    this.#requireFit();
    const until = performance.now() + waitMs;
    const done = this.#sql.begin(async (sql) => {
      // Sent ahead of the first statement, without a round trip of its own.
      const limit = String(Math.ceil(waitMs));
      const limited = sql`SELECT set_config('statement_timeout', ${limit}, true)`.execute();
      const [, result] = await Promise.all([limited, work(sql)]);
      if (performance.now() > until) throw new Error("the transaction took too long");
      return result;
    });
    return this.#timed(done, waitMs);
  }

  /**
   * A transaction in two round trips: its begin goes with what `look` sends, its end with what
   * `write` sends. It is rolled back where either throws, and where it takes longer than `waitMs`.
   * @param write must send all its statements before it first waits
   * @throws OperatorError where the database is out of reach or refuses
   */
  async inTwoTrips<F, T>(
    look: (sql: SQL) => Promise<F>,
    write: (sql: SQL, found: F) => Promise<T>,
    waitMs = this.waitMs,
  ): Promise<T> {
    this.#requireFit();
    const until = performance.now() + waitMs;
    const leftMs = () => {
      const left = Math.ceil(until - performance.now());
      if (left <= 0) throw new Error("the transaction took too long");
      return left;
    };
    const limit = (sql: SQL, ms: number) =>
      sql`SELECT set_config('statement_timeout', ${String(ms)}, true)`.execute();
    const work = async () => {
      using sql = await this.#sql.reserve();
      try {
        const ms = leftMs();
        const [, , found] = await Promise.all([sql`BEGIN`.execute(), limit(sql, ms), look(sql)]);
        const still = leftMs();
        const [, result] = await Promise.all([
          limit(sql, still),
          write(sql, found),
          sql`COMMIT`.execute(),
        ]);
        return result;
      } catch (error) {
        await sql`ROLLBACK`.catch(() => undefined);
        throw error;
      }
    };
    return this.#timed(work(), waitMs);
  }

  /** A transaction that sees one state of the database, however long it takes. */
  snapshot<T>(work: (sql: TransactionSQL) => Promise<T>): Promise<T> {
    return this.#translated(
      this.#sql.begin("isolation level repeatable read", async (sql) => {
        await sql`SELECT set_config('statement_timeout', '0', true)`;
        return work(sql);
      }),
    );
  }

  /** A connection of its own, for as long as the caller works. */
  async reserved<T>(work: (sql: SQL) => Promise<T>): Promise<T> {
    const own = await this.#translated(this.#sql.reserve());
    try {
      return await work(own);
    } finally {
      own.release();
    }
  }

  /** Looks once a second whether the database can be used, until the client is closed. */
  watch(): void {
    const look = async () => {
      await this.#look();
      if (this.#timer !== null) this.#timer = setTimeout(look, LOOK_EVERY_MS).unref();
    };
    this.#timer = setTimeout(look, LOOK_EVERY_MS).unref();
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#sql.close({ timeout: 0 });
  }

  async #look(): Promise<void> {
    try {
      const looked = this.#sql<(SchemaVersion & { standby: boolean })[]>`
        SELECT version, oldest_beside, pg_is_in_recovery() AS standby FROM schema_version`;
      const [row] = await this.#timed(looked, this.waitMs);
      if (row === undefined) return;
      this.#unfit = row.standby
        ? `database ${this.name} is a standby: name the primary`
        : tooNew(this.name, row);
    } catch {
      // What it met is the fault.
    }
  }

  /** A schema that this program does not know must not be written to. */
  #requireFit(): void {
    if (this.#unfit !== null) throw new OperatorError(this.#unfit);
  }

  #open(): SQL {
    const { host, port, database, user, socketFolder, tls } = this.address;
    const url = new URL("postgres://localhost");
    if (socketFolder === null) {
      url.host = `${host}:${port}`;
      url.searchParams.set("sslmode", tls);
    }
    return new SQL({
      url,
      ...(socketFolder !== null && { path: `${socketFolder}/.s.PGSQL.${port}` }),
      database,
      username: user,
      ...(this.#password !== null && { password: this.#password }),
      max: CONNECTIONS,
      connectionTimeout: CONNECT_SECONDS,
      idleTimeout: 0,
      connection: {
        application_name: this.#applicationName,
        search_path: SCHEMA,
        // Planning a look-up anew takes ten times as long as running it.
        plan_cache_mode: "force_generic_plan",
        // The server's own limit, because a statement outlives a client that went away.
        statement_timeout: String(Math.ceil(this.waitMs)),
      },
    });
  }

  /** A fault of the database is remembered until a statement succeeds. */
  async #timed<T>(work: Promise<T>, waitMs: number): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new OperatorError(`database ${this.name} does not answer`));
      this.#giveUp();
    }, waitMs + GRACE_MS);
    try {
      const result = await Promise.race([work, late.promise]);
      this.#fault = null;
      return result;
    } catch (error) {
      const fault = operatorFault(error, this.address);
      if (fault instanceof OperatorError && (fault === error || isOutOfReach(error)))
        this.#fault = fault.message;
      throw fault;
    } finally {
      clearTimeout(timer);
    }
  }

  async #translated<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw operatorFault(error, this.address);
    }
  }

  /** Cuts the connections, so that nothing waits for them any more, and opens others. */
  #giveUp(): void {
    const old = this.#sql;
    this.#sql = this.#open();
    old.close({ timeout: 0 }).catch(() => undefined);
  }
}
