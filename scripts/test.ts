/**
 * Runs the whole check, as README and `.ci/run` call it: types, lint, the executable, every test.
 * It ends with two lines: the coverage of each room, and `N passed, N failed, N skipped`.
 */
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { CHECKS } from "./checks.ts";
import { COVERAGE_DIR, coverageFlags, coverageSummary } from "./coverage.ts";

const root = join(import.meta.dir, "..");
let passed = 0;
let failed = 0;
let skipped = 0;
/** What each failure printed, repeated before the last line for those who read only the end. */
const failures: string[] = [];
const FAILURE_LINES = 25;

async function run(words: readonly string[]): Promise<{ ok: boolean; output: string }> {
  const child = Bun.spawn([...words], {
    cwd: root,
    stdin: "ignore",
    stdout: "inherit",
    stderr: "pipe",
  });
  let output = "";
  for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
    output += chunk;
    process.stderr.write(chunk);
  }
  return { ok: (await child.exited) === 0, output };
}

async function step(name: string, words: readonly string[]): Promise<void> {
  const { ok } = await run(words);
  if (ok) passed += 1;
  else {
    failed += 1;
    failures.push(`FAILED: ${name}`);
  }
}

for (const { name, words } of CHECKS) await step(name, words);
await step("build", [process.execPath, "scripts/build.ts"]);

/**
 * These measure time, or bring a fault on a whole service: each runs by itself. The other files
 * share the cores.
 */
const ALONE = [
  "tests/contract/event-loop.test.ts",
  "tests/contract/gateway",
  "tests/contract/readiness",
  "tests/contract/recommend/401.standing.test.ts",
  "tests/contract/recommend/413.test.ts",
  "tests/contract/recommend/429.test.ts",
  "tests/contract/recommend/502.test.ts",
  "tests/contract/recommend/503.test.ts",
  ...[
    "alone",
    "console",
    "crash",
    "handles",
    "host",
    "inference-gone",
    "logging",
    "operator",
    "readiness",
    "replicas",
    "service",
  ].map((name) => `tests/e2e/${name}.test.ts`),
  "tests/engine/gate.test.ts",
  "tests/gateway/shared-rate-limit.test.ts",
  "tests/inference/inference-queue.test.ts",
  "tests/inference/live.test.ts",
  "tests/ingest/formats/hostile.test.ts",
  "tests/library/live.test.ts",
];

/** Each line that bun marks as failed, with the lines above it, where bun prints the reason. */
function failuresIn(output: string): string[] {
  const lines = output.split("\n");
  return lines.flatMap((line, at) =>
    line.startsWith("(fail)")
      ? [lines.slice(Math.max(0, at - FAILURE_LINES), at + 1).join("\n")]
      : [],
  );
}

async function runTests(words: string[]): Promise<void> {
  const { ok, output } = await run([process.execPath, "test", "--timeout", "60000", ...words]);
  const count = (word: string) =>
    Number(new RegExp(`^\\s*(\\d+) ${word}$`, "m").exec(output)?.[1] ?? 0);
  passed += count("pass");
  skipped += count("skip");
  // A run that broke off before its summary must not look like a pass.
  failed += Math.max(count("fail"), ok ? 0 : 1);
  // In a run of several files bun lists the failures again behind "N tests failed:".
  failures.push(...failuresIn(output.split(/^\d+ tests? failed:$/m)[0] ?? ""));
}

rmSync(COVERAGE_DIR, { recursive: true, force: true });
await runTests([
  ...coverageFlags("parallel"),
  // Many tests wait for a program or a clock, so one more than there are cores keeps these busy.
  `--parallel=${availableParallelism() + 1}`,
  ...ALONE.flatMap((path) => [path, `${path}/**`]).map(
    (pattern) => `--path-ignore-patterns=${pattern}`,
  ),
]);
await runTests([...coverageFlags("alone"), ...ALONE]);

for (const failure of failures) process.stderr.write(`\n${failure}\n`);
process.stdout.write(`${coverageSummary()}\n`);
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exit(failed === 0 ? 0 : 1);
