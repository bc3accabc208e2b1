/**
 * What PostgreSQL costs beside the file, on one machine and in one run. Both are asked in turn, so
 * both see the same load.
 *
 *     bun tests/bench/state.ts          needs dist/phasewise (bun run build) and PostgreSQL
 *
 * Fresh answers: the store's part alone (key, consent, no earlier answer, commit). Replays: the
 * executable over its socket, one caller and eight.
 */
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { RATE_LIMIT_REQUESTS_MAX } from "../../src/contract/limits.ts";
import type { StateStore } from "../../src/store/port.ts";
import { openPostgres } from "../../src/store/postgres/index.ts";
import { withCommitTurns } from "../../src/store/sqlite/commit-turns.ts";
import { openStore } from "../../src/store/sqlite/index.ts";
import { entry } from "../store/entry.ts";
import { EXECUTABLE } from "../support/executable.ts";
import { requestBody } from "../support/payloads.ts";
import { percentile } from "../support/percentile.ts";
import { PASSWORD, startCluster } from "../support/postgres.ts";
import { processorMs } from "../support/processor.ts";
import { type RunningService, serve } from "../support/program.ts";

const CLIENT = "sandbox-oura";
const FRESH = 600;
const REPLAYS = 3_000;
const TURN = 50;
const BATCH = 500;
const CALLERS = 8;
const MS_PER_SECOND = 1_000;
const PERCENT = 100;

interface Side {
  name: string;
  store: StateStore;
  key: string;
  caller: { client_id: string; key_id: string };
  freshMs: number[];
}

async function sideOf(name: string, store: StateStore): Promise<Side> {
  await store.consent.change(CLIENT, "active", "bench");
  const { key, key_id } = await store.keys.issue(
    { tenant: "oura", environment: "sandbox" },
    "command line",
  );
  return { name, store, key, caller: { client_id: CLIENT, key_id }, freshMs: [] };
}

async function fresh({ store, key, caller, freshMs }: Side, request_id: string): Promise<void> {
  const started = performance.now();
  // As the gateway asks for a recommendation.
  await store.identify(key, true);
  await store.replay(CLIENT, request_id, caller);
  await store.commit(entry({ request_id }), caller);
  freshMs.push(performance.now() - started);
}

interface Program {
  name: string;
  service: RunningService;
  keys: string[];
  used: number;
  aloneMs: number[];
  togetherMs: number;
  /** Processor time of the service and of its database while callers ask together. */
  workedMs(): number;
  togetherWorkMs: number;
}

async function programOf(
  side: Side,
  dataDir: string,
  args: string[],
  databaseMs: () => number,
): Promise<Program> {
  const uses = 2 * REPLAYS + 1;
  const keys: string[] = [];
  while (keys.length * RATE_LIMIT_REQUESTS_MAX < uses)
    keys.push(
      (await side.store.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line")).key,
    );
  const service = await serve([EXECUTABLE], dataDir, { args });
  const workedMs = () => processorMs(service.pid) + databaseMs();
  const figures = { used: 0, aloneMs: [], togetherMs: 0, togetherWorkMs: 0 };
  return { name: side.name, service, keys, workedMs, ...figures };
}

async function replay(program: Program, body: string): Promise<number> {
  const key = program.keys[Math.floor(program.used++ / RATE_LIMIT_REQUESTS_MAX)] ?? "";
  const started = performance.now();
  const { status, headers } = await program.service.post(JSON.parse(body), key);
  if (status !== 200 || (program.used > 1 && headers.get("x-service-cache") !== "hit"))
    throw new Error(`${program.name}: no replay, status ${status}`);
  return performance.now() - started;
}

const folder = temporaryFolder("state");
const cluster = await startCluster({ durable: true });
try {
  const [first, second] = [join(folder.path, "a"), join(folder.path, "b")];
  const url = await cluster.database();
  const file = await sideOf("file", withCommitTurns(openStore(first)));
  const database = await sideOf(
    "PostgreSQL",
    await openPostgres(url, { password: PASSWORD, create: true }),
  );
  const sides = [file, database];
  for (let i = 0; i < FRESH; i++) for (const side of sides) await fresh(side, `request-${i}`);

  const password = join(folder.path, "password");
  await Bun.write(password, PASSWORD);
  const args = ["--state", url, "--state-password-file", password];
  const programs = [
    await programOf(file, first, [], () => 0),
    await programOf(database, second, args, cluster.workedMs),
  ];
  const body = JSON.stringify(requestBody());
  for (const program of programs) await replay(program, body);
  for (let done = 0; done < REPLAYS; done += TURN)
    for (const program of programs)
      for (let i = 0; i < TURN; i++) program.aloneMs.push(await replay(program, body));
  for (let done = 0; done < REPLAYS; done += BATCH) {
    for (const program of programs) {
      const started = performance.now();
      const worked = program.workedMs();
      let left = BATCH;
      const ask = async () => {
        while (left-- > 0) await replay(program, body);
      };
      await Promise.all(Array.from({ length: CALLERS }, ask));
      program.togetherMs += performance.now() - started;
      program.togetherWorkMs += program.workedMs() - worked;
    }
  }
  for (const { service } of programs) await service.stop();
  for (const { store } of sides) await store.close();

  const warm = (samples: number[]) => percentile(samples.slice(samples.length / 3), 0.5);
  const [ofFile, ofDatabase] = sides.map(({ freshMs }) => warm(freshMs));
  const rates = programs.map(({ togetherMs }) => (REPLAYS / togetherMs) * MS_PER_SECOND);
  const [a = 0, b = 0] = rates;
  const work = programs.map(({ togetherWorkMs }) => (togetherWorkMs / REPLAYS).toFixed(3));
  const alone = programs.map(({ aloneMs }) => warm(aloneMs).toFixed(2));
  process.stdout.write(
    `fresh answer, the store's part, p50: file ${ofFile?.toFixed(2)} ms, PostgreSQL ${ofDatabase?.toFixed(2)} ms\n` +
      `replay, one caller, p50: file ${alone[0]} ms, PostgreSQL ${alone[1]} ms\n` +
      `replays, ${CALLERS} callers: file ${a.toFixed(0)} a second, PostgreSQL ${b.toFixed(0)} a second, ` +
      `${((PERCENT * b) / a).toFixed(0)} %\n` +
      `processor time of a replay: file ${work[0]} ms, PostgreSQL with its server ${work[1]} ms\n`,
  );
} finally {
  await cluster.remove();
  folder.remove();
}
