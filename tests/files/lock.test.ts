import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { tryLock } from "../../src/files/lock.ts";

const folder = temporaryFolder("lock");
afterAll(folder.remove);

const ROUNDS = 300;
const EVERY_MS = 2;
/** Long enough for a process to start; the rounds are right also where it was not. */
const START_MS = 500;

test("of two that ask at the same moment exactly one gets the lock: never both, never none", async () => {
  const args = [folder.path, Date.now() + START_MS, ROUNDS, EVERY_MS].map(String);
  const contenders = [1, 2].map(() =>
    Bun.spawn([process.execPath, join(import.meta.dir, "contender.ts"), ...args], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    }),
  );
  const got = await Promise.all(
    contenders.map(async ({ stdout }): Promise<number[]> => {
      const { value } = await stdout.getReader().read();
      return JSON.parse(new TextDecoder().decode(value));
    }),
  );
  for (const { stdin } of contenders) stdin.end();
  await Promise.all(contenders.map(({ exited }) => exited));
  expect(got.flat().sort((a, b) => a - b)).toEqual(
    Array.from({ length: ROUNDS }, (_, round) => round),
  );
}, 20_000);

test("a lock is free again when it is released, and while it is held even its own process gets no second", () => {
  const path = join(folder.path, "again");
  const first = tryLock(path);
  expect(first).not.toBeNull();
  expect(tryLock(path)).toBeNull();
  first?.release();
  const second = tryLock(path);
  expect(second).not.toBeNull();
  second?.release();
});
