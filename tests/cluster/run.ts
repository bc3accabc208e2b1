/**
 * What replicas share, on real servers: the whole contract over PostgreSQL, then kill rounds.
 *
 *     bun run test:cluster                          the contract, and 1,000 rounds
 *     bun run test:cluster --rounds 100 --seed 7    other rounds
 *     bun run test:cluster --contract no            the rounds alone
 *     bun tests/cluster/run.ts --contract no --state rounds.json
 *                                                   goes on where that file ends
 *
 * Exit 1 where the contract does not hold, or a round left a fault; each is named.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { POSTGRES_BIN } from "../support/postgres.ts";
import { killRounds, type RoundsReport, roundsOf } from "./rounds.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    contract: { type: "string", default: "yes" },
    state: { type: "string" },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
if (!Number.isSafeInteger(rounds) || rounds < 0 || !Number.isSafeInteger(seed)) {
  process.stderr.write("test:cluster: --rounds and --seed take whole numbers\n");
  process.exit(2);
}
// The line about the missing server is already out.
if (POSTGRES_BIN === null) process.exit(0);

if (values.contract === "yes") {
  const tests = ["tests/contract", "tests/store/postgres"];
  const run = Bun.spawn(
    [process.execPath, "test", "--only-failures", "--timeout", "60000", ...tests],
    {
      cwd: join(import.meta.dir, "../.."),
      env: { ...process.env, PHASEWISE_TEST_STATE: "postgres" },
      stdio: ["inherit", "inherit", "inherit"],
    },
  );
  if ((await run.exited) !== 0) process.exit(1);
}

const started = performance.now();
const minutes = () => ((performance.now() - started) / 60_000).toFixed(1);

function tell(report: RoundsReport): void {
  const { a, b, server, connections } = report.rounds;
  process.stdout.write(
    `${roundsOf(report)} rounds of seed ${report.seed} (replica ${a + b}, server ${server}, connections ${connections}), ` +
      `${report.acknowledged} answers acknowledged, ${report.shared} of them to both replicas, ` +
      `${report.faults.length} faults, ${minutes()} min\n`,
  );
}

const report = await killRounds({ rounds, seed, file: values.state, told: tell });
for (const fault of report.faults) process.stdout.write(`${fault}\n`);
tell(report);
process.exit(report.faults.length === 0 ? 0 : 1);
