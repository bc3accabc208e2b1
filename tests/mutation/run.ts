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

const TESTS: Record<string, string[]> = {
  engine: ["tests/engine"],
  origin: ["tests/origin", "tests/contract"],
  gateway: ["tests/gateway", "tests/contract"],
  store: ["tests/store", "tests/contract/recommend"],
};
/** They start processes that run the checkout for long, or models; others hold the same rooms. */
const LEFT_OUT = [
  "tests/engine/gate.test.ts",
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
const folders = TESTS[values.room];
if (folders === undefined) {
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
for (const path of folders.flatMap((folder) => filesIn(folder, "*.test.ts")))
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
for (const [done, { mutant, path }] of chosen.entries()) {
  const { line, before, after } = mutant;
  const tests = testsOf(path, line, quickestFirst);
  const digest = digestOf(path, mutant.source, ...tests.map((each) => each.digest));
  const killer = await remembered(digest, () => killerOf(mutant, path, tests));
  const named = `${path}:${line}  ${before} → ${after}`;
  if (killer === null) survivors.push(named);
  const end = killer === null ? "SURVIVED" : `killed by ${killer}`;
  process.stderr.write(`${done + 1} of ${chosen.length}  ${named}  ${end}\n`);
}
const killed = chosen.length - survivors.length;
process.stdout.write(
  `${values.room}: ${killed} of ${chosen.length} mutants killed (${Math.round((100 * killed) / chosen.length)} %), ` +
    `of ${all.length} that there are; seed ${values.seed}\n${survivors.map((each) => `  ${each}\n`).join("")}`,
);
