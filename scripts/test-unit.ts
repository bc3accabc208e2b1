/**
 * Runs the tests that need neither models nor the executable nor seconds of waiting. Developers run
 * it after every change.
 */
import { join } from "node:path";

const UNITS = [
  "tests/tidy.test.ts",
  "tests/tenants",
  "tests/telemetry",
  "tests/files",
  "tests/origin",
  "tests/contract/openapi",
  "tests/contract/recommend/422.test.ts",
  ...[
    "answers",
    "citation",
    "conditions",
    "engine",
    "evidence",
    "reading",
    "signals",
    "text",
    "units",
    "writing",
  ].map((name) => `tests/engine/${name}.test.ts`),
  ...["canonical-json", "chain", "consent", "csv", "keys", "ledger", "personal"].map(
    (name) => `tests/store/${name}.test.ts`,
  ),
];

const tests = Bun.spawn([process.execPath, "test", "--only-failures", ...UNITS, ...process.argv.slice(2)], {
  cwd: join(import.meta.dir, ".."),
  stdio: ["inherit", "inherit", "inherit"],
});
process.exit(await tests.exited);
