/**
 * Do the tests of a room hold it? Changes one token of the room's source at a time, in a copy of
 * the checkout, and runs those of the room's tests that run the line, the quickest first, up to the
 * first that fails. A mutant that they pass with is listed.
 *
 *     bun run mutate --room store [--mutants 40] [--seed 1]
 *
 * What it has found stays in `build/mutation`, so the same command goes on after a stop.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  digestOf,
  digestOfFiles,
  filesIn,
  importsOf,
  passes,
  reportOf,
  textOf,
  write,
} from "./checkout.ts";
import { readCoverage, type TestFile, testsOf } from "./coverage.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import { rememberedIn } from "./state.ts";
import { STAYS } from "./stays.ts";

/** Folders, and files of other rooms' folders that hold this one. */
const TESTS: Record<string, string[]> = {
  engine: ["tests/engine"],
  origin: ["tests/origin", "tests/contract", "tests/mcp/endpoint.test.ts"],
  gateway: [
    "tests/gateway",
    "tests/contract",
    "tests/service/shared-limiter.test.ts",
    "tests/service/tls.test.ts",
  ],
  store: ["tests/store", "tests/contract/recommend"],
};
/** They start processes that run the checkout for long, or models; others hold the same rooms. */
const LEFT_OUT = [
  "tests/engine/gate.test.ts",
  "tests/engine/gate-time.test.ts",
  "tests/engine/shipped-answers.test.ts",
  "tests/store/cli.test.ts",
  "tests/store/crash.test.ts",
];
/** Longer than this and a mutant counts as one that never ends, which is no pass. */
const TIMEOUT_TIMES = 6;
const TIMEOUT_MS_MIN = 60_000;
const UNCHANGED_MS_MAX = 300_000;

const { values } = parseArgs({
  options: {
    room: { type: "string", default: "" },
    mutants: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
  },
});
const held = TESTS[values.room];
if (held === undefined) {
  process.stderr.write(`give --room ${Object.keys(TESTS).join("|")}\n`);
  process.exit(2);
}
const source = `src/${values.room}`;
const remembered = rememberedIn(join(import.meta.dir, `../../build/mutation/${values.room}.json`));

/** Runs a file of tests by itself and without a mutant, unless that is known. */
async function measured(path: string): Promise<TestFile[]> {
  const imports = importsOf(path);
  const digest = digestOfFiles(imports);
  const found = await remembered(digest, async () => {
    const began = performance.now();
    const report = await reportOf(path, UNCHANGED_MS_MAX);
    const ms = performance.now() - began;
    return report === null ? undefined : { ms, coverage: readCoverage(report, `${source}/`) };
  });
  if (found !== undefined) return [{ ...found, path, imports, digest }];
  process.stderr.write(`left out, because it fails as it is: ${path}\n`);
  return [];
}

/**
 * The first of these tests that fails with the mutant, or null. It has to pass without the mutant
 * right after, and to fail with it again: on a busy machine a test can fail by itself.
 */
async function killerOf(
  mutant: Mutant,
  path: string,
  tests: readonly TestFile[],
): Promise<string | null> {
  const original = textOf(path);
  for (const test of tests) {
    const passesWith = (text: string) => {
      write(path, text);
      return passes(test.path, Math.max(TIMEOUT_MS_MIN, test.ms * TIMEOUT_TIMES));
    };
    const killed =
      !(await passesWith(mutant.source)) &&
      (await passesWith(original)) &&
      !(await passesWith(mutant.source));
    write(path, original);
    if (killed) return test.path;
  }
  return null;
}

const quickestFirst: TestFile[] = [];
const files = held.flatMap((each) => (each.endsWith(".ts") ? [each] : filesIn(each, "*.test.ts")));
for (const path of files)
  if (!LEFT_OUT.includes(path)) quickestFirst.push(...(await measured(path)));
quickestFirst.sort((a, b) => a.ms - b.ms);
const allMs = quickestFirst.reduce((sum, { ms }) => sum + ms, 0);
process.stderr.write(`${quickestFirst.length} files of tests, ${Math.round(allMs / 1_000)} s\n`);

const all = filesIn(source, "*.ts").flatMap((path) =>
  mutantsOf(textOf(path)).map((mutant) => ({ mutant, path })),
);
/** The same sample for the same seed, whatever the order of files on disk. */
const chosen = all
  .map((each, at) => ({ ...each, key: Bun.hash(`${values.seed} ${at}`) }))
  .sort((a, b) => (a.key < b.key ? -1 : 1))
  .slice(0, Number(values.mutants));

const survivors: string[] = [];
const staying: string[] = [];
for (const [done, { mutant, path }] of chosen.entries()) {
  const { line, changed, before, after } = mutant;
  const tests = testsOf(path, line, quickestFirst);
  const digest = digestOf(path, mutant.source, ...tests.map((each) => each.digest));
  const why = STAYS[path]?.[changed];
  const killer =
    why === undefined ? await remembered(digest, () => killerOf(mutant, path, tests)) : null;
  const named = `${path}:${line}  ${before} → ${after}`;
  if (why !== undefined) staying.push(`${named}  ${why}`);
  else if (killer === null) survivors.push(named);
  const end =
    why !== undefined ? `stays: ${why}` : killer === null ? "SURVIVED" : `killed by ${killer}`;
  process.stderr.write(`${done + 1} of ${chosen.length}  ${named}  ${end}\n`);
}
const killed = chosen.length - survivors.length - staying.length;
const share = (of: number) => `${killed} of ${of} (${Math.round((100 * killed) / of)} %)`;
const listed = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? "" : `${title}:\n${lines.map((each) => `  ${each}\n`).join("")}`;
process.stdout.write(
  `${values.room}: killed ${share(chosen.length)} of a sample of ${all.length}; seed ${values.seed}\n` +
    `of those that can be told apart: ${share(chosen.length - staying.length)}\n` +
    listed("survived", survivors) +
    listed("stay", staying),
);
