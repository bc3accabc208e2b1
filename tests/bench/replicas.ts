/**
 * What an answer costs with one, two and four replicas over one PostgreSQL, and with one over the
 * file, on one machine. The replicas share its cores, so more of them answer no faster: the figures
 * say what each further one costs.
 *
 *     bun tests/bench/replicas.ts          needs dist/phasewise (bun run build) and PostgreSQL
 */
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { openPostgres } from "../../src/store/postgres/index.ts";
import { GATEWAY_SECRET } from "../support/behind-gateway.ts";
import { EXECUTABLE } from "../support/executable.ts";
import { percentile } from "../support/percentile.ts";
import { PASSWORD, startCluster } from "../support/postgres.ts";
import { processorMs } from "../support/processor.ts";
import { type RunningService, serve } from "../support/program.ts";
import { ask, CLIENT, ply, serveForLoad, timesOf } from "./load.ts";

const CALLERS = 8;
const SECONDS = 40;
const REPLICAS = [1, 2, 4];
/** Answers of each replica before the measurement. */
const WARM_UP = 8;
const MS_PER_SECOND = 1_000;
const OK = 200;

async function measure(
  name: string,
  services: readonly RunningService[],
  databaseMs: () => number,
): Promise<void> {
  for (const { url } of services) for (let i = 0; i < WARM_UP; i++) await ask(url, CLIENT);
  const workedMs = () => services.reduce((sum, { pid }) => sum + processorMs(pid), 0);
  const before = { at: performance.now(), replicas: workedMs(), database: databaseMs() };
  const told = await Promise.all(
    services.map(({ url }) => ply(url, SECONDS, { [CLIENT]: CALLERS / services.length })),
  );
  const seconds = (performance.now() - before.at) / MS_PER_SECOND;
  const answered = timesOf(told.flat(), OK);
  const each = (ms: number) => (ms / answered.length).toFixed(1);
  process.stdout.write(
    `| ${name} | ${services.length} | ${(answered.length / seconds).toFixed(1)} | ` +
      `${percentile(answered, 0.5).toFixed(0)} ms | ${percentile(answered, 0.95).toFixed(0)} ms | ` +
      `${each(workedMs() - before.replicas)} ms | ${each(databaseMs() - before.database)} ms | ` +
      `${told.flat().length - answered.length} |\n`,
  );
}

const folder = temporaryFolder("replicas");
const cluster = await startCluster({ durable: true });
try {
  process.stdout.write(
    "| state | replicas | answers a second | p50 | p95 | processor time of an answer | of the database | not answered |\n" +
      "|---|---:|---:|---:|---:|---:|---:|---:|\n",
  );
  const alone = await serveForLoad([EXECUTABLE], join(folder.path, "file"));
  await measure("file", [alone], () => 0);
  await alone.stop();

  const password = join(folder.path, "password");
  await Bun.write(password, PASSWORD);
  for (const count of REPLICAS) {
    const url = await cluster.database();
    const store = await openPostgres(url, { password: PASSWORD, create: true });
    await store.consent.change(CLIENT, "active", "bench");
    const services: RunningService[] = [];
    for (let i = 0; i < count; i++)
      services.push(
        await serve([EXECUTABLE], join(folder.path, `${count}-${i}`), {
          args: ["--gateway", "external", "--state", url, "--state-password-file", password],
          env: { PHASEWISE_ORIGIN_SECRET: GATEWAY_SECRET },
        }),
      );
    await measure("PostgreSQL", services, cluster.workedMs);
    for (const service of services) await service.stop();
    await store.close();
  }
} finally {
  await cluster.remove();
  folder.remove();
}
