/**
 * Do the tests of a room hold it? Changes one token of the room's source at a time, in a copy of
 * the checkout, and runs the room's tests. A mutant that they pass with is listed.
 *
 *     bun run mutate --room store [--mutants 40] [--seed 1]
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Mutant, mutantsOf } from "./mutants.ts";

const TESTS: Record<string, string[]> = {
  engine: ["tests/engine"],
  origin: ["tests/origin", "tests/contract/recommend"],
  gateway: ["tests/contract"],
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

const copy = mkdtempSync(join(tmpdir(), "phasewise-mutation-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));
const listed = Bun.spawnSync(["git", "ls-files", "-z"], { cwd: root })
  .stdout.toString()
  .split("\0");
for (const path of listed.filter((path) => path !== "")) {
  cpSync(join(root, path), join(copy, path), { recursive: true });
}
for (const folder of ["node_modules", "build"]) symlinkSync(join(root, folder), join(copy, folder));

/** Whether the room's tests pass. One that never ends is no pass. */
function passes(): boolean {
  const left = LEFT_OUT.map((path) => `--path-ignore-patterns=${path}`);
  const run = Bun.spawnSync(
    [process.execPath, "test", "--bail=1", "--timeout=30000", ...left, ...(tests ?? [])],
    {
      cwd: copy,
      stdout: "ignore",
      stderr: "ignore",
      timeout: 300_000,
    },
  );
  return run.exitCode === 0;
}

if (!passes()) {
  process.stderr.write("the tests fail as they are: mend them first\n");
  process.exit(1);
}

const all: (Mutant & { path: string })[] = [];
for (const path of [...new Bun.Glob(`src/${values.room}/**/*.ts`).scanSync(root)].sort()) {
  for (const mutant of mutantsOf(readFileSync(join(root, path), "utf8")))
    all.push({ ...mutant, path });
}
/** The same sample for the same seed, whatever the order of files on disk. */
const chosen = all
  .map((mutant, at) => ({ mutant, key: Bun.hash(`${values.seed} ${at}`) }))
  .sort((a, b) => (a.key < b.key ? -1 : 1))
  .slice(0, Number(values.mutants))
  .map(({ mutant }) => mutant);

const survivors: string[] = [];
for (const [done, { path, line, before, after, source }] of chosen.entries()) {
  const original = readFileSync(join(root, path), "utf8");
  writeFileSync(join(copy, path), source);
  const survived = passes();
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
