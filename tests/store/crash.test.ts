/**
 * Guarantee: a process killed at any moment of a commit, an erasure, a sealing, a backup, a restore
 * or a change of consent or keys leaves a store that holds, with all that was acknowledged.
 *
 * `bun tests/bench/crash.ts --rounds 2000 --seed 7` is the long run.
 *
 * @slow it starts programs
 */
import { expect, test } from "bun:test";
import { crashRounds } from "./crash/rounds.ts";
import { temporaryDataDir } from "./support.ts";

const ROUNDS = 50;
const SEED = 1;

test("kill -9, again and again", async () => {
  const report = await crashRounds({ rounds: ROUNDS, seed: SEED, folder: temporaryDataDir() });
  expect(report.faults).toEqual([]);
  expect(report.rounds).toBe(ROUNDS);
  // Otherwise the rounds killed processes that had nothing to lose.
  expect(report.telling).toBeGreaterThanOrEqual(ROUNDS / 2);
  for (const [done, count] of Object.entries(report.acknowledged))
    expect(`${done} ${count}`).not.toBe(`${done} 0`);
}, 300_000);
