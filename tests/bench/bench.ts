/**
 * `bun run bench`: speed and size of the built executable, one caller on this machine.
 *
 *     bun run bench            100 fresh answers, then up to 1,000 for the memory figure
 *     bun run bench --quick    60 answers in all
 *
 * Figures of one run belong together: machines are noisy, so each is shown beside a peer or a limit of the same run.
 */
import { parseArgs } from "node:util";
import { RATE_LIMIT_REQUESTS_MAX } from "../../src/contract/limits.ts";
import { temporaryFolder } from "../support/folder.ts";
import { residentMegabytes } from "../support/memory.ts";
import { requestBody } from "../support/payloads.ts";
import { percentile } from "../support/percentile.ts";
import { EXECUTABLE, HAS_EXECUTABLE, issueKey, type RunningService, run, serve } from "../support/program.ts";

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, json: { type: "boolean", default: false } },
});
const ANSWERS = values.quick ? 60 : 1_000;
const TIMED_ANSWERS = values.quick ? 40 : 100;
const REPLAYS = values.quick ? 200 : 1_000;
const STARTS = values.quick ? 3 : 7;

const QUESTIONS = [
  "Why is my HRV lower this week and what can I do about it?",
  "Does alcohol in the evening change my sleep?",
  "can i train hard in my luteal phase",
  "My resting heart rate went up before my period. Normal?",
  "How can I fall asleep faster?",
  "Does slow breathing raise HRV?",
  "why am i so tired before my period and how do i sleep better",
  null,
];

if (!HAS_EXECUTABLE) {
  process.stderr.write("bench: dist/phasewise is not built; run: bun run build\n");
  process.exit(1);
}

function summary(samples: readonly number[]) {
  return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95), max: percentile(samples, 1) };
}

/** Keys in turn, each used no more often than its rate limit admits. */
class KeyRing {
  #keys: { key: string; left: number }[] = [];
  constructor(readonly dataDir: string) {}
  async next(): Promise<string> {
    const current = this.#keys.at(-1);
    if (current !== undefined && current.left > 0) {
      current.left -= 1;
      return current.key;
    }
    const key = await issueKey([EXECUTABLE], this.dataDir);
    this.#keys.push({ key, left: RATE_LIMIT_REQUESTS_MAX - 1 });
    return key;
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now();
  const value = await work();
  return { ms: performance.now() - started, value };
}

async function freshAnswers(
  service: RunningService,
  keys: KeyRing,
  count: number,
  from: number,
): Promise<number[]> {
  const samples: number[] = [];
  for (let i = from; i < from + count; i++) {
    const key = await keys.next();
    const body = JSON.stringify(requestBody({ query: QUESTIONS[i % QUESTIONS.length] }));
    const { ms, value } = await timed(() => service.post(body, key));
    if (value.status !== 200) throw new Error(`answer ${i}: status ${value.status}`);
    samples.push(ms);
  }
  return samples;
}

/** Replays of one answer, beside a bare Bun.serve that returns the same bytes: the peer. */
async function replays(service: RunningService, keys: KeyRing): Promise<{ ours: number[]; peer: number[] }> {
  const body = JSON.stringify(requestBody());
  const first = await service.post(body, await keys.next());
  const bare = Bun.serve({
    port: 0,
    async fetch(request) {
      await request.text();
      return new Response(first.text);
    },
  });
  const ours: number[] = [];
  const peer: number[] = [];
  for (let i = 0; i < REPLAYS; i++) {
    const key = await keys.next();
    const one = await timed(() => service.post(body, key));
    if (one.value.headers.get("x-service-cache") !== "hit") throw new Error("a replay was computed anew");
    ours.push(one.ms);
    peer.push((await timed(() => fetch(bare.url, { method: "POST", body }).then((r) => r.text()))).ms);
  }
  await bare.stop(true);
  return { ours, peer };
}

/** Liveness asked without pause while answers are computed: the longest wait bounds how long the loop was blocked. */
async function livenessDuring(service: RunningService, work: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  let running = true;
  const done = work().finally(() => {
    running = false;
  });
  while (running) {
    samples.push((await timed(() => fetch(`${service.url}/v1/health`).then((r) => r.text()))).ms);
    await Bun.sleep(1);
  }
  await done;
  return samples;
}

const folder = temporaryFolder("bench");
try {
  const keys = new KeyRing(folder.path);
  const unpacking = await serve([EXECUTABLE], folder.path);
  await unpacking.stop();
  const starts: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const service = await serve([EXECUTABLE], folder.path);
    starts.push(service.readyMs);
    await service.stop();
  }
  const service = await serve([EXECUTABLE], folder.path);
  const first = await freshAnswers(service, keys, TIMED_ANSWERS, 0);
  const { ours, peer } = await replays(service, keys);
  let answered = TIMED_ANSWERS + 1;
  const liveness = await livenessDuring(service, () => freshAnswers(service, keys, 16, answered));
  answered += 16;
  if (ANSWERS > answered) await freshAnswers(service, keys, ANSWERS - answered, answered);
  const residentMb = residentMegabytes(service.pid);
  await service.stop();
  const rows = (
    await run([
      EXECUTABLE,
      "audit",
      "list",
      "--json",
      "--limit",
      String(TIMED_ANSWERS),
      "--data-dir",
      folder.path,
    ])
  ).stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { timings_ms: Record<string, number> }).timings_ms);
  const stages = Object.fromEntries(
    [...new Set(rows.flatMap((row) => Object.keys(row)))].map((stage) => [
      stage,
      summary(rows.map((row) => row[stage] ?? 0)).p50,
    ]),
  );
  const report = {
    cores: navigator.hardwareConcurrency,
    executable_mb: Bun.file(EXECUTABLE).size / 1e6,
    first_start_ms: unpacking.readyMs,
    ready_ms: summary(starts),
    first_answer_ms: summary(first),
    stages_p50_ms: stages,
    replay_ms: summary(ours),
    bare_server_ms: summary(peer),
    replay_over_bare: summary(ours).p50 / summary(peer).p50,
    liveness_during_inference_ms: summary(liveness),
    rss_mb: residentMb,
    answers: Math.max(ANSWERS, answered),
  };
  if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else {
    const line = (name: string, text: string) => process.stdout.write(`${name.padEnd(44)}${text}\n`);
    const three = (s: ReturnType<typeof summary>) =>
      `p50 ${s.p50.toFixed(1)}  p95 ${s.p95.toFixed(1)}  max ${s.max.toFixed(1)} ms`;
    line("cores", String(report.cores));
    line("executable", `${report.executable_mb.toFixed(0)} MB`);
    line("ready, first start (unpacks)", `${report.first_start_ms.toFixed(0)} ms`);
    line("ready, natives unpacked", three(report.ready_ms));
    line(`fresh answer, one caller (n=${TIMED_ANSWERS})`, three(report.first_answer_ms));
    line(
      "  of which, p50 by stage",
      Object.entries(stages)
        .map(([stage, ms]) => `${stage} ${ms.toFixed(1)}`)
        .join("  "),
    );
    line(`replay (n=${REPLAYS})`, three(report.replay_ms));
    line("  peer: bare Bun.serve, same bytes", three(report.bare_server_ms));
    line("  replay / peer, p50", report.replay_over_bare.toFixed(2));
    line("liveness while answers are computed", three(report.liveness_during_inference_ms));
    line(`RSS after ${report.answers} answers`, `${residentMb.toFixed(0)} MB`);
  }
} finally {
  folder.remove();
}
