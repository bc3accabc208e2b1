/**
 * Backup and restore of the state store. A backup is one file, whole or absent, and is checked
 * before it gets its name.
 * @module
 */
import { Database } from "bun:sqlite";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { OperatorError } from "../../contract/error.ts";
import { fsyncPath } from "../../files/durable.ts";
import { contentOf, type StoredEvent } from "../ledger.ts";
import type { ErasureScope } from "../records.ts";
import {
  damageOf,
  isDamage,
  openDatabase,
  operatorFault,
  PAGE_BYTES,
  writeStep,
} from "./database.ts";
import { createEraser } from "./erase.ts";
import { createLedger } from "./ledger.ts";
import { createSealedMonths } from "./sealed-months.ts";
import { verifyStore } from "./verify.ts";

const BUSY_TIMEOUT_MS = 5_000;
const FILE_MODE = 0o600;

/**
 * @returns how many rows the backup holds and has checked
 * @throws OperatorError where the store or the copy is faulty; then no file remains
 */
export function backUp(db: Database, stateDir: string, target: string): number {
  const path = resolve(target);
  const temporary = `${path}.${process.pid}.tmp`;
  if (existsSync(path)) throw new OperatorError(`${target} exists already; give another name`);
  try {
    closeSync(openSync(temporary, "wx", FILE_MODE));
    db.run(`PRAGMA page_size = ${PAGE_BYTES}`);
    db.run("VACUUM INTO ?", [temporary]);
    const copy = new Database(temporary, { readonly: true, strict: true });
    let rows: number;
    try {
      rows = requireWhole(copy, stateDir, "the state store");
    } finally {
      copy.close();
    }
    fsyncPath(temporary);
    // Unlike a rename, a link does not replace a file that appeared meanwhile.
    linkSync(temporary, path);
    rmSync(temporary);
    fsyncPath(dirname(path));
    return rows;
  } catch (error) {
    const { code, path: failed } = error as NodeJS.ErrnoException;
    throw failed === undefined
      ? operatorFault(error, target)
      : new OperatorError(`cannot write ${target} (${code}): check the folder and the disk`, {
          cause: error,
        });
  } finally {
    rmSync(temporary, { force: true });
  }
}

function requireWhole(db: Database, stateDir: string, what: string): number {
  const damage = damageOf(db);
  if (damage !== null) throw new OperatorError(`${what} is damaged: ${damage}`);
  const verdict = verifyStore(db, createSealedMonths(createLedger(db), stateDir));
  if (!("broken" in verdict)) return verdict.rows;
  throw new OperatorError(
    `${what} does not hold: ${verdict.part} ${verdict.broken}: ${verdict.why}`,
  );
}

/**
 * Replaces the store with a backup. First it erases from the backup whatever was erased since. The
 * caller holds the locks of serving and maintenance.
 */
export function restore(storeFile: string, backup: string): { rows: number; erased_again: number } {
  const stateDir = dirname(storeFile);
  const temporary = `${storeFile}.${process.pid}.tmp`;
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  try {
    try {
      copyFileSync(backup, temporary);
      chmodSync(temporary, FILE_MODE);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new OperatorError(`cannot copy ${backup} (${code}): check the file and the disk`, {
        cause: error,
      });
    }
    const current = holdCurrent(storeFile);
    try {
      const copy = openCopy(temporary, backup);
      let rows: number;
      let erased_again: number;
      try {
        requireWhole(copy, stateDir, backup);
        erased_again = eraseAgain(copy, stateDir, current?.erasures ?? []);
        rows = requireWhole(copy, stateDir, backup);
        // From here on the store is one file: a write-ahead log left behind could be taken for
        // another database's.
        copy.run("PRAGMA journal_mode = DELETE");
      } finally {
        copy.close();
      }
      fsyncPath(temporary);
      if (current === null) keepDamaged(storeFile);
      renameSync(temporary, storeFile);
      fsyncPath(stateDir);
      return { rows, erased_again };
    } finally {
      current?.db.close();
    }
  } finally {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(temporary + end, { force: true });
  }
}

/** Opens the copy and upgrades an older schema. A fault names the backup, not the copy. */
function openCopy(temporary: string, backup: string): Database {
  try {
    return openDatabase(temporary, BUSY_TIMEOUT_MS);
  } catch (error) {
    throw new OperatorError((error as Error).message.replaceAll(temporary, backup), {
      cause: error,
    });
  }
}

/**
 * Opens the store in place, folds in its log and locks it against other processes. Null where there
 * is none, or where it is damaged.
 */
function holdCurrent(path: string): { db: Database; erasures: StoredEvent[] } | null {
  if (!existsSync(path)) return null;
  const db = new Database(path, { readwrite: true, strict: true });
  try {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    db.run("PRAGMA journal_mode = DELETE");
    db.run("BEGIN EXCLUSIVE");
    const kept = db.query<{ n: number }, []>(
      "SELECT count(*) AS n FROM sqlite_schema WHERE name = 'ledger'",
    );
    return { db, erasures: kept.get()?.n === 1 ? createLedger(db).all("erasure") : [] };
  } catch (error) {
    db.close();
    if (isDamage(error)) return null;
    throw operatorFault(error, path);
  }
}

/**
 * Keeps a damaged store and its log beside the restored one, because some rows may still be
 * readable.
 */
function keepDamaged(path: string): void {
  const aside = `${path}.damaged`;
  for (const end of ["", "-wal"]) rmSync(aside + end, { force: true });
  if (existsSync(path)) linkSync(path, aside);
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`);
  rmSync(`${path}-shm`, { force: true });
}

function eraseAgain(db: Database, stateDir: string, erasures: readonly StoredEvent[]): number {
  const ledger = createLedger(db);
  const recorded = new Set(
    ledger.all("erasure").map(({ content, at_ms }) => `${at_ms} ${content}`),
  );
  const write = <T>(step: () => T) => writeStep(db, step);
  const erase = createEraser({
    db,
    ledger,
    months: createSealedMonths(ledger, stateDir),
    write,
    now: Date.now,
  });
  let rows = 0;
  for (const event of erasures) {
    if (recorded.has(`${event.at_ms} ${event.content}`)) continue;
    const { scope, reason } = contentOf<{ scope: ErasureScope; reason: string | null }>(event);
    for (const erased of erase({ ...scope, reason: reason ?? undefined }, "restore"))
      rows += erased;
  }
  return rows;
}
