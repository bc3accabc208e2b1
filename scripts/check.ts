/**
 * What holds of the tree, in seconds and with no executable: the gate's checks, then the tests of
 * the shape of the tree and of the agreed contract. It stops at the first fault.
 */
import { join } from "node:path";
import { CHECKS } from "./checks.ts";

const TESTS = [
  "tests/tidy.test.ts",
  "tests/house/commits.test.ts",
  "tests/contract/openapi/unchanged.test.ts",
];

const steps = [
  ...CHECKS,
  { name: "tree and contract", words: [process.execPath, "test", "--only-failures", ...TESTS] },
];
for (const { name, words } of steps) {
  const { exitCode } = Bun.spawnSync([...words], {
    cwd: join(import.meta.dir, ".."),
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (exitCode === 0) continue;
  process.stderr.write(`FAILED: ${name}\n`);
  process.exit(1);
}
