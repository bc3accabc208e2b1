/**
 * Moves the audit rows of a month into a file of their own, with a signed manifest beside it.
 *
 * The file is built and checked first, then gets its name in one step. One transaction then records
 * in the ledger that the month is sealed, and from then on its rows are read from the file. Their
 * copies in the store are deleted in small steps, so that a running server can write in between.
 * The next sealing or erasure deletes what a crash leaves.
 * @module
 */
import { Database } from "bun:sqlite";
import type { KeyObject } from "node:crypto";
import { closeSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { encodeTime } from "ulid";
import { canonicalJson } from "../../contract/canonical-json.ts";
import { OperatorError } from "../../contract/error.ts";
import { IDEMPOTENCY_TTL_MS } from "../../contract/limits.ts";
import { fsyncPath, writeFileDurably } from "../../files/durable.ts";
import { signBytes } from "../../files/signing.ts";
import { type ChainEnd, walkChain } from "../chain-walk.ts";
import { erasedRows, type IsErased } from "../erased-rows.ts";
import type { SealedMonth } from "../records.ts";
import { createAuditRows, EVERYTHING, type SequenceSpan } from "./audit-rows.ts";
import { PERSONAL_FIXED, ROW_TABLES, rowsFixed } from "./audit-tables.ts";
import { PAGE_BYTES } from "./database.ts";
import type { EraserParts } from "./erase.ts";
import { endOf, manifestPath, monthPath, sealedThrough } from "./sealed-months.ts";
import { signingKey } from "./signing-key.ts";

const STEP_ROWS = 200;
/** The characters of a ULID that hold its time. */
const TIME_CHARACTERS = 10;

export interface SealParts extends EraserParts {
  stateDir: string;
}

/** @param until the end of the month as an instant */
export function sealMonth(parts: SealParts, month: string, until: string): SealedMonth {
  const { db, ledger, months, stateDir, write, now } = parts;
  const sealed = months.all();
  if (sealed.some((known) => known.month === month))
    throw new OperatorError(`${month} is sealed already`);
  if (now() < Date.parse(until) + IDEMPOTENCY_TTL_MS) {
    throw new OperatorError(
      `${month} is not over yet: it can be sealed five minutes after its end`,
    );
  }
  const start = endOf(sealed);
  const last = lastStoredBefore(db, until);
  if (last <= start.sequence) throw new OperatorError(`${month} has no unsealed audit rows`);
  const path = monthPath(stateDir, month);
  const temporary = `${path}.${process.pid}.tmp`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    copyRows(db, temporary, { first: start.sequence + 1, last });
    const manifest = describe(temporary, month, start, erasedRows(ledger));
    fsyncPath(temporary);
    const key = write(() => signingKey(db, ledger, now()));
    writeFileDurably(manifestPath(stateDir, month), signedText(manifest, key));
    renameSync(temporary, path);
    fsyncPath(dirname(path));
    write(() =>
      ledger.append({ at_ms: now(), kind: "seal", subject: month, content: { ...manifest } }),
    );
    return manifest;
  } finally {
    rmSync(temporary, { force: true });
    rmSync(`${temporary}-journal`, { force: true });
  }
}

/** Deletes the store's copies of sealed rows, some in each step. */
export function* sweepSealed({
  db,
  months,
  write,
}: EraserParts): Generator<number, void, undefined> {
  const last = sealedThrough(months.all());
  const chosen =
    "sequence IN (SELECT sequence FROM audit_row WHERE sequence <= ? ORDER BY sequence LIMIT ?)";
  for (;;) {
    const swept = write(() => {
      db.run(`DELETE FROM idempotency_entry WHERE audit_${chosen}`, [last, STEP_ROWS]);
      db.run(`DELETE FROM audit_personal WHERE ${chosen}`, [last, STEP_ROWS]);
      return db.run(`DELETE FROM audit_row WHERE ${chosen}`, [last, STEP_ROWS]).changes;
    });
    if (swept === 0) return;
    yield swept;
  }
}

function signedText(manifest: SealedMonth, key: KeyObject): string {
  const signature = signBytes(Buffer.from(canonicalJson(manifest)), key);
  return `${JSON.stringify({ manifest, signature }, null, 2)}\n`;
}

/**
 * The last row whose id was made before the instant. Ids grow along the chain; `served_at` may not.
 */
function lastStoredBefore(db: Database, until: string): number {
  const bound = encodeTime(Date.parse(until), TIME_CHARACTERS);
  // The plus sign makes SQLite use the index on ids instead of walking the table from its end.
  const sql = "SELECT max(+sequence) AS last FROM audit_row WHERE id < ?";
  return db.query<{ last: number | null }, [string]>(sql).get(bound)?.last ?? 0;
}

function copyRows(db: Database, path: string, { first, last }: SequenceSpan): void {
  rmSync(path, { force: true });
  closeSync(openSync(path, "wx", 0o600));
  const file = new Database(path, { readwrite: true, strict: true });
  file.run(`PRAGMA page_size = ${PAGE_BYTES}`);
  file.run(`${ROW_TABLES} ${rowsFixed("true")} ${PERSONAL_FIXED}`);
  file.close();
  db.run("ATTACH ? AS sealed", [path]);
  try {
    db.transaction(() => {
      for (const table of ["audit_row", "audit_personal"]) {
        const source = `SELECT * FROM main.${table} WHERE sequence BETWEEN ? AND ? ORDER BY sequence`;
        db.run(`INSERT INTO sealed.${table} ${source}`, [first, last]);
      }
    })();
  } finally {
    db.run("DETACH sealed");
  }
}

/** Checks every row of the file and describes it. */
function describe(path: string, month: string, start: ChainEnd, erased: IsErased): SealedMonth {
  const file = new Database(path, { readonly: true, strict: true });
  try {
    const bounds = { from: Infinity, to: -Infinity };
    const end = walkChain(
      createAuditRows(file).walk({}, EVERYTHING),
      start,
      erased,
      ({ served_at_ms }) => {
        bounds.from = Math.min(bounds.from, served_at_ms);
        bounds.to = Math.max(bounds.to, served_at_ms);
      },
    );
    return {
      month,
      first: start.sequence + 1,
      last: end.sequence,
      previous_hash: start.hash,
      head: end.hash,
      last_id: end.id,
      served_from_ms: bounds.from,
      served_to_ms: bounds.to,
    };
  } finally {
    file.close();
  }
}
