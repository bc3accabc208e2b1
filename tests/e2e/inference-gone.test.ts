/**
 * Guarantee: a service whose inference cannot be restarted says so and ends, instead of answering
 * 503 for ever.
 *
 * @alone it ends the workers of a service
 * @slow it loads the models
 */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { readSettings } from "../../src/config/read-settings.ts";
import { startService } from "../../src/service/index.ts";
import { SERVE_SETTINGS } from "../../src/service/serve-settings.ts";

const folder = temporaryFolder("gone");
const RealWorker = globalThis.Worker;
afterAll(() => {
  globalThis.Worker = RealWorker;
  folder.remove();
});

test("workers that die and cannot be started again end the service with the reason", async () => {
  const workers: Worker[] = [];
  let broken = false;
  globalThis.Worker = class extends RealWorker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      if (broken) throw new Error("no memory for another thread");
      super(...given);
      workers.push(this);
    }
  };
  const settings = readSettings(SERVE_SETTINGS, { port: "0", "log-level": "silent" }, {});
  const service = await startService(
    { ...settings, dataDir: join(folder.path, "data") },
    (line) => {
      throw new Error(line);
    },
  );
  await service.ready;
  const ready = () => fetch(`${service.server.url}/v1/health/ready`).then(({ status }) => status);
  expect(await ready()).toBe(200);
  broken = true;
  for (const worker of workers) worker.terminate();
  expect(await service.failed).toContain("no memory for another thread");
  expect(await ready()).toBe(503);
  await service.stop();
}, 20_000);
