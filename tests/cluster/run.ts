/**
 * What replicas share, on real servers: the whole contract and the store's tests over
 * PostgreSQL, then kill rounds, then failovers to a standby.
 *
 *     bun run test:cluster                          the contract, 1,000 rounds, 12 failovers
 *     bun run test:cluster --rounds 100 --seed 7    other rounds
 *     bun run test:cluster --contract no            the rounds and the failovers
 *     bun tests/cluster/run.ts --rounds 0 --contract no --failovers 30
 *     bun tests/cluster/run.ts --contract no --state rounds.json
 *                                                   goes on where that file ends
 *
 * Exit 1 where the contract does not hold, or a round or a failover left a fault; each is
 * named.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { POSTGRES_BIN } from "../support/postgres.ts";
import { failovers, lostWithoutSynchronous } from "./failover.ts";
import { killRounds, type RoundsReport, roundsOf } from "./rounds.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    contract: { type: "string", default: "yes" },
    state: { type: "string" },
    failovers: { type: "string", default: "12" },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
const failoverCount = Number(values.failovers);
if (![rounds, seed, failoverCount].every((given) => Number.isSafeInteger(given) && given >= 0)) {
  process.stderr.write("test:cluster: --rounds, --seed and --failovers take whole numbers\n");
  process.exit(2);
}
// The line about the missing server is already out.
if (POSTGRES_BIN === null) process.exit(0);

if (values.contract === "yes") {
  const tests = ["tests/contract", "tests/store/port", "tests/store/postgres"];
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
const seconds = (ms = 0) => (ms / 1_000).toFixed(1);
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
if (rounds > 0) tell(report);
let failed = report.faults.length > 0;

if (failoverCount > 0) {
  const found = await failovers({ failovers: failoverCount, seed });
  const { killed, lagging, parted } = found.failovers;
  const outages = found.outagesMs.toSorted((a, b) => a - b);
  for (const fault of found.faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(
    `${failoverCount} failovers to a synchronous standby (primary killed ${killed}, killed while the standby lagged ${lagging}, parted ${parted}), ` +
      `${found.acknowledged} answers acknowledged, both replicas went on after ${seconds(outages[outages.length >> 1])} s (median; slowest ${seconds(outages.at(-1))} s), ` +
      `${found.faults.length} faults\n`,
  );
  // The check must see a loss where there is one.
  const { acknowledged, lost } = await lostWithoutSynchronous();
  process.stdout.write(
    `without synchronous replication, the standby lagging: ${lost} of ${acknowledged} acknowledged answers lost\n`,
  );
  failed ||= found.faults.length > 0 || lost === 0;
}
process.exit(failed ? 1 : 0);
