/**
 * Two replicas record answers on one PostgreSQL server, their clocks five minutes apart. Each round
 * one of the three is killed with SIGKILL, or the connections are cut. After each, what was
 * acknowledged must be there, once, with the same bytes for everybody, and every chain must hold.
 */
import { existsSync, readFileSync } from "node:fs";
import { writeFileDurably } from "../../src/files/durable.ts";
import { openPostgres } from "../../src/store/postgres/index.ts";
import { generator } from "../store/crash/generator.ts";
import { type Cluster, PASSWORD, startCluster } from "../support/postgres.ts";
import { faultsOf, patiently, sharedAmong } from "./acknowledged.ts";
import { startReplica } from "./replicas.ts";

const KILLS = ["a", "b", "server", "connections"] as const;
const ALIVE_MS_MAX = 120;
const SKEW_MS = 300_000;
/** A database is used for so many rounds: checking long chains would take most of the time. */
const ROUNDS_PER_DATABASE = 25;
const SEEDS = 1_000_003;

export interface RoundsReport {
  seed: number;
  /** How many databases were used so far. */
  databases: number;
  rounds: Record<(typeof KILLS)[number], number>;
  acknowledged: number;
  /** Acknowledged answers of which the other replica had stored the row. */
  shared: number;
  faults: string[];
}

interface RoundsOptions {
  /** The rounds of the report at the end, with those that the file already has. */
  rounds: number;
  seed: number;
  /** Where the report so far is kept; a later run goes on from there. */
  file: string | undefined;
  /** Called after each database. */
  told(report: RoundsReport): void;
}

export function roundsOf({ rounds }: RoundsReport): number {
  return KILLS.reduce((sum, kill) => sum + rounds[kill], 0);
}

function begun({ seed, file }: RoundsOptions): RoundsReport {
  if (file !== undefined && existsSync(file))
    return JSON.parse(readFileSync(file, "utf8")) as RoundsReport;
  const rounds = { a: 0, b: 0, server: 0, connections: 0 };
  return { seed, databases: 0, rounds, acknowledged: 0, shared: 0, faults: [] };
}

export async function killRounds(options: RoundsOptions): Promise<RoundsReport> {
  const report = begun(options);
  if (roundsOf(report) >= options.rounds) return report;
  const cluster = await startCluster({ durable: true });
  try {
    while (roundsOf(report) < options.rounds) {
      const rounds = Math.min(ROUNDS_PER_DATABASE, options.rounds - roundsOf(report));
      await roundsOn(cluster, rounds, report);
      if (options.file !== undefined) writeFileDurably(options.file, JSON.stringify(report));
      options.told(report);
    }
  } finally {
    await cluster.remove();
  }
  return report;
}

/** What is struck, and when, depends on the seed and on how many databases there were before. */
async function roundsOn(cluster: Cluster, rounds: number, report: RoundsReport): Promise<void> {
  const random = generator(report.seed * SEEDS + report.databases);
  const url = await patiently(() => cluster.database());
  const store = await patiently(() => openPostgres(url, { password: PASSWORD, create: true }));
  const start = { a: () => startReplica(url, "a", 0), b: () => startReplica(url, "b", SKEW_MS) };
  const replicas = { a: await start.a(), b: await start.b() };
  const said: string[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      await Bun.sleep(random() * ALIVE_MS_MAX);
      const kill = KILLS[Math.floor(random() * KILLS.length)] ?? "server";
      report.rounds[kill] += 1;
      if (kill === "server") {
        await cluster.end("kill");
        await cluster.start();
      } else if (kill === "connections") await cut(cluster, url);
      else {
        await replicas[kill].kill();
        said.push(...replicas[kill].said);
        replicas[kill] = await start[kill]();
      }
      const all = [...said, ...replicas.a.said, ...replicas.b.said];
      for (const fault of await faultsOf(store, all)) report.faults.push(`${kill}: ${fault}`);
    }
  } finally {
    await Promise.all([replicas.a.kill(), replicas.b.kill()]);
    const all = [...said, ...replicas.a.said, ...replicas.b.said];
    report.databases += 1;
    report.acknowledged += all.length;
    report.shared += sharedAmong(all);
    for (const fault of await faultsOf(store, all)) report.faults.push(`at the end: ${fault}`);
    await store.close();
  }
}

async function cut(cluster: Cluster, url: string): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  const others = `datname = '${database}' AND pid <> pg_backend_pid()`;
  const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`;
  await patiently(() => cluster.admin("postgres", sql));
}
