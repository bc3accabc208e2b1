/** Where a PostgreSQL database is, and what an operator can do about its faults. */
import { OperatorError } from "../../contract/error.ts";

/** The tables stand in a schema of this name. */
export const SCHEMA = "phasewise";
const PORT = 5432;
const DRIVER_SERVER_ERROR = "ERR_POSTGRES_SERVER_ERROR";

export interface Address {
  host: string;
  port: number;
  database: string;
  user: string;
  /** A folder with the server's socket, in place of host and port. */
  socketFolder: string | null;
  tls: TlsMode;
}

const TLS_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"] as const;
type TlsMode = (typeof TLS_MODES)[number];

/**
 * Reads `postgres://USER@HOST:PORT/DATABASE?sslmode=…&host=/socket/folder`.
 * @throws OperatorError which does not repeat the text
 */
export function parseAddress(url: string): Address {
  const bad = (what: string) =>
    new OperatorError(`--state ${what}: give postgres://USER@HOST:PORT/DATABASE`);
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw bad("is no URL");
  }
  const { searchParams, hostname, username } = parsed;
  const database = decodeURIComponent(parsed.pathname.slice(1));
  if (username === "") throw bad("names no user");
  if (database === "" || database.includes("/")) throw bad("names no database");
  for (const name of searchParams.keys())
    if (name !== "sslmode" && name !== "host") throw bad(`has the unknown parameter ${name}`);
  const tls = searchParams.get("sslmode") ?? "prefer";
  const known = TLS_MODES.find((mode) => mode === tls);
  if (known === undefined) throw bad(`has an sslmode that is none of ${TLS_MODES.join(", ")}`);
  return {
    host: hostname,
    port: parsed.port === "" ? PORT : Number(parsed.port),
    database,
    user: decodeURIComponent(username),
    socketFolder: searchParams.get("host"),
    tls: known,
  };
}

/** How messages name the database; it holds no secret. */
export function nameOf({ host, port, database, socketFolder }: Address): string {
  return `${database} on ${socketFolder ?? `${host}:${port}`}`;
}

/** The members of an error that the driver sets. */
interface DriverError {
  code: string;
  /** The server's SQLSTATE. */
  errno?: string;
  message: string;
}

function driverError(error: unknown): DriverError | null {
  const { code, errno, message } = (error ?? {}) as Partial<DriverError>;
  const isDriver = typeof code === "string" && /^(ERR_POSTGRES|[A-Z_]*CERT|UNABLE_TO)/.test(code);
  return isDriver ? { code, ...(errno !== undefined && { errno }), message: message ?? "" } : null;
}

/** SQLSTATEs after which the server, not the statement, is at fault. */
const SERVER_STATES = /^(08|28|53|57P0|3D000|3F000|42P01|42501|25006|58)/;

/** Whether the error says that the database is out of reach or not usable as it is. */
export function isOutOfReach(error: unknown): boolean {
  const found = driverError(error);
  if (found === null) return false;
  if (found.code !== DRIVER_SERVER_ERROR) return true;
  return SERVER_STATES.test(found.errno ?? "");
}

const ADVICE: readonly {
  state: RegExp;
  line: (address: Address, name: string) => string;
}[] = [
  {
    state: /^(28P01|28000)$/,
    line: ({ user }, name) =>
      `database ${name} refused the user ${user}: check --state, PHASEWISE_STATE_PASSWORD and the server's pg_hba.conf`,
  },
  {
    state: /^3D000$/,
    line: ({ database, user }, name) =>
      `database ${name} does not exist: check --state, or run CREATE DATABASE ${database} OWNER ${user}`,
  },
  {
    state: /^(42501|3F000)$/,
    line: ({ database, user }, name) =>
      `the user ${user} lacks rights in database ${name}: run GRANT CREATE ON DATABASE ${database} TO ${user}, or CREATE SCHEMA ${SCHEMA} AUTHORIZATION ${user}`,
  },
  {
    state: /^25006$/,
    line: (_, name) =>
      `database ${name} is read only, as a standby is: name the primary in --state`,
  },
  {
    state: /^53300$/,
    line: (_, name) =>
      `database ${name} has no connection left: raise max_connections, or run fewer replicas`,
  },
  {
    state: /^57P0/,
    line: (_, name) => `database ${name} is starting or stopping: try again when it is up`,
  },
];

const TLS_REQUIRED = /no pg_hba.conf entry .*no encryption/;

/** Turns an error of the driver into the line for the operator; returns any other unchanged. */
export function operatorFault(error: unknown, address: Address): unknown {
  const found = driverError(error);
  if (found === null) return error;
  return new OperatorError(lineFor(found, address), { cause: error });
}

function lineFor({ code, errno = "", message }: DriverError, address: Address): string {
  const name = nameOf(address);
  if (code === "ERR_POSTGRES_TLS_NOT_AVAILABLE") {
    return `database ${name} does not speak TLS: turn ssl on there, or set sslmode=disable in --state where the way to it is safe`;
  }
  if (TLS_REQUIRED.test(message))
    return `database ${name} refuses connections without TLS: set sslmode=verify-full in --state`;
  const known = ADVICE.find(({ state }) => state.test(errno));
  if (known !== undefined) return known.line(address, name);
  if (code === DRIVER_SERVER_ERROR) return `database ${name} refused: ${message} (${errno})`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `the certificate of database ${name} names another host: give that name in --state`;
  if (code === "CERT_HAS_EXPIRED")
    return `the certificate of database ${name} has expired (${code}): renew it on the server`;
  if (/CERT|UNABLE_TO|TLS/.test(code)) {
    return `the certificate of database ${name} cannot be trusted (${code}): put its CA into NODE_EXTRA_CA_CERTS, or see sslmode in --state`;
  }
  return `cannot reach database ${name}: start it, or check host and port in --state`;
}
