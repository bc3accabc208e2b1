/**
 * Runs the whole check, as README and `.ci/run` call it: types, lint, the executable, every test.
 * It ends with two lines: the coverage of each room, and `N passed, N failed, N skipped`.
 */
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { CHECKS } from "./checks.ts";
import { COVERAGE_DIR, coverageFlags, coverageSummary } from "./coverage.ts";
import { testsMarked } from "./test-files.ts";

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

const BUILD = { name: "build", words: [process.execPath, "scripts/build.ts"] };
// They need nothing of each other, and each waits for the disk or works on one core for a while.
await Promise.all([BUILD, ...CHECKS].map(({ name, words }) => step(name, words)));

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

const alone = testsMarked("alone");
/** How long each file took; the longest start first, so that none of them is left for the end. */
const TIMINGS = "tests/timings.json";
rmSync(COVERAGE_DIR, { recursive: true, force: true });
await runTests([
  ...coverageFlags("parallel"),
  // Many tests wait for a program or a clock, so one more than there are cores keeps these busy.
  `--parallel=${availableParallelism() + 1}`,
  `--timings=${TIMINGS}`,
  ...alone.map((path) => `--path-ignore-patterns=${path}`),
]);
await runTests([...coverageFlags("alone"), ...alone]);

for (const failure of failures) process.stderr.write(`\n${failure}\n`);
process.stdout.write(`${coverageSummary()}\n`);
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exit(failed === 0 ? 0 : 1);
