/**
 * Do the tests of a room hold it? Changes one token of the room's source at a time, in a copy of
 * the checkout, and runs those of the room's tests that run the line, the quickest first. A mutant
 * that they pass with is listed.
 *
 *     bun run mutate --room store [--mutants 40] [--seed 1]
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { parseArgs } from "node:util";
import { type Coverage, readCoverage, type TestFile, testsOf } from "./coverage.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";

const TESTS: Record<string, string[]> = {
  engine: ["tests/engine"],
  origin: ["tests/origin", "tests/contract/recommend"],
  gateway: ["tests/gateway", "tests/contract"],
  store: ["tests/store"],
};
/** They start processes that run the checkout for long, or models; others hold the same rooms. */
const LEFT_OUT = [
  "tests/engine/gate.test.ts",
  "tests/engine/shipped-answers.test.ts",
  "tests/store/cli.test.ts",
  "tests/store/crash.test.ts",
];

const root = join(import.meta.dir, "../..");
const { values } = parseArgs({
  options: {
    room: { type: "string" },
    mutants: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
  },
});
const tests = TESTS[values.room ?? ""];
if (tests === undefined) {
  process.stderr.write(`give --room ${Object.keys(TESTS).join("|")}\n`);
  process.exit(2);
}

/** Where Linux keeps files in memory: the store waits for its disk at every commit. */
const memory = "/dev/shm";
const copy = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "phasewise-mutation-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));
const listed = Bun.spawnSync(["git", "ls-files", "-z"], { cwd: root })
  .stdout.toString()
  .split("\0");
for (const path of listed.filter((path) => path !== "")) {
  cpSync(join(root, path), join(copy, path), { recursive: true });
}
for (const folder of ["node_modules", "build"]) symlinkSync(join(root, folder), join(copy, folder));

/** Longer than this and a mutant counts as one that never ends, which is no pass. */
const TIMEOUT_TIMES = 6;
const TIMEOUT_MS_MIN = 30_000;
/** Of the quick tests together, which run first: most mutants go no further. */
const QUICK_MS = 4_000;
const ONE_FILE_MS_MAX = 300_000;

/** Whether these tests pass within the time. */
function passes(paths: readonly string[], timeoutMs: number, ...flags: string[]): boolean {
  if (paths.length === 0) return true;
  const run = Bun.spawnSync(
    [process.execPath, "test", "--bail=1", "--timeout=30000", ...flags].concat(
      paths.map((path) => `./${path}`),
    ),
    {
      cwd: copy,
      env: { ...process.env, TMPDIR: copy },
      stdout: "ignore",
      stderr: "ignore",
      timeout: timeoutMs,
    },
  );
  return run.exitCode === 0;
}

/** The files of the checkout that a file imports, itself among them. */
function reachOf(path: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(path) || !path.endsWith(".ts")) return known;
  known.add(path);
  for (const [, target = ""] of readFileSync(join(root, path), "utf8").matchAll(
    /(?:from|import\(|new URL\()\s*"(\.[^"]+)"/g,
  ))
    if (existsSync(join(root, dirname(path), target)))
      reachOf(normalize(join(dirname(path), target)), known);
  return known;
}

/** Runs a file of tests by itself. Null where it fails as it is, so that it can kill nothing. */
function measured(path: string): TestFile | null {
  const folder = join(copy, "coverage");
  rmSync(folder, { recursive: true, force: true });
  const began = performance.now();
  const flags = ["--coverage", "--coverage-reporter=lcov", `--coverage-dir=${folder}`];
  if (!passes([path], ONE_FILE_MS_MAX, ...flags)) {
    process.stderr.write(`left out, because it fails as it is: ${path}\n`);
    return null;
  }
  const ms = performance.now() - began;
  const report = join(folder, "lcov.info");
  const coverage: Coverage = existsSync(report)
    ? readCoverage(readFileSync(report, "utf8"))
    : new Map();
  return { path, ms, coverage, imports: reachOf(path) };
}

/** The quickest first. */
const ordered = tests
  .flatMap((path) => [...new Bun.Glob(`${path}/**/*.test.ts`).scanSync(root)])
  .filter((path) => !LEFT_OUT.includes(path))
  .flatMap((path) => measured(path) ?? [])
  .sort((a, b) => a.ms - b.ms);
const allMs = ordered.reduce((sum, { ms }) => sum + ms, 0);
process.stderr.write(`${ordered.length} files of tests, ${Math.round(allMs / 1_000)} s\n`);

/** Whether the tests that run the mutated line pass. One that never ends is no pass. */
function survives({ path, line }: { path: string; line: number }): boolean {
  const own = testsOf(path, line, ordered);
  let ms = 0;
  const quick = own.filter((each) => {
    ms += each.ms;
    return ms <= QUICK_MS;
  });
  return [quick, own.slice(quick.length)].every((group) => {
    const expected = group.reduce((sum, each) => sum + each.ms, 0);
    return passes(
      group.map((each) => each.path),
      Math.ceil(Math.max(TIMEOUT_MS_MIN, expected * TIMEOUT_TIMES)),
    );
  });
}

const all: (Mutant & { path: string })[] = [];
for (const path of [...new Bun.Glob(`src/${values.room}/**/*.ts`).scanSync(copy)].sort()) {
  for (const mutant of mutantsOf(readFileSync(join(copy, path), "utf8")))
    all.push({ ...mutant, path });
}
/** The same sample for the same seed, whatever the order of files on disk. */
const chosen = all
  .map((mutant, at) => ({ mutant, key: Bun.hash(`${values.seed} ${at}`) }))
  .sort((a, b) => (a.key < b.key ? -1 : 1))
  .slice(0, Number(values.mutants))
  .map(({ mutant }) => mutant);

const survivors: string[] = [];
for (const [done, mutant] of chosen.entries()) {
  const { path, line, before, after, source } = mutant;
  const original = readFileSync(join(copy, path), "utf8");
  writeFileSync(join(copy, path), source);
  const survived = survives(mutant);
  writeFileSync(join(copy, path), original);
  const named = `${path}:${line}  ${before} → ${after}`;
  if (survived) survivors.push(named);
  process.stderr.write(
    `${done + 1} of ${chosen.length}  ${survived ? "SURVIVED" : "killed"}  ${named}\n`,
  );
}
const killed = chosen.length - survivors.length;
process.stdout.write(
  `${values.room}: ${killed} of ${chosen.length} mutants killed (${Math.round((100 * killed) / chosen.length)} %), ` +
    `of ${all.length} that there are; seed ${values.seed}\n${survivors.map((each) => `  ${each}\n`).join("")}`,
);
