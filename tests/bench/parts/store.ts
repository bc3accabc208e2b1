/** What an audit row costs, and how long the store's commands take beside many rows. */
import { statSync } from "node:fs";
import { ulid } from "ulid";
import { temporaryFolder } from "../../../scripts/support/temporary-folder.ts";
import type { ChainHead } from "../../../src/store/append-row.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { openStore, storePath } from "../../../src/store/sqlite/index.ts";
import { insertRow } from "../../../src/store/sqlite/insert-row.ts";
import { EXECUTABLE } from "../../support/executable.ts";
import { percentile } from "../../support/percentile.ts";
import { run } from "../../support/program.ts";
import { definePart, type Row } from "../page/part.ts";
import { entrySource } from "../store/entries.ts";

const MS_PER_SECOND = 1_000;
const MINUTE_MS = 60_000;
const ROWS_PER_TRANSACTION = 5_000;
const TIMES = 5;
const QUICK_ROWS = 2_000;
const COMMAND_MS_MAX = 300;
const ROW_BYTES_MAX = 2_048;

/** Appends rows by the store's own code, in large transactions and without waiting for the disk. */
function fill(dataDir: string, rows: number): void {
  const db = openDatabase(storePath(dataDir), MS_PER_SECOND);
  db.run("PRAGMA synchronous = OFF");
  const insert = insertRow(db);
  const next = entrySource(Date.now() - rows * MINUTE_MS);
  let head: ChainHead = { row_count: 0, id: "", hash: "0".repeat(64) };
  let atMs = 0;
  for (let done = 0; done < rows; ) {
    db.transaction(() => {
      for (const end = Math.min(done + ROWS_PER_TRANSACTION, rows); done < end; done++) {
        const { at_ms, ...entry } = next(done);
        head = insert({ ...entry, id: ulid(at_ms) }, head);
        atMs = at_ms;
      }
      const sql = "UPDATE audit_head SET row_count = ?, id = ?, hash = ?, newest_ms = ?";
      db.run(sql, [head.row_count, head.id, head.hash, atMs]);
    })();
  }
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

/** Milliseconds of a command, the start of its process included. */
async function timed(command: readonly string[]): Promise<number> {
  const samples: number[] = [];
  while (samples.length < TIMES) {
    const started = performance.now();
    const { code, stderr } = await run(command);
    if (code !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
    samples.push(performance.now() - started);
  }
  return percentile(samples, 0.5);
}

/** @param dataDir an empty folder; the rows stay in it */
export async function measureStore(command: readonly string[], dataDir: string, rows: number) {
  let started = performance.now();
  const seconds = () => (performance.now() - started) / MS_PER_SECOND;
  fill(dataDir, rows);
  const appended = rows / seconds();
  const bytes = statSync(storePath(dataDir)).size / rows;

  started = performance.now();
  const store = openStore(dataDir);
  const open = seconds() * MS_PER_SECOND;
  for (const environment of ["sandbox", "production"] as const) {
    store.keys.issue({ tenant: "oura", environment }, "command line");
    store.consent.change(`${environment}-oura`, "active", "bench");
  }
  started = performance.now();
  const verdict = store.audit.verify();
  if ("broken" in verdict) throw new Error(verdict.why);
  const verified = rows / seconds();
  const [some] = store.audit.list({ limit: 1 });
  store.close();
  if (some === undefined) throw new Error("no row was appended");

  const day = new Date(Date.now() - 1_000 * MINUTE_MS).toISOString();
  const of = (...words: string[]) => timed([...command, ...words, "--data-dir", dataDir]);
  return {
    rows,
    bytes,
    appended,
    verified,
    open,
    none: await timed([...command, "openapi"]),
    keys: await of("keys", "list"),
    consent: await of("consent", "show", "sandbox-oura"),
    newest: await of("audit", "list", "--limit", "1"),
    ofClient: await of("audit", "list", "--client", "production-oura", "--limit", "1"),
    since: await of("audit", "list", "--since", day, "--limit", "20"),
    checkpoint: await of("audit", "checkpoint"),
    erase: await of("audit", "erase", "--client", some.client_id, "--request-id", some.request_id),
    eraseNone: await of("audit", "erase", "--before", "2020-01-01"),
  };
}

const command = (name: string): Row => ({
  name,
  unit: "ms",
  digits: 0,
  bar: { most: COMMAND_MS_MAX },
});

export const store = definePart({
  title: "Audit store",
  note: "Rows of generated answers, appended by the store's own code. Each command is a process of its own, p50 of five. The bar of the commands is meant for 1,000,000 rows (`--rows 1000000`, about ten minutes more).",
  rows: {
    rows: { name: "rows", unit: "", digits: 0 },
    bytes: {
      name: "a row in the file, indices included",
      unit: "bytes",
      digits: 0,
      bar: { most: ROW_BYTES_MAX },
    },
    appended: { name: "rows appended, without waiting for the disk", unit: "a second", digits: 0 },
    verified: { name: "rows verified", unit: "a second", digits: 0 },
    open: { name: "the store opens in", unit: "ms", digits: 1 },
    none: { name: "a command that opens no store", unit: "ms", digits: 0 },
    keys: command("`keys list`"),
    consent: command("`consent show`"),
    newest: command("`audit list --limit 1`"),
    ofClient: command("`audit list --client … --limit 1`"),
    since: command("`audit list --since … --limit 20`"),
    checkpoint: command("`audit checkpoint`"),
    erase: command("`audit erase` of one request"),
    eraseNone: command("`audit erase --before`, nothing to erase"),
  },
  async measure({ quick, rows }) {
    const folder = temporaryFolder("bench-store");
    try {
      return await measureStore([EXECUTABLE], folder.path, quick ? QUICK_ROWS : rows);
    } finally {
      folder.remove();
    }
  },
});
