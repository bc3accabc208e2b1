/**
 * Opens the SQLite file with private permissions, safe pragmas and the schema. Every fault is one
 * line that says what to do.
 * @module
 */
import { Database, SQLiteError } from "bun:sqlite";
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { OperatorError } from "../../contract/error.ts";
import { refuseLinks } from "../../files/private.ts";
import { migrate } from "./migrations.ts";

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/**
 * Page size of a new file. With SQLite's usual 4 KiB, two personal parts would leave a third of a
 * page empty.
 */
export const PAGE_BYTES = 16_384;

function damaged(path: string): string {
  return `state store ${path} is damaged: stop phasewise, move the file aside and put back a backup`;
}

/** What an operator can do about a failing file, by SQLite's result code. */
const ADVICE: readonly { codes: readonly string[]; line: (path: string) => string }[] = [
  {
    codes: ["SQLITE_NOTADB"],
    line: (path) =>
      `${path} is not a phasewise state store: move it aside or choose another --data-dir`,
  },
  {
    codes: ["SQLITE_CORRUPT"],
    line: damaged,
  },
  {
    codes: ["SQLITE_BUSY", "SQLITE_LOCKED"],
    line: (path) => `state store ${path} is locked by another process: try again when it is done`,
  },
  {
    codes: ["SQLITE_FULL"],
    line: (path) => `no space left for state store ${path}: free disk space and try again`,
  },
  {
    codes: ["SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_PERM", "SQLITE_AUTH"],
    line: (path) =>
      `cannot read or write state store ${path}: check its owner, its permissions and the disk`,
  },
];

/** Turns an error of SQLite into the line for the operator; returns any other error unchanged. */
export function operatorFault(error: unknown, path: string): unknown {
  if (!(error instanceof SQLiteError)) return error;
  const { code } = error;
  const advice = ADVICE.find(({ codes }) => codes.some((known) => code?.startsWith(known)));
  return advice === undefined ? error : new OperatorError(advice.line(path), { cause: error });
}

/** Whether the file is damaged, rather than locked, out of space or owned by somebody else. */
export function isDamage(error: unknown): boolean {
  return error instanceof SQLiteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code ?? "");
}

/** Runs one read-then-write step under the write lock, so that two processes cannot interleave. */
export function writeStep<T>(db: Database, step: () => T): T {
  try {
    return db.transaction(step).immediate();
  } catch (error) {
    throw operatorFault(error, db.filename);
  }
}

/**
 * A write-ahead log without its database belongs to a lost one. A new database would swallow it.
 */
function refuseOrphanedLog(path: string): void {
  if (!existsSync(path) && existsSync(`${path}-wal`)) {
    throw new OperatorError(
      `state store ${path} is gone, but its write-ahead log is there: put the database back, or restore a backup`,
    );
  }
}

function makePrivate(path: string): void {
  refuseLinks(dirname(path), path, `${path}-wal`, `${path}-shm`);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: DIRECTORY_MODE });
    chmodSync(dirname(path), DIRECTORY_MODE);
    // SQLite gives its -wal and -shm files the mode of the main file. An existing file is not
    // opened here: closing it would release the locks that another thread of this process holds on
    // it.
    if (!existsSync(path)) closeSync(openSync(path, "a", FILE_MODE));
    chmodSync(path, FILE_MODE);
  } catch (error) {
    throw new OperatorError(
      `cannot write to ${dirname(path)} (${(error as NodeJS.ErrnoException).code}): check its owner and permissions, or choose another --data-dir`,
      { cause: error },
    );
  }
}

/**
 * What is wrong with the pages of the file; null where they are whole. It reads the whole file, so
 * opening the store does not call it.
 */
export function damageOf(db: Database): string | null {
  try {
    using pragma = db.prepare<{ quick_check: string }, []>("PRAGMA quick_check(1)");
    const found = pragma.get()?.quick_check;
    return found === "ok" ? null : damaged(db.filename);
  } catch (error) {
    const fault = operatorFault(error, db.filename);
    if (fault instanceof OperatorError) return fault.message;
    throw error;
  }
}

/**
 * @param busyTimeoutMs how long a statement waits for another process's lock
 * @throws OperatorError when the file cannot be used
 */
export function openDatabase(path: string, busyTimeoutMs: number): Database {
  refuseOrphanedLog(path);
  makePrivate(path);
  let db: Database | undefined;
  try {
    // strict makes a misspelt parameter name an error instead of a silent NULL.
    db = new Database(path, { readwrite: true, create: true, strict: true });
    // First, because the next pragmas may already meet another process's lock.
    db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    // The host may have no folder for temporary files.
    db.run("PRAGMA temp_store = MEMORY");
    db.run(`PRAGMA page_size = ${PAGE_BYTES}`);
    db.run("PRAGMA journal_mode = WAL");
    // One fsync per commit, so that an acknowledged row survives a power cut.
    db.run("PRAGMA synchronous = FULL");
    db.run("PRAGMA foreign_keys = ON");
    db.run("PRAGMA trusted_schema = OFF");
    // Overwrites deleted content, so that an erased answer does not stay in free pages.
    db.run("PRAGMA secure_delete = ON");
    migrate(db);
    return db;
  } catch (error) {
    db?.close();
    throw operatorFault(error, path);
  }
}
