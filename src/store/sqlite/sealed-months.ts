/**
 * Sealed months: audit rows that moved from the state store to a file of their own. The ledger
 * records which months are sealed, and with which rows. The file has the tables of the store.
 * @module
 */
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../contract/error.ts";
import { CHAIN_START, type ChainEnd } from "../chain-walk.ts";
import { contentOf, type Ledger } from "../ledger.ts";
import type { SealedMonth } from "../records.ts";

export interface SealedMonths {
  /** Oldest first. */
  all(): SealedMonth[];
  /** @throws OperatorError where the file is missing */
  open(month: string, mode: "read" | "erase"): Database;
}

const BUSY_TIMEOUT_MS = 5_000;

export function monthPath(stateDir: string, month: string): string {
  return join(stateDir, "sealed", `${month}.sqlite`);
}

export function manifestPath(stateDir: string, month: string): string {
  return join(stateDir, "sealed", `${month}.manifest.json`);
}

export function createSealedMonths(ledger: Ledger, stateDir: string): SealedMonths {
  return {
    all: () => ledger.all("seal").map((event) => contentOf<SealedMonth>(event)),

    open(month, mode) {
      const path = monthPath(stateDir, month);
      if (!existsSync(path)) {
        throw new OperatorError(`sealed month ${month} is not at ${path}: put the file back there`);
      }
      if (mode === "read" && existsSync(`${path}-journal`)) finishRollback(path);
      const db = new Database(
        path,
        mode === "read" ? { readonly: true, strict: true } : { strict: true },
      );
      db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      if (mode === "erase") db.run("PRAGMA secure_delete = ON");
      return db;
    },
  };
}

/**
 * Undoes an erasure that a `kill -9` cut short. SQLite does so when the file is next read, and a
 * connection that may only read cannot.
 */
function finishRollback(path: string): void {
  const db = new Database(path, { strict: true });
  try {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    db.query("SELECT count(*) FROM sqlite_schema").get();
  } finally {
    db.close();
  }
}

/** The last sealed row. Rows up to it are no longer read from the state store. */
export function sealedThrough(months: readonly SealedMonth[]): number {
  return months.at(-1)?.last ?? 0;
}

/** The end of the sealed section of the chain. */
export function endOf(months: readonly SealedMonth[]): ChainEnd {
  const newest = months.at(-1);
  return newest === undefined
    ? CHAIN_START
    : { sequence: newest.last, hash: newest.head, id: newest.last_id };
}
