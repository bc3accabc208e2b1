/**
 * What a fleet can do, simulated from measured service times; writes its part of docs/scale.md.
 *
 *     bun run bench:fleet            half a minute; needs PostgreSQL and Redis of the machine
 *     bun run bench:fleet --print    prints it and writes nothing
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RATE_LIMIT_REQUESTS_MAX, RATE_LIMIT_WINDOW_SECONDS } from "../../src/contract/limits.ts";
import { POSTGRES_BIN } from "../support/postgres.ts";
import { HAS_REDIS } from "../support/redis.ts";
import { answerSeconds, type Measured, measure } from "./fleet/measure.ts";
import { type FleetFigures, type ServiceTimes, simulate } from "./fleet/simulate.ts";
import { machineLine } from "./page/machine.ts";

const PAGE = join(import.meta.dir, "../../docs/scale.md");
const BEGIN = "<!-- fleet: written by `bun run bench:fleet` -->";
const END = "<!-- fleet: end -->";
const CORES = 2;
const DEADLINE_S = 10;
/** What is asked, as a share of what the cores can do. */
const LOAD = 0.7;
/** Several databases are several fleets, each with some of the partners. */
const FLEETS = [
  { replicas: 1, partners: 10, databases: 1 },
  { replicas: 2, partners: 100, databases: 1 },
  { replicas: 4, partners: 100, databases: 1 },
  { replicas: 10, partners: 1_000, databases: 1 },
  { replicas: 100, partners: 10_000, databases: 1 },
  { replicas: 100, partners: 10_000, databases: 3 },
  { replicas: 1_000, partners: 10_000, databases: 1 },
  { replicas: 1_000, partners: 10_000, databases: 25 },
];

if (POSTGRES_BIN === null || !HAS_REDIS) {
  process.stderr.write("bench:fleet needs PostgreSQL and redis-server on this machine\n");
  process.exit(1);
}
const machine = machineLine();
const measured = await measure();
const text = pageOf(measured, answerSeconds());
if (process.argv.includes("--print")) process.stdout.write(text);
else {
  const page = readFileSync(PAGE, "utf8");
  const [before = "", rest = ""] = page.split(BEGIN);
  const after = rest.split(END)[1] ?? "";
  if (rest === "") throw new Error(`${PAGE} has no line ${BEGIN}`);
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${text}\n${END}${after}`);
}

function pageOf(found: Measured, answerS: number): string {
  const commitS = found.commitMs / 1_000;
  const times: ServiceTimes = {
    counterS: 1 / found.counterPerS,
    answerS,
    commitS,
    commitsAtOnce: Math.max(1, Math.round(found.commitsPerS * commitS)),
  };
  const perReplica = CORES / answerS;
  const rows = FLEETS.map(({ replicas, partners, databases }) => {
    const askedPerS = LOAD * perReplica * replicas;
    // Enough answers for the last of a hundred, and no more time than that takes.
    const seconds = Math.max(20, Math.min(600, 20_000 / askedPerS));
    const fleet = { replicas, partners, askedPerS, seconds, coresPerReplica: CORES };
    const figures = simulate(
      { ...fleet, deadlineS: DEADLINE_S, seed: 1 },
      { ...times, commitsAtOnce: times.commitsAtOnce * databases },
    );
    return rowOf({ ...fleet, databases }, figures);
  });
  return `${machine}

Measured: the counter replies in ${found.counterReplyMs.toFixed(2)} ms and counts
${whole(found.counterPerS)} requests a second; a commit alone takes ${found.commitMs.toFixed(1)} ms, and
${whole(found.commitsPerS)} a second are made by 32 connections, with program and server on the same two
cores. An answer takes ${whole(answerS * 1_000)} ms of a core ([benchmarks.md](benchmarks.md)).

Simulated: partners ask new questions at random, large ones more often, at ${LOAD * 100} % of what the
cores can do. A replica has two.

| replicas | partners | databases | asked a second | refused | p50 | p99 | cores | counter | database | busiest client |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.join("\n")}

One key asks ${RATE_LIMIT_REQUESTS_MAX} times in ${RATE_LIMIT_WINDOW_SECONDS} s at most, so 10,000 partners with
one key each ask ${whole((10_000 * RATE_LIMIT_REQUESTS_MAX) / RATE_LIMIT_WINDOW_SECONDS)} times a second at most:
${whole((10_000 * RATE_LIMIT_REQUESTS_MAX) / RATE_LIMIT_WINDOW_SECONDS / perReplica / LOAD)} replicas. The last two rows need several keys a partner; their busiest client alone asks more
than one chain can take.
`;
}

function rowOf(
  {
    replicas,
    partners,
    databases,
    askedPerS,
  }: Record<"replicas" | "partners" | "databases" | "askedPerS", number>,
  { refused, answered, p50S, p99S, busy }: FleetFigures,
): string {
  const share = (value: number) => `${(value * 100).toFixed(0)} %`;
  const cells = [
    whole(replicas),
    whole(partners),
    whole(databases),
    whole(askedPerS),
    share(refused / (refused + answered)),
    `${whole(p50S * 1_000)} ms`,
    `${whole(p99S * 1_000)} ms`,
    ...[busy.cores, busy.counter, busy.database, busy.busiestClient].map(share),
  ];
  return `| ${cells.join(" | ")} |`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}
