/**
 * Kills a process while it changes a store, many times. After each kill it checks that the store is
 * valid, has everything that was acknowledged, and has nothing that was never tried.
 */
import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SqliteStore } from "../../../src/store/sqlite/index.ts";
import { openStore } from "../../../src/store/sqlite/index.ts";
import { entry, NOON_MS } from "../entry.ts";
import { generator } from "./generator.ts";

/** What a process says when a change is done. */
const DONE = [
  "committed",
  "erased",
  "changed",
  "issued",
  "revoked",
  "sealed",
  "backed-up",
] as const;
type Done = (typeof DONE)[number];

export interface CrashReport {
  rounds: number;
  /** Rounds whose process had told a change before it was killed. */
  telling: number;
  /** How many changes of each kind were told before a kill. */
  acknowledged: Record<Done, number>;
  faults: string[];
}

/**
 * A process is killed some moment after it has told so many lines. Time alone would kill it before
 * its first change on a busy machine.
 */
const LINES_MAX = 12;
const ALIVE_MS_MAX = 75;
/**
 * A store is used for so many rounds: checking a long chain after each kill would take most of the
 * time.
 */
const ROUNDS_PER_STORE = 20;
/** One round in so many kills a restore. */
const RESTORE_EVERY = 5;

interface Life {
  lines: number;
  /** Further time after those lines. */
  ms: number;
}

/** @returns the lines that were whole when the process died */
async function killedAfter(
  script: string,
  words: readonly string[],
  { lines, ms }: Life,
): Promise<string[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script), ...words], {
    stdout: "pipe",
    stderr: "pipe",
  });
  let printed = "";
  let doomed = false;
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk, { stream: true });
    if (doomed || printed.split("\n").length <= lines) continue;
    doomed = true;
    setTimeout(() => child.kill("SIGKILL"), ms);
  }
  if ((await child.exited) !== 137) throw new Error(await new Response(child.stderr).text());
  return printed.split("\n").slice(0, -1);
}

export async function crashRounds(options: {
  rounds: number;
  seed: number;
  folder: string;
}): Promise<CrashReport> {
  const random = generator(options.seed);
  const report: CrashReport = {
    rounds: 0,
    telling: 0,
    acknowledged: Object.fromEntries(DONE.map((word) => [word, 0])) as Record<Done, number>,
    faults: [],
  };
  let dataDir = "";
  let said: string[] = [];
  for (let round = 0; round < options.rounds; round++) {
    if (round % ROUNDS_PER_STORE === 0) {
      if (dataDir !== "") rmSync(dataDir, { recursive: true });
      dataDir = join(options.folder, `store-${round}`);
      mkdirSync(dataDir);
      said = [];
    }
    const life = { lines: 1 + Math.floor(random() * LINES_MAX), ms: random() * ALIVE_MS_MAX };
    const faults =
      round % RESTORE_EVERY === RESTORE_EVERY - 1
        ? await restoreRound(join(options.folder, "restored"), life.ms)
        : await workRound(dataDir, `${options.seed * 100_000 + round}`, life, said, report);
    report.rounds += 1;
    report.faults.push(...faults.map((fault) => `round ${round}: ${fault}`));
  }
  return report;
}

async function workRound(
  dataDir: string,
  seed: string,
  life: Life,
  said: string[],
  report: CrashReport,
): Promise<string[]> {
  const lines = await killedAfter("work.ts", [dataDir, seed], life);
  for (const word of DONE) report.acknowledged[word] += of(lines, word).length;
  if (DONE.some((word) => of(lines, word).length > 0)) report.telling += 1;
  said.push(...lines);
  const store = openStore(dataDir);
  try {
    return [...faultsOf(store, said), ...lostFiles(dataDir, said), ...damagedBackups(dataDir)];
  } finally {
    store.close();
  }
}

function of(said: readonly string[], word: string): string[] {
  return said
    .filter((line) => line.startsWith(`${word} `))
    .map((line) => line.slice(word.length + 1));
}

