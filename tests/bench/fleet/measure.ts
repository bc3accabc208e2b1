/** The service times of the parts that replicas share, measured on this machine. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { SharedRateLimiter } from "../../../src/gateway/shared-rate-limit.ts";
import { PASSWORD, startCluster } from "../../support/postgres.ts";
import { startRedis } from "../../support/redis.ts";

const MS_PER_SECOND = 1_000;
const ALONE = 2_000;
const TOGETHER_S = 3;
const COMMITS = 300;
const CONNECTIONS = 32;
/** About what an audit row takes. */
const ROW_BYTES = 2_048;

export interface Measured {
  /** From a request's admission to its reply. */
  counterReplyMs: number;
  counterPerS: number;
  commitMs: number;
  commitsPerS: number;
}

export async function measure(): Promise<Measured> {
  return { ...(await measureCounter()), ...(await measureCommits()) };
}

async function measureCounter(): Promise<Pick<Measured, "counterReplyMs" | "counterPerS">> {
  const redis = await startRedis();
  const limiter = new SharedRateLimiter({
    url: redis.url,
    fallback: "refuse",
    onFailure(failure) {
      throw new Error(failure);
    },
    onChange() {},
  });
  await limiter.start();
  const replies: number[] = [];
  for (let i = 0; i < ALONE; i++) {
    const asked = performance.now();
    await limiter.admit(`key-${i % 200}`);
    replies.push(performance.now() - asked);
  }
  let count = 0;
  const end = performance.now() + TOGETHER_S * MS_PER_SECOND;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, caller) => {
      for (; performance.now() < end; count++) await limiter.admit(`key-${caller}-${count % 500}`);
    }),
  );
  limiter.end();
  await redis.stop();
  return { counterReplyMs: middle(replies), counterPerS: count / TOGETHER_S };
}

/** A transaction as an answer's: a client's row locked, two rows written, all of it durable. */
async function measureCommits(): Promise<Pick<Measured, "commitMs" | "commitsPerS">> {
  const cluster = await startCluster({ durable: true });
  const url = await cluster.database();
  const sql = new SQL({ url, password: PASSWORD, max: CONNECTIONS });
  await sql`CREATE TABLE chain (client int PRIMARY KEY, hash text)`;
  await sql`CREATE TABLE facts (id bigserial PRIMARY KEY, client int, hash text)`;
  await sql`CREATE TABLE personal (id bigint PRIMARY KEY, part text)`;
  await sql`INSERT INTO chain SELECT client, '' FROM generate_series(0, ${CONNECTIONS}) AS client`;
  const part = "x".repeat(ROW_BYTES);
  async function commit(client: number): Promise<void> {
    await sql.begin(async (tx) => {
      await tx`SELECT hash FROM chain WHERE client = ${client} FOR UPDATE`;
      const [row] = await tx`INSERT INTO facts (client, hash) VALUES (${client}, 'h') RETURNING id`;
      await tx`INSERT INTO personal VALUES (${row.id}, ${part})`;
      await tx`UPDATE chain SET hash = 'h' WHERE client = ${client}`;
    });
  }
  const alone: number[] = [];
  for (let i = 0; i < COMMITS; i++) {
    const begun = performance.now();
    await commit(0);
    alone.push(performance.now() - begun);
  }
  let count = 0;
  const end = performance.now() + TOGETHER_S * MS_PER_SECOND;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, client) => {
      for (; performance.now() < end; count++) await commit(client);
    }),
  );
  await sql.end();
  await cluster.end("stop");
  await cluster.remove();
  return { commitMs: middle(alone), commitsPerS: count / TOGETHER_S };
}

function middle(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Processor seconds of an answer, as the page of benchmarks has them. */
export function answerSeconds(): number {
  const page = readFileSync(join(import.meta.dir, "../../../docs/benchmarks.md"), "utf8");
  const [, ms] = /^\| processor time of an answer, 8 callers \| ([\d.]+) ms \|/m.exec(page) ?? [];
  if (ms === undefined) throw new Error("docs/benchmarks.md has no processor time of an answer");
  return Number(ms) / MS_PER_SECOND;
}
