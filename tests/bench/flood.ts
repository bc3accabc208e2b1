/**
 * Many callers of one client for some time, beside one caller of another.
 *
 *     bun tests/bench/flood.ts [--callers 64] [--seconds 120] [--best-callers 8] [--best-seconds 20]
 *
 * First a few callers show the best that the machine can do, and what an answer costs it. Then the
 * flood: how long the longest 200 and the longest 503 took, how much of the best was still answered,
 * and what the other client saw. Runs the executable where it is built. Callers wait `Retry-After`.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ANSWER_HEADERS, GATEWAY_SECRET } from "../support/behind-gateway.ts";
import { temporaryFolder } from "../support/folder.ts";
import { requestBody } from "../support/payloads.ts";
import { percentile } from "../support/percentile.ts";
import { EXECUTABLE, HAS_EXECUTABLE, issueKey, run, SOURCE, serve } from "../support/program.ts";

const { values } = parseArgs({
  options: {
    callers: { type: "string", default: "64" },
    seconds: { type: "string", default: "120" },
    "best-callers": { type: "string", default: "8" },
    "best-seconds": { type: "string", default: "20" },
  },
});
const MS_PER_SECOND = 1_000;
/** `getconf CLK_TCK` of Linux. */
const TICKS_PER_SECOND = 100;
const FLOOD = "sandbox-oura";
const OTHER = "production-oura";
const command = HAS_EXECUTABLE ? [EXECUTABLE] : SOURCE;

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

interface Told {
  client: string;
  status: number;
  ms: number;
}

/** Processor time of a process with all its threads, in milliseconds. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * MS_PER_SECOND;
}

let asked = 0;

async function ask(url: string, client: string): Promise<Told & { retryAfterMs: number }> {
  const body = JSON.stringify(requestBody({ query: QUESTIONS[asked++ % QUESTIONS.length] }));
  const started = performance.now();
  const response = await fetch(`${url}/v1/oura/recommendation`, {
    method: "POST",
    headers: { ...ANSWER_HEADERS, "x-gateway-partner-id": client },
    body,
  });
  await response.arrayBuffer();
  const ms = performance.now() - started;
  const retryAfterMs = Number(response.headers.get("retry-after") ?? 0) * MS_PER_SECOND;
  return { client, status: response.status, ms, retryAfterMs };
}

/** Callers that ask without a pause until the time is over. */
async function ply(url: string, seconds: number, callers: Readonly<Record<string, number>>): Promise<Told[]> {
  const told: Told[] = [];
  const end = performance.now() + seconds * MS_PER_SECOND;
  const caller = async (client: string) => {
    while (performance.now() < end) {
      const { retryAfterMs, ...one } = await ask(url, client);
      told.push(one);
      await Bun.sleep(Math.min(retryAfterMs, Math.max(0, end - performance.now())));
    }
  };
  await Promise.all(
    Object.entries(callers).flatMap(([client, count]) => Array.from({ length: count }, () => caller(client))),
  );
  return told;
}

const of = (told: readonly Told[], status: number, client?: string) =>
  told
    .filter((each) => each.status === status && (client === undefined || each.client === client))
    .map(({ ms }) => ms);
const longest = (samples: readonly number[]) =>
  samples.length === 0 ? "none" : `${Math.max(...samples).toFixed(0)} ms`;
const line = (name: string, text: string) => process.stdout.write(`${name.padEnd(52)}${text}\n`);

const folder = temporaryFolder("flood");
try {
  await issueKey(command, folder.path);
  const granted = await run([...command, "consent", "activate", OTHER, "--data-dir", folder.path]);
  if (granted.code !== 0) throw new Error(granted.stderr);
  const service = await serve(command, folder.path, {
    args: ["--gateway", "external"],
    env: { PHASEWISE_ORIGIN_SECRET: GATEWAY_SECRET },
  });
  const cores = navigator.hardwareConcurrency;
  await ply(service.url, 3, { [FLOOD]: 4 });

  const bestSeconds = Number(values["best-seconds"]);
  const before = processorMs(service.pid);
  const started = performance.now();
  const best = await ply(service.url, bestSeconds, { [FLOOD]: Number(values["best-callers"]) });
  const elapsedMs = performance.now() - started;
  const answers = of(best, 200).length;
  const costMs = (processorMs(service.pid) - before) / answers;
  const bestRate = (answers / elapsedMs) * MS_PER_SECOND;
  const possible = (cores * MS_PER_SECOND) / costMs;

  const seconds = Number(values.seconds);
  const floodStarted = performance.now();
  const told = await ply(service.url, seconds, { [FLOOD]: Number(values.callers), [OTHER]: 1 });
  const rate = (of(told, 200).length / (performance.now() - floodStarted)) * MS_PER_SECOND;
  const others = of(told, 200, OTHER);

  line("program", HAS_EXECUTABLE ? "dist/phasewise" : "src/main.ts");
  line("cores", String(cores));
  line(
    `first answers, ${values["best-callers"]} callers, ${values["best-seconds"]} s`,
    `${bestRate.toFixed(1)} a second`,
  );
  line("  processor time of an answer", `${costMs.toFixed(0)} ms`);
  line(
    `  of what ${cores} cores could do by it`,
    `${((100 * bestRate) / possible).toFixed(0)} % of ${possible.toFixed(1)}`,
  );
  line(
    `flood of ${values.callers} callers, ${seconds} s`,
    `${of(told, 200).length} answered, ${of(told, 503).length} put off, ${told.length - of(told, 200).length - of(told, 503).length} other`,
  );
  line("  longest 200", longest(of(told, 200)));
  line("  longest 503", longest(of(told, 503)));
  line("  goodput", `${rate.toFixed(1)} a second, ${((100 * rate) / bestRate).toFixed(0)} % of the best`);
  line(
    "  the other client, one caller",
    `${others.length} answered, ${of(told, 503, OTHER).length} put off, p50 ${percentile(others, 0.5).toFixed(0)} ms, longest ${longest(others)}`,
  );
  await service.stop();
} finally {
  folder.remove();
}
