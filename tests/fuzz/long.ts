/**
 * The long fuzz: mutated requests, payloads, files and command lines until there were enough.
 *
 *     bun tests/fuzz/long.ts --requests 1000000 --seed 7
 *     bun tests/fuzz/long.ts --minutes 30 --state /tmp/fuzz.json    goes on where the state file ends
 *     bun tests/fuzz/long.ts --seed 7 --from 1234 --requests 100    batch 1234 of seed 7 again
 *
 * A finding is an answer that is not documented (a 500, say), a mark of a score, an address or a
 * key in an answer or a log line, a throw, or a log line that says `gateway failed`. Each is
 * printed with its seed and batch; exit 1 where there was one. Bodies and edges go over a socket to
 * the real service with an engine of the test's own, one batch in forty to the built executable
 * with the shipped models; payloads, files and command lines are struck in this process.
 */
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { writeFileDurably } from "../../src/files/durable.ts";
import { HAS_EXECUTABLE } from "../support/executable.ts";
import { bodies } from "./long/bodies.ts";
import { leakIn } from "./long/canaries.ts";
import { edges } from "./long/edges.ts";
import { files } from "./long/files.ts";
import { mapping } from "./long/mapping.ts";
import type { Surface } from "./long/surface.ts";
import { fastTarget, realTarget } from "./long/targets.ts";
import { commandLine } from "./long/words.ts";

const MS_PER_MINUTE = 60_000;
const CASES_PER_BATCH = 100;
const AT_ONCE = 8;
const SEEDS = 2 ** 31;
/** Batches of each surface in one round. */
const SHARES = { bodies: 22, edges: 8, mapping: 4, files: 3, words: 2, executable: 1 };
const FINDING_CHARACTERS_MAX = 2_000;
const FAILED = /^.*"msg":"(?:gateway failed|recommendation failed)".*$/m;

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Date.now() % SEEDS) },
    from: { type: "string", default: "0" },
    minutes: { type: "string" },
    state: { type: "string" },
  },
});

interface State {
  seed: number;
  /** The next batch. */
  batch: number;
  cases: Record<string, number>;
  findings: number;
}

function readState(): State {
  const fresh = { seed: Number(values.seed), batch: Number(values.from), cases: {}, findings: 0 };
  if (values.state === undefined || !existsSync(values.state)) return fresh;
  return JSON.parse(readFileSync(values.state, "utf8")) as State;
}

const state = readState();
const target =
  Object.values(state.cases).reduce((sum, each) => sum + each, 0) + Number(values.requests);
const ends =
  values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes) * MS_PER_MINUTE;
if (![state.seed, state.batch, target].every(Number.isSafeInteger) || Number.isNaN(ends)) {
  process.stderr.write(
    "fuzz: --requests, --seed and --from take whole numbers, --minutes a number\n",
  );
  process.exit(2);
}

const external = await fastTarget("external");
const surfaces: Record<keyof typeof SHARES, Surface<never>> = {
  bodies: bodies("bodies", external) as Surface<never>,
  edges: edges(await fastTarget("embedded")) as Surface<never>,
  mapping: mapping as Surface<never>,
  files: files as Surface<never>,
  words: commandLine as Surface<never>,
  executable: (HAS_EXECUTABLE
    ? bodies("executable", await realTarget())
    : bodies("bodies", external)) as Surface<never>,
};
const round = Object.entries(SHARES).flatMap(([name, share]) =>
  Array.from({ length: share }, () => surfaces[name as keyof typeof SHARES]),
);

const started = performance.now();
let told = started;
const count = () => Object.values(state.cases).reduce((sum, each) => sum + each, 0);

function tell(word: string): void {
  const minutes = (performance.now() - started) / MS_PER_MINUTE;
  const sockets = Object.values(surfaces).filter(({ socket }) => socket);
  const over = [...new Set(sockets.map(({ name }) => name))].reduce(
    (sum, name) => sum + (state.cases[name] ?? 0),
    0,
  );
  const each = Object.entries(state.cases).map(([name, cases]) => `${name} ${cases}`);
  process.stdout.write(
    `${new Date().toISOString().slice(11, 19)} ${word}: seed ${state.seed}, ${count()} cases in ${minutes.toFixed(1)} min, ${((100 * over) / count()).toFixed(0)} % over a socket (${each.join(", ")}), ${state.findings} findings\n`,
  );
}

function find(surface: string, what: string): void {
  state.findings += 1;
  const line = what.slice(0, FINDING_CHARACTERS_MAX).replaceAll("\n", " ");
  process.stdout.write(`finding: seed ${state.seed} batch ${state.batch} ${surface}: ${line}\n`);
}

/** A batch depends on nothing but the seed and its number, so that it can be run again. */
async function strike(surface: Surface<never>): Promise<void> {
  const seed = (state.seed * 1_000_003 + state.batch) % SEEDS;
  const waiting = fc.sample(surface.cases, { seed, numRuns: CASES_PER_BATCH }) as never[];
  const striker = async () => {
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      try {
        const found = await surface.strike(each);
        if (found !== null) find(surface.name, `${found} in ${JSON.stringify(each)}`);
      } catch (error) {
        find(surface.name, `${(error as Error).stack ?? error} in ${JSON.stringify(each)}`);
      }
    }
  };
  // What is struck in this process has nothing to wait for.
  await Promise.all(Array.from({ length: surface.socket ? AT_ONCE : 1 }, striker));
  const log = surface.written();
  const leak = leakIn(log);
  if (leak !== null) find(surface.name, `the log leaks ${leak}`);
  const failed = FAILED.exec(log)?.[0];
  if (failed !== undefined) find(surface.name, `the log says ${failed}`);
  state.cases[surface.name] = (state.cases[surface.name] ?? 0) + CASES_PER_BATCH;
}

while (count() < target && performance.now() - started < ends) {
  const surface = round[state.batch % round.length];
  if (surface === undefined) break;
  await strike(surface);
  state.batch += 1;
  if (values.state !== undefined) writeFileDurably(values.state, JSON.stringify(state));
  if (performance.now() - told > MS_PER_MINUTE) {
    tell("so far");
    told = performance.now();
  }
}
tell("done");
for (const surface of new Set(Object.values(surfaces))) await surface.stop();
process.exit(state.findings === 0 ? 0 : 1);