function faultsOf(store: SqliteStore, said: readonly string[]): string[] {
  const faults: string[] = [];
  const tried = new Set(of(said, "erasing"));
  const first = store.audit.verify();
  if ("why" in first && /not finished/.test(first.why)) {
    // Killed between the ledger and a sealed month: the same erasure again has to finish it.
    for (const request_id of tried) {
      for (const _ of store.upkeep.erase({ client_id: "sandbox-oura", request_id }, "crash"));
    }
  }
  const verdict = store.audit.verify();
  if ("why" in verdict) faults.push(`${verdict.part} ${verdict.broken}: ${verdict.why}`);
  const damage = store.damage();
  if (damage !== null) faults.push(damage);

  const rows = [...store.audit.walk({})];
  const erased = new Map(rows.map(({ request_id, response }) => [request_id, response === null]));
  if (erased.size !== rows.length) faults.push("a request has two rows");
  for (const id of of(said, "committed")) if (!erased.has(id)) faults.push(`row of ${id} is lost`);
  for (const id of of(said, "erased"))
    if (erased.get(id) !== true) faults.push(`${id} was not erased`);
  for (const [id, gone] of erased)
    if (gone && !tried.has(id)) faults.push(`${id} was erased unasked`);

  // A change that was cut off before it could be told may have been made, in several rounds in a
  // row.
  const acknowledged = said.findLastIndex((line) => line.startsWith("changed "));
  const states = [
    of(said, "changed").at(-1) ?? "not_provisioned",
    ...of(said.slice(acknowledged + 1), "changing"),
  ];
  // Without a record `active` is two events of one transaction.
  const state = store.consent.state("sandbox-oura");
  if (!states.includes(state)) faults.push(`consent is ${state}, not ${states.join(" or ")}`);
  const keys = new Map(store.keys.list().map(({ key_id, revoked_at }) => [key_id, revoked_at]));
  for (const id of of(said, "issued")) if (!keys.has(id)) faults.push(`key ${id} is lost`);
  for (const id of of(said, "revoked"))
    if (keys.get(id) === null) faults.push(`key ${id} is not revoked`);
  return faults;
}

function lostFiles(dataDir: string, said: readonly string[]): string[] {
  const folder = join(dataDir, "state/sealed");
  return [
    ...of(said, "sealed").filter((month) => !existsSync(join(folder, `${month}.sqlite`))),
    ...of(said, "backed-up").filter((name) => !existsSync(join(dataDir, name))),
  ].map((name) => `${name} is lost`);
}

/** A backup has its name only when it is whole. */
function damagedBackups(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => /^backup-[\d-]+$/.test(name))
    .filter((name) => {
      const db = new Database(join(dataDir, name), { readonly: true });
      const found = db.query("PRAGMA quick_check").get();
      db.close();
      return JSON.stringify(found) !== '{"quick_check":"ok"}';
    })
    .map((name) => `${name} is not whole`);
}

const FEW_ROWS = 3;
const MANY_ROWS = 40;

async function restoreRound(dataDir: string, ms: number): Promise<string[]> {
  rmSync(dataDir, { recursive: true, force: true });
  const made = openStore(dataDir);
  for (let n = 0; n < MANY_ROWS; n++) {
    made.commit(entry({ request_id: `request-${n}` }), NOON_MS);
    if (n === FEW_ROWS - 1) made.upkeep.backUp(join(dataDir, "few"));
  }
  made.upkeep.backUp(join(dataDir, "many"));
  made.close();
  await killedAfter("restore-work.ts", [dataDir], { lines: 1, ms });
  const store = openStore(dataDir);
  const verdict = store.audit.verify();
  store.close();
  if ("why" in verdict)
    return [`after a restore: ${verdict.part} ${verdict.broken}: ${verdict.why}`];
  return [FEW_ROWS, MANY_ROWS].includes(verdict.rows)
    ? []
    : [`after a restore: ${verdict.rows} rows`];
}
