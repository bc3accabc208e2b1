/**
 * Two replicas record answers on a primary with a streaming standby. Each round the primary goes
 * away, the standby is promoted, and the address that the replicas know leads to it. What was
 * acknowledged must be there, once, and every chain must hold.
 */
import { openPostgres } from "../../src/store/postgres/index.ts";
import { generator } from "../store/crash/generator.ts";
import { entry } from "../store/entry.ts";
import { addStandby, PASSWORD, type Standby, startCluster } from "../support/postgres.ts";
import type { Server } from "../support/postgres-server.ts";
import { startProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { faultsOf, patiently } from "./acknowledged.ts";
import { type Replica, startReplica } from "./replicas.ts";

/**
 * How the primary goes: killed; killed after the standby has heard nothing for a while; or it lives
 * on with the connections that it has, and only the address leads elsewhere.
 */
const WAYS = ["killed", "lagging", "parted"] as const;
type Way = (typeof WAYS)[number];

const ALIVE_MS = [200, 600] as const;
/** Longer than a statement may take: its end must acknowledge nothing either. */
const LAG_MS = 2_500;
/** How long an earlier primary that comes back is asked. */
const STRAY_MS = 1_000;
const SKEW_MS = 300_000;
const FOLLOW_MS_MAX = 60_000;
/** So many answers of each replica show that it goes on. */
const GOES_ON = 5;

export interface FailoverReport {
  failovers: Record<Way, number>;
  acknowledged: number;
  /** From the loss of the primary until both replicas had acknowledged again. */
  outagesMs: number[];
  faults: string[];
}

interface FailoverOptions {
  failovers: number;
  seed: number;
}

/** The servers of the moment, and the ways to them. */
interface Pair {
  primary: Server;
  standby: Standby;
  /** From the standby to the primary. */
  link: TcpProxy;
}

export async function failovers({ failovers, seed }: FailoverOptions): Promise<FailoverReport> {
  const report: FailoverReport = {
    failovers: { killed: 0, lagging: 0, parted: 0 },
    acknowledged: 0,
    outagesMs: [],
    faults: [],
  };
  const random = generator(seed);
  await withReplicas(true, async ({ pair, address, replicas, url }) => {
    for (let round = 0; round < failovers; round++) {
      const [least, most] = ALIVE_MS;
      await Bun.sleep(least + random() * (most - least));
      const way = WAYS[round % WAYS.length] ?? "killed";
      report.failovers[way] += 1;
      const began = performance.now();
      await failOver(pair, address, way);
      await goOn(replicas);
      report.outagesMs.push(performance.now() - began);
      const said = replicas.flatMap((replica) => replica.said);
      for (const fault of await judged(url, said)) report.faults.push(`${way}: ${fault}`);
      if (way === "killed" && (await acknowledges(pair.primary, url)))
        report.faults.push("the earlier primary came back and acknowledged");
      report.acknowledged = said.length;
      Object.assign(pair, await renewed(pair));
    }
  });
  return report;
}

/** How many acknowledged answers are lost where nobody waits for a standby that lags. */
export async function lostWithoutSynchronous(): Promise<{ acknowledged: number; lost: number }> {
  const found = { acknowledged: 0, lost: 0 };
  await withReplicas(false, async ({ pair, address, replicas, url }) => {
    await failOver(pair, address, "lagging");
    const said = replicas.flatMap((replica) => replica.said);
    const faults = await judged(url, said);
    found.acknowledged = said.length;
    found.lost = faults.filter((fault) => fault.startsWith("lost")).length;
  });
  return found;
}

interface Setting {
  pair: Pair;
  /** Where the replicas look for the database. */
  address: TcpProxy;
  url: string;
  replicas: readonly Replica[];
}

async function withReplicas(
  synchronous: boolean,
  work: (setting: Setting) => Promise<void>,
): Promise<void> {
  const primary = await startCluster({ durable: true });
  const address = await startProxy(primary.port);
  const url = (await primary.database()).replace(`:${primary.port}/`, `:${address.port}/`);
  const pair: Pair = { primary, ...(await standbyOf(primary, synchronous)) };
  await (await patiently(() => openPostgres(url, { password: PASSWORD, create: true }))).close();
  const replicas = [await startReplica(url, "a", 0), await startReplica(url, "b", SKEW_MS)];
  try {
    await goOn(replicas);
    await work({ pair, address, url, replicas });
  } finally {
    await Promise.all(replicas.map((replica) => replica.kill()));
    for (const server of [pair.primary, pair.standby]) await server.remove();
    for (const proxy of [address, pair.link]) proxy.stop();
  }
}

async function standbyOf(primary: Server, synchronous: boolean): Promise<Omit<Pair, "primary">> {
  const link = await startProxy(primary.port);
  return { standby: await addStandby(primary, { synchronous, port: link.port }), link };
}

async function failOver({ primary, standby, link }: Pair, address: TcpProxy, way: Way) {
  if (way === "lagging") {
    link.hold(true);
    await Bun.sleep(LAG_MS);
  }
  if (way !== "parted") await primary.end("kill");
  // What is on the way to the standby is lost with the primary.
  link.cut();
  await standby.promote();
  address.lead(standby.port);
}

/** Whether a primary that comes back, to which no standby listens, takes an answer. */
async function acknowledges(earlier: Server, url: string): Promise<boolean> {
  await earlier.start();
  const own = new URL(url);
  own.port = String(earlier.port);
  const options = { password: PASSWORD, create: false, waitMs: STRAY_MS };
  const store = await patiently(() => openPostgres(own.href, options));
  try {
    await store.commit(entry({ request_id: "stray" }));
    return true;
  } catch {
    return false;
  } finally {
    await store.close();
  }
}

/** The standby is the primary now, and gets a standby of its own. */
async function renewed({ primary, standby, link }: Pair): Promise<Pair> {
  await primary.remove();
  link.stop();
  return { primary: standby, ...(await standbyOf(standby, true)) };
}

async function goOn(replicas: readonly Replica[]): Promise<void> {
  const before = replicas.map(({ said }) => said.length);
  for (const began = performance.now(); ; await Bun.sleep(5)) {
    if (replicas.every(({ said }, at) => said.length >= (before[at] ?? 0) + GOES_ON)) return;
    if (performance.now() - began > FOLLOW_MS_MAX) throw new Error("a replica does not follow");
  }
}

/** By connections of its own, so that no earlier primary is asked. */
async function judged(url: string, said: readonly string[]): Promise<string[]> {
  const store = await patiently(() => openPostgres(url, { password: PASSWORD, create: false }));
  try {
    return await faultsOf(store, said);
  } finally {
    await store.close();
  }
}
