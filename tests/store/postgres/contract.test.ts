/**
 * Guarantee: the contract is the same over PostgreSQL. The gate runs a part of it; `bun run
 * test:cluster` runs all.
 *
 * @slow it starts PostgreSQL
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { POSTGRES_BIN } from "../../support/postgres.ts";

const ROOT = join(import.meta.dir, "../../..");
const PART = [
  "tests/contract/recommend/200.idempotency.test.ts",
  "tests/contract/recommend/401.standing.test.ts",
  "tests/store/port/keys.test.ts",
];

test.skipIf(POSTGRES_BIN === null)(
  "keys; replays, duplicates, keys and consent that end while a request is open",
  async () => {
    const run = Bun.spawn([process.execPath, "test", ...PART, "--timeout", "60000"], {
      cwd: ROOT,
      env: { ...process.env, PHASEWISE_TEST_STATE: "postgres" },
      stdout: "ignore",
      stderr: "pipe",
    });
    const output = await new Response(run.stderr).text();
    expect([await run.exited, output]).toEqual([0, expect.stringContaining(" 0 fail")]);
  },
  120_000,
);
