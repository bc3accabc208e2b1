/**
 * `bun run bench:audit`: what an audit row costs, and how long the commands take at many rows.
 *
 *     bun run bench:audit                      20,000 rows
 *     bun run bench:audit --rows 1000000       about ten minutes, 2 GB in the temporary folder
 *     bun run bench:audit --keep DIR           the data directory stays, to look at
 *
 * Rows are appended by the store's own code, in large transactions and without waiting for the disk.
 */
import { statSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { ulid } from "ulid";
import { type Head, insertRow } from "../../src/store/append.ts";
import { openDatabase } from "../../src/store/database.ts";
import { openStore, storePath } from "../../src/store/index.ts";
import { temporaryFolder } from "../support/folder.ts";
import { percentile } from "../support/percentile.ts";
import { EXECUTABLE, HAS_EXECUTABLE, run, SOURCE } from "../support/program.ts";
import { entrySource } from "./store/entries.ts";

const MS_PER_SECOND = 1_000;
const MINUTE_MS = 60_000;
const ROWS_PER_TRANSACTION = 5_000;
const TIMES = 5;
const VERIFIED_ROWS_MAX = 50_000;

const { values } = parseArgs({
  options: { rows: { type: "string", default: "20000" }, keep: { type: "string" } },
});
const rows = Number(values.rows);
if (!Number.isSafeInteger(rows) || rows < 1) {
  process.stderr.write("bench:audit: --rows takes a whole number from 1\n");
  process.exit(2);
}

function line(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(44)}${text}\n`);
}

/** @returns bytes a row takes in the file, its share of the indices included */
function fill(dataDir: string): number {
  const db = openDatabase(storePath(dataDir), MS_PER_SECOND);
  db.run("PRAGMA synchronous = OFF");
  const insert = insertRow(db);
  const next = entrySource(Date.now() - rows * MINUTE_MS);
  let head: Head = { row_count: 0, id: "", hash: "0".repeat(64) };
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
  return statSync(storePath(dataDir)).size / rows;
}

async function timed(command: readonly string[]): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const started = performance.now();
    const { code, stderr } = await run(command);
    if (code !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
    samples.push(performance.now() - started);
  }
  return samples;
}

const temporary = values.keep === undefined ? temporaryFolder("bench-store") : null;
const dataDir = values.keep ?? temporary?.path ?? "";
try {
  const program = HAS_EXECUTABLE ? [EXECUTABLE] : [...SOURCE];
  line("machine", `${cpus().length} × ${cpus()[0]?.model ?? "?"}, load ${loadavg()[0]?.toFixed(1)}`);
  line("program", HAS_EXECUTABLE ? "the executable" : "from source");
  let started = performance.now();
  const bytes = fill(dataDir);
  const seconds = (performance.now() - started) / MS_PER_SECOND;
  line(`bytes a row (n=${rows})`, bytes.toFixed(0));
  line("rows appended a second, without the disk", (rows / seconds).toFixed(0));

  started = performance.now();
  const store = openStore(dataDir);
  line("the store opens in", `${(performance.now() - started).toFixed(1)} ms`);
  for (const tenant of ["sandbox", "production"] as const) {
    store.keys.issue({ tenant: "oura", environment: tenant });
    store.consent.change(`${tenant}-oura`, "active", "bench");
  }
  if (rows <= VERIFIED_ROWS_MAX || values.keep === undefined) {
    started = performance.now();
    const verdict = store.audit.verify();
    if ("broken" in verdict) throw new Error(verdict.why);
    line("rows verified a second", (rows / ((performance.now() - started) / MS_PER_SECOND)).toFixed(0));
  }
  const [some] = store.audit.list({ limit: 1 });
  store.close();

  const empty = percentile(await timed([...program, "openapi"]), 0.5);
  line("a command that opens no store, p50", `${empty.toFixed(0)} ms`);
  const day = new Date(Date.now() - 1_000 * MINUTE_MS).toISOString();
  for (const words of [
    ["keys", "list"],
    ["consent", "show", "sandbox-oura"],
    ["audit", "list", "--limit", "1"],
    ["audit", "list", "--client", "production-oura", "--limit", "1"],
    ["audit", "list", "--since", day, "--limit", "20"],
    ["audit", "checkpoint"],
    ["audit", "erase", "--client", some?.client_id ?? "", "--request-id", some?.request_id ?? ""],
    ["audit", "erase", "--before", "2020-01-01"],
  ]) {
    const samples = await timed([...program, ...words, "--data-dir", dataDir]);
    const name = words.map((word) => (word.length > 18 ? "…" : word)).join(" ");
    const [p50, max] = [percentile(samples, 0.5), percentile(samples, 1)];
    line(`${name}, p50 and max`, `${p50.toFixed(0)} ms  ${max.toFixed(0)} ms`);
  }
} finally {
  temporary?.remove();
}
