/**
 * The tests that need no models, no executable and no seconds of waiting: what a developer runs
 * after every change.
 */
import { join } from "node:path";

const SLOW = [
  "tests/clients",
  "tests/console/login.test.ts",
  "tests/console/views.test.ts",
  "tests/console/work.test.ts",
  "tests/mcp/stdio.test.ts",
  "tests/portal",
  "tests/e2e",
  "tests/bench",
  "tests/contract/event-loop.test.ts",
  "tests/contract/recommend",
  "tests/corpus",
  "tests/engine/gate.test.ts",
  "tests/engine/shipped-answers.test.ts",
  "tests/eval",
  "tests/fuzz",
  "tests/inference",
  "tests/ingest/formats/hostile.test.ts",
  "tests/ingest/formats/streaming.test.ts",
  "tests/library",
  "tests/refresh",
  "tests/store",
  "tests/cli",
  "tests/deploy",
  "tests/tenants/every.test.ts",
];
/** Of the slow folders, what is fast. */
const FAST = ["canonical-json", "chain", "consent", "csv", "keys", "ledger", "personal-part"].map(
  (name) => `tests/store/${name}.test.ts`,
);

async function run(...words: string[]): Promise<number> {
  const tests = Bun.spawn([process.execPath, "test", "--only-failures", ...words], {
    cwd: join(import.meta.dir, ".."),
    stdio: ["inherit", "inherit", "inherit"],
  });
  return tests.exited;
}

const left = SLOW.flatMap((path) => [path, `${path}/**`]).map(
  (path) => `--path-ignore-patterns=${path}`,
);
const codes = [await run(...left, ...process.argv.slice(2)), await run(...FAST)];
process.exit(codes.every((code) => code === 0) ? 0 : 1);
