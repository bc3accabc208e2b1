/**
 * Kills the store's process in the middle of its work, many times, and says what did not hold.
 *
 *     bun tests/bench/crash.ts                          2,000 rounds
 *     bun tests/bench/crash.ts --rounds 200 --seed 7    others
 *
 * Exit 1 where a round left a fault; each is named with its round, and comes again with the same
 * seed only where the kill hits the same moment.
 */
import { parseArgs } from "node:util";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { crashRounds } from "../store/crash/rounds.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "2000" }, seed: { type: "string", default: "1" } },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write("crash: --rounds takes a whole number from 1, --seed a whole number\n");
  process.exit(2);
}

const folder = temporaryFolder("crash");
try {
  const started = performance.now();
  const report = await crashRounds({ rounds, seed, folder: folder.path });
  const minutes = (performance.now() - started) / 60_000;
  for (const fault of report.faults) process.stdout.write(`${fault}\n`);
  const told = Object.entries(report.acknowledged).map(([done, count]) => `${count} ${done}`);
  process.stdout.write(`${report.rounds} rounds, acknowledged: ${told.join(", ")}; `);
  process.stdout.write(`${report.faults.length} faults, ${minutes.toFixed(1)} min\n`);
  process.exitCode = report.faults.length === 0 ? 0 : 1;
} finally {
  folder.remove();
}
