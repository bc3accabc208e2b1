/**
 * Many callers of one client for some time, beside one caller of another.
 *
 *     bun tests/bench/flood.ts [--callers 64] [--seconds 120] [--best-callers 8] [--best-seconds 20]
 *
 * First a few callers show the best that the machine can do, and what an answer costs it. Then the
 * flood: how long the longest 200 and the longest 503 took, how much of the best was still
 * answered, and what the other client saw. Runs the executable where it is built. Callers wait
 * `Retry-After`.
 */
import { parseArgs } from "node:util";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { percentile } from "../support/percentile.ts";
import { processorMs } from "../support/processor.ts";
import { SOURCE } from "../support/program.ts";
import { CLIENT, OTHER_CLIENT, ply, serveForLoad, timesOf } from "./load.ts";

const { values } = parseArgs({
  options: {
    callers: { type: "string", default: "64" },
    seconds: { type: "string", default: "120" },
    "best-callers": { type: "string", default: "8" },
    "best-seconds": { type: "string", default: "20" },
  },
});
const MS_PER_SECOND = 1_000;
const command = HAS_EXECUTABLE ? [EXECUTABLE] : SOURCE;

const longest = (samples: readonly number[]) =>
  samples.length === 0 ? "none" : `${Math.max(...samples).toFixed(0)} ms`;
const line = (name: string, text: string) => process.stdout.write(`${name.padEnd(52)}${text}\n`);

const folder = temporaryFolder("flood");
try {
  const service = await serveForLoad(command, folder.path);
  const cores = navigator.hardwareConcurrency;
  await ply(service.url, 3, { [CLIENT]: 4 });

  const bestSeconds = Number(values["best-seconds"]);
  const before = processorMs(service.pid);
  const started = performance.now();
  const best = await ply(service.url, bestSeconds, { [CLIENT]: Number(values["best-callers"]) });
  const elapsedMs = performance.now() - started;
  const answers = timesOf(best, 200).length;
  const costMs = (processorMs(service.pid) - before) / answers;
  const bestRate = (answers / elapsedMs) * MS_PER_SECOND;
  const possible = (cores * MS_PER_SECOND) / costMs;

  const seconds = Number(values.seconds);
  const floodStarted = performance.now();
  const told = await ply(service.url, seconds, {
    [CLIENT]: Number(values.callers),
    [OTHER_CLIENT]: 1,
  });
  const rate = (timesOf(told, 200).length / (performance.now() - floodStarted)) * MS_PER_SECOND;
  const others = timesOf(told, 200, OTHER_CLIENT);

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
    `${timesOf(told, 200).length} answered, ${timesOf(told, 503).length} put off, ${told.length - timesOf(told, 200).length - timesOf(told, 503).length} other`,
  );
  line("  longest 200", longest(timesOf(told, 200)));
  line("  longest 503", longest(timesOf(told, 503)));
  line(
    "  goodput",
    `${rate.toFixed(1)} a second, ${((100 * rate) / bestRate).toFixed(0)} % of the best`,
  );
  line(
    "  the other client, one caller",
    `${others.length} answered, ${timesOf(told, 503, OTHER_CLIENT).length} put off, p50 ${percentile(others, 0.5).toFixed(0)} ms, longest ${longest(others)}`,
  );
  await service.stop();
} finally {
  folder.remove();
}
