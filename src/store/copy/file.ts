/** The file as a side of a copy. */

import type { Database } from "bun:sqlite";
import { closeSync, existsSync, linkSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { OperatorError } from "../../contract/error.ts";
import { fsyncPath } from "../../files/durable.ts";
import { hex, type StoredFacts } from "../audit-chain.ts";
import { INSERT_KEY, LISTED_KEYS, type ListedRow } from "../key-record.ts";
import { createAuditRows, EVERYTHING } from "../sqlite/audit-rows.ts";
import { openDatabase } from "../sqlite/database.ts";
import { stateDir, storePath } from "../sqlite/index.ts";
import { storeRow } from "../sqlite/insert-row.ts";
import { createLedger, walkLedger } from "../sqlite/ledger.ts";
import { createSealedMonths, sealedThrough } from "../sqlite/sealed-months.ts";
import { verifyStore } from "../sqlite/verify.ts";
import type { CopiedEntry, CopySource, CopyTarget } from "./types.ts";

const BUSY_TIMEOUT_MS = 5_000;
const FILE_MODE = 0o600;
const ONE_CHAIN = "";

/** Reads the file, whose server is stopped. */
export async function fromFile<T>(
  dataDir: string,
  use: (source: CopySource) => Promise<T>,
): Promise<T> {
  if (!existsSync(storePath(dataDir)))
    throw new OperatorError(`there is no state store in ${dataDir}: check --data-dir`);
  const db = openDatabase(storePath(dataDir), BUSY_TIMEOUT_MS);
  try {
    return await use(sourceOf(db, stateDir(dataDir)));
  } finally {
    db.close();
  }
}

function sourceOf(db: Database, folder: string): CopySource {
  const months = createSealedMonths(createLedger(db), folder);
  return {
    name: "file",
    chainOf: () => ONE_CHAIN,
    verify: () => verifyStore(db, months),
    keys: () => db.query<ListedRow, []>(LISTED_KEYS).all(),
    signingKey: () =>
      db.query<{ private_pem: string }, []>("SELECT private_pem FROM signing_key").get()
        ?.private_pem ?? null,
    entries: () =>
      db
        .query<CopiedEntry, []>(
          `SELECT client_id, request_id_json, audit_sequence AS sequence, stored_at_ms
            FROM idempotency_entry`,
        )
        .all(),
    *rows() {
      const sealed = months.all();
      for (const { month } of sealed) {
        const file = months.open(month, "read");
        try {
          yield* createAuditRows(file).walk({}, EVERYTHING);
        } finally {
          file.close();
        }
      }
      yield* createAuditRows(db).walk({}, { ...EVERYTHING, first: sealedThrough(sealed) + 1 });
    },
    events: () => walkLedger(db),
    newestMs: () =>
      db.query<{ newest_ms: number }, []>("SELECT newest_ms FROM audit_head").get()?.newest_ms ?? 0,
  };
}

/**
 * Writes a new file beside its place, and puts it there when `use` has ended.
 * @throws OperatorError where there is a store already
 */
export async function toFile<T>(
  dataDir: string,
  use: (target: CopyTarget) => Promise<T>,
): Promise<T> {
  const path = storePath(dataDir);
  if (existsSync(path) || existsSync(`${path}-wal`))
    throw new OperatorError(`there is a state store in ${dataDir} already: give a new --data-dir`);
  const temporary = `${path}.${process.pid}.tmp`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(temporary, "wx", FILE_MODE));
  try {
    const db = openDatabase(temporary, BUSY_TIMEOUT_MS);
    let result: T;
    try {
      db.run("BEGIN IMMEDIATE");
      result = await use(targetOf(db, stateDir(dataDir)));
      db.run("COMMIT");
      // From here on the store is one file.
      db.run("PRAGMA journal_mode = DELETE");
    } finally {
      db.close();
    }
    fsyncPath(temporary);
    // Unlike a rename, a link does not replace a file that appeared meanwhile.
    linkSync(temporary, path);
    fsyncPath(dirname(path));
    return result;
  } finally {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(temporary + end, { force: true });
  }
}

function targetOf(db: Database, folder: string): CopyTarget {
  const ledger = createLedger(db);
  const addRow = storeRow(db);
  let last: StoredFacts | null = null;
  return {
    name: "file",
    chainOf: () => ONE_CHAIN,
    key({ replaces, last_used_at_ms, ...row }) {
      db.query(INSERT_KEY).run({ ...row });
      if (replaces !== null)
        db.run("INSERT INTO key_rotation VALUES (?, ?)", [row.key_id, replaces]);
      if (last_used_at_ms !== null)
        db.run("INSERT INTO key_use VALUES (?, ?)", [row.key_id, last_used_at_ms]);
    },
    signingKey: (pem) => void db.run("INSERT INTO signing_key VALUES (1, ?)", [pem]),
    row(facts, part) {
      addRow(facts, part);
      last = facts;
    },
    event: (event) => ledger.append(event),
    entry({ client_id, request_id_json, sequence, stored_at_ms }) {
      db.run(
        `INSERT INTO idempotency_entry (client_id, request_id_json, audit_sequence, stored_at_ms)
          VALUES (?, ?, ?, ?)`,
        [client_id, request_id_json, sequence, stored_at_ms],
      );
    },
    end(newestMs) {
      db.run("UPDATE audit_head SET newest_ms = ?", [newestMs]);
      if (last === null) return;
      const { sequence, id, hash } = last;
      db.run("UPDATE audit_head SET row_count = ?, id = ?, hash = ?", [sequence, id, hex(hash)]);
    },
    verify: () => verifyStore(db, createSealedMonths(ledger, folder)),
  };
}
