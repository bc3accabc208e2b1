/**
 * Steady, mixed work at about half of what the machine can do, for an hour.
 *
 *     bun tests/bench/soak.ts                  60 minutes
 *     bun tests/bench/soak.ts --minutes 720    twelve hours
 *
 * New questions, replays, refusals, bad bodies, slow bodies and wrong keys; meanwhile keys are
 * issued and revoked, consent changes, and a corpus is imported and rolled back. Each minute has a
 * line: memory, handles, the longest hold of the event loop (processor time), how long new answers
 * took. The end tells how memory grew over the second half. Exit 1 where it grew by more than a
 * twentieth, handles grew, an answer was not the right one, or a command failed.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { openStore } from "../../src/store/sqlite/index.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { MONITOR_ENV } from "../support/monitored.ts";
import { percentile } from "../support/percentile.ts";
import { run, serve } from "../support/program.ts";
import { machineLine } from "./page/machine.ts";
import { chores } from "./soak/operators.ts";
import { type Sample, sampleOf, verdictOf } from "./soak/samples.ts";
import { type Kind, kinds } from "./soak/traffic.ts";

const MS_PER_MINUTE = 60_000;
const MINUTES_MIN = 4;
/** Asked together at the start, to see what the machine can do. */
const PACE_CALLERS = 4;
const PACE_MS = 20_000;
const LOAD_SHARE = 0.5;
/** Enough for the rate limit of each key, whatever the pace. */
const KEYS = 100;
const PUT_OFF = 503;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "60" } } });
const minutes = Number(values.minutes);
if (!Number.isSafeInteger(minutes) || minutes < MINUTES_MIN || !HAS_EXECUTABLE) {
  process.stderr.write(
    `soak: --minutes takes a whole number from ${MINUTES_MIN}, and dist/phasewise must be built\n`,
  );
  process.exit(2);
}

const folder = temporaryFolder("soak");
const dataDir = join(folder.path, "data");
const unexpected: string[] = [];
const counts = new Map<string, number>();
let freshMs: number[] = [];

function count(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

const store = openStore(dataDir);
store.consent.change("sandbox-oura", "active", "soak");
const keys = Array.from(
  { length: KEYS },
  () => store.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line").key,
);
store.close();
let used = 0;
const nextKey = () => keys[used++ % KEYS] ?? "";

const service = await serve([EXECUTABLE], dataDir, { env: MONITOR_ENV });
let running = true;

async function ask({ name, right, ask }: Kind): Promise<void> {
  const started = performance.now();
  const status = await ask(service.url, nextKey()).catch(() => 0);
  if (name === "fresh" && status === 200) freshMs.push(performance.now() - started);
  count(`${name} ${status}`);
  if (status !== PUT_OFF && !right.includes(status)) unexpected.push(`${name}: status ${status}`);
}

/** What comes does not wait for what came before it. */
async function arrive(kind: Kind): Promise<void> {
  for (; running; await Bun.sleep(kind.everyMs)) ask(kind);
}

async function pace(): Promise<number> {
  const [fresh] = kinds(0);
  if (fresh === undefined) throw new Error("nobody asks");
  const end = performance.now() + PACE_MS;
  let answered = 0;
  const caller = async () => {
    while (performance.now() < end)
      if ((await fresh.ask(service.url, nextKey())) === 200) answered += 1;
  };
  await Promise.all(Array.from({ length: PACE_CALLERS }, caller));
  return PACE_MS / Math.max(answered, 1) / LOAD_SHARE;
}

try {
  process.stdout.write(`${machineLine()}\n`);
  const everyMs = await pace();
  process.stdout.write(
    `a new question each ${everyMs.toFixed(0)} ms: half of what the machine did at the start\n`,
  );
  for (const kind of kinds(everyMs)) arrive(kind);
  for (const chore of chores(dataDir, folder.path)) {
    (async () => {
      for (; running; await Bun.sleep(chore.everyMs)) {
        await chore.act().catch((error: Error) => {
          if (running) unexpected.push(`${chore.name}: ${error.message}`);
        });
        count(chore.name);
      }
    })();
  }
  const samples: Sample[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    await Bun.sleep(MS_PER_MINUTE);
    const sample = await sampleOf(service, minute);
    samples.push(sample);
    const asked = freshMs;
    freshMs = [];
    const ms = (share: number) => percentile(asked, share).toFixed(0);
    process.stdout.write(
      `${String(minute).padStart(3)} min  ${sample.residentMb.toFixed(0)} MB resident, ${sample.anonymousMb.toFixed(0)} MB anonymous, ${sample.handles} handles, hold ${sample.holdMs.toFixed(1)} ms, ${asked.length} new answers p50 ${ms(0.5)} p99 ${ms(0.99)} ms, ${unexpected.length} unexpected\n`,
    );
  }
  running = false;
  const { anonymousSlope, faults } = verdictOf(samples, [...new Set(unexpected)]);
  const code = await service.stop();
  if (code !== 0) faults.push(`it ended with exit code ${code}`);
  const audit = await run([EXECUTABLE, "audit", "verify", "--data-dir", dataDir]);
  if (audit.code !== 0) faults.push(`audit verify: ${audit.stderr}`);
  process.stdout.write(`${[...counts].map(([what, times]) => `${what} × ${times}`).join(", ")}\n`);
  process.stdout.write(`memory over the second half: ${anonymousSlope.toFixed(1)} MB an hour\n`);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(faults.length === 0 ? "held\n" : "did not hold\n");
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  running = false;
  service.signal("SIGKILL");
  await service.exited;
  folder.remove();
}
