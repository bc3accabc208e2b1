/**
 * Run by lock.test.ts in a process of its own: asks for one lock after the other, each at an agreed
 * moment, says which it got, and keeps them until its input ends. `bun contender.ts FOLDER START_MS
 * ROUNDS EVERY_MS`
 */
import { join } from "node:path";
import { type Lock, tryLock } from "../../src/files/lock.ts";

const [folder = "", startMs = "", rounds = "", everyMs = ""] = process.argv.slice(2);
const got = new Map<number, Lock>();
for (let round = 0; round < Number(rounds); round++) {
  const moment = Number(startMs) + round * Number(everyMs);
  while (performance.timeOrigin + performance.now() < moment);
  const lock = tryLock(join(folder, `lock-${round}`));
  if (lock !== null) got.set(round, lock);
}
process.stdout.write(JSON.stringify([...got.keys()]));
await Bun.stdin.text();
for (const lock of got.values()) lock.release();
