/**
 * The counter and the published corpus that replicas share, on real servers: every test of them,
 * and the window in real time. `bun run test:cluster` runs it before the kill rounds of the store.
 */
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const CHECKS: readonly (readonly string[])[] = [
  [
    "test",
    "tests/gateway",
    "tests/service/shared-limiter.test.ts",
    "tests/contract/recommend/429.test.ts",
  ],
  ["test", "tests/library/bucket.test.ts", "tests/library/published.test.ts"],
  ["test", "tests/service/follow-corpus.test.ts", "tests/deploy/replicas.test.ts"],
  ["test", "tests/e2e/replicas.test.ts"],
  ["tests/gateway/window.ts"],
];

let failed = 0;
for (const words of CHECKS) {
  process.stdout.write(`bun ${words.join(" ")}\n`);
  const more = words[0] === "test" ? ["--timeout", "120000"] : [];
  const child = Bun.spawn([process.execPath, ...words, ...more], {
    cwd: root,
    stdout: "inherit",
    stderr: "inherit",
  });
  if ((await child.exited) !== 0) failed += 1;
}
process.stdout.write(`${CHECKS.length - failed} checks passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
