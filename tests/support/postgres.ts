/**
 * A throw-away PostgreSQL server from Debian's packages: a cluster in a temporary folder, with a
 * socket there and a port on the loopback interface.
 */
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  dataOf,
  PASSWORD,
  runAsServer,
  type Server,
  type Settings,
  startServer,
} from "./postgres-server.ts";

export { PASSWORD };

const PACKAGES = "/usr/lib/postgresql";
const OLDEST = 15;

/** The newest installed server's programs; null where there is none. */
export const POSTGRES_BIN: string | null = findBin();
if (POSTGRES_BIN === null)
  process.stderr.write("tests: PostgreSQL 15 or newer is not installed (apt); skipped\n");

function findBin(): string | null {
  if (!existsSync(PACKAGES)) return null;
  const versions = readdirSync(PACKAGES)
    .map(Number)
    .filter((version) => version >= OLDEST);
  const newest = Math.max(...versions);
  return versions.length === 0 ? null : join(PACKAGES, String(newest), "bin");
}

export interface Cluster extends Server {
  /** The URL of a new, empty database. */
  database(): Promise<string>;
}

export interface ClusterOptions {
  settings?: Settings;
  /** Keeps what is committed through a crash of the server. */
  durable?: boolean;
}

let databases = 0;

/** A folder that the account of the server may write to. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "phasewise-pg-"));
  if (process.getuid?.() === 0) {
    const id = (flag: string) =>
      Number(Bun.spawnSync(["id", flag, "postgres"]).stdout.toString().trim());
    chownSync(folder, id("-u"), id("-g"));
  }
  return folder;
}

function installed(): string {
  if (POSTGRES_BIN === null) throw new Error("PostgreSQL is not installed");
  return POSTGRES_BIN;
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const bin = installed();
  const folder = newFolder();
  const place = ["-D", dataOf(folder), "-U", "postgres", "-E", "UTF8", "--locale=C"];
  const access = ["-N", "--auth=scram-sha-256", "--pwfile=/dev/stdin"];
  await runAsServer([join(bin, "initdb"), ...place, ...access], { stdin: PASSWORD });
  const fsync = options.durable === true ? "on" : "off";
  const server = await startServer(bin, folder, { fsync, ...options.settings });
  return {
    ...server,
    async database() {
      databases += 1;
      const name = `test_${process.pid}_${databases}`;
      await server.admin("postgres", `CREATE DATABASE ${name}`);
      return `postgres://postgres@127.0.0.1:${server.port}/${name}`;
    },
  };
}

export interface Standby extends Server {
  /** Makes it the primary. */
  promote(): Promise<void>;
}

export interface StandbyOptions {
  /** The primary acknowledges a commit once the standby has it on its disk. */
  synchronous: boolean;
  /** A port that leads to the primary. */
  port: number;
}

const STREAMS_MS_MAX = 30_000;

/** A standby that takes what the primary commits as it comes. */
export async function addStandby(
  primary: Server,
  { synchronous, port }: StandbyOptions,
): Promise<Standby> {
  const bin = installed();
  const folder = newFolder();
  const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
  const copy = [join(bin, "pg_basebackup"), ...from, "-D", dataOf(folder), "-R", "-c", "fast"];
  await runAsServer([...copy, "--no-sync"], { env: { PGPASSWORD: PASSWORD } });
  const server = await startServer(bin, folder, { fsync: "on" });
  const names = synchronous ? "*" : "";
  await primary.admin("postgres", `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await primary.admin("postgres", "SELECT pg_reload_conf()");
  const awaited = synchronous ? "sync" : "async";
  for (const began = performance.now(); ; await Bun.sleep(20)) {
    const [found] = await primary.admin("postgres", "SELECT sync_state FROM pg_stat_replication");
    if (found?.sync_state === awaited) break;
    if (performance.now() - began > STREAMS_MS_MAX) throw new Error("the standby does not stream");
  }
  return {
    ...server,
    async promote() {
      await server.admin("postgres", "SELECT pg_promote()");
    },
  };
}
