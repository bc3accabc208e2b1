/**
 * Two replicas record answers on one PostgreSQL server. Each round one of the three is killed with
 * SIGKILL, or the connections are cut. After each, what was acknowledged must be there, once, with
 * the same bytes for everybody, and every chain must hold.
 */
import { join } from "node:path";
import { openPostgres } from "../../src/store/postgres/index.ts";
import type { StateStore } from "../../src/store/types.ts";
import { generator } from "../store/crash/generator.ts";
import { type Cluster, PASSWORD, startCluster } from "../support/postgres.ts";

const KILLS = ["a", "b", "server", "connections"] as const;
const ALIVE_MS_MAX = 120;
/** A database is used for so many rounds: checking long chains would take most of the time. */
const ROUNDS_PER_DATABASE = 25;
const RECOVER_MS_MAX = 30_000;

export interface RoundsReport {
  rounds: Record<(typeof KILLS)[number], number>;
  acknowledged: number;
  /** Acknowledged answers of which the other replica had stored the row. */
  shared: number;
  faults: string[];
}

interface Replica {
  said: string[];
  kill(): Promise<void>;
}

async function startReplica(url: string, name: string): Promise<Replica> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "replica.ts"), url, name], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const replica: Replica = {
    said: [],
    async kill() {
      child.kill("SIGKILL");
      await read;
    },
  };
  const working = Promise.withResolvers<void>();
  const read = (async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      // A line that was cut off was not acknowledged.
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line === "working") working.resolve();
        else replica.said.push(line);
      }
    }
    working.reject(new Error(`replica ${name} ended`));
  })();
  working.promise.catch(() => undefined);
  await working.promise;
  return replica;
}

export async function killRounds(options: { rounds: number; seed: number }): Promise<RoundsReport> {
  const random = generator(options.seed);
  const report: RoundsReport = {
    rounds: { a: 0, b: 0, server: 0, connections: 0 },
    acknowledged: 0,
    shared: 0,
    faults: [],
  };
  const cluster = await startCluster({ durable: true });
  try {
    for (let done = 0; done < options.rounds; done += ROUNDS_PER_DATABASE) {
      const rounds = Math.min(ROUNDS_PER_DATABASE, options.rounds - done);
      await roundsOn(cluster, rounds, random, report);
    }
  } finally {
    await cluster.remove();
  }
  return report;
}

async function roundsOn(
  cluster: Cluster,
  rounds: number,
  random: () => number,
  report: RoundsReport,
): Promise<void> {
  const url = await cluster.database();
  const store = await openPostgres(url, { password: PASSWORD, create: true });
  const replicas = { a: await startReplica(url, "a"), b: await startReplica(url, "b") };
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
        replicas[kill] = await startReplica(url, kill);
      }
      const all = [...said, ...replicas.a.said, ...replicas.b.said];
      for (const fault of await faultsOf(store, all)) report.faults.push(`${kill}: ${fault}`);
    }
  } finally {
    await Promise.all([replicas.a.kill(), replicas.b.kill()]);
    const all = [...said, ...replicas.a.said, ...replicas.b.said];
    report.acknowledged += all.length;
    report.shared += await sharedAmong(all);
    for (const fault of await faultsOf(store, all)) report.faults.push(`at the end: ${fault}`);
    await store.close();
  }
}

async function cut(cluster: Cluster, url: string): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  const others = `datname = '${database}' AND pid <> pg_backend_pid()`;
  const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`;
  await cluster.admin("postgres", sql);
}

/** How many requests both replicas were told of. */
async function sharedAmong(said: readonly string[]): Promise<number> {
  return said.length - new Set(said).size;
}

/** Lost, doubled or different answers, and the first chain that does not hold. */
async function faultsOf(store: StateStore, said: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  const rows = await patiently(() => store.audit.list({}));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const requests = new Set(rows.map((row) => `${row.client_id} ${row.request_id}`));
  if (requests.size !== rows.length) faults.push(`${rows.length - requests.size} doubled`);
  for (const line of said) {
    const [client = "", request = "", id = "", response = ""] = line.split(" ");
    const row = byId.get(id);
    if (row === undefined) faults.push(`lost: ${line}`);
    else if (
      `${client} ${request} ${response}` !== `${row.client_id} ${row.request_id} ${row.response}`
    )
      faults.push(`other bytes: ${line}`);
  }
  const verdict = await patiently(() => store.audit.verify());
  if ("broken" in verdict) faults.push(`${verdict.part} ${verdict.broken}: ${verdict.why}`);
  return faults;
}

/** The connections of the one who checks were cut too. */
async function patiently<T>(look: () => T | Promise<T>): Promise<T> {
  for (const started = performance.now(); ; ) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() - started > RECOVER_MS_MAX) throw error;
      await Bun.sleep(20);
    }
  }
}
