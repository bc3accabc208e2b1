/** Guarantee: a start that fails gives back what it took, so that the next one finds it free. */
import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { readSettings } from "../../src/config/read-settings.ts";
import { startService } from "../../src/service/index.ts";
import { SERVE_SETTINGS } from "../../src/service/serve-settings.ts";
import { takeServerLock } from "../../src/store/sqlite/server-lock.ts";

const folder = temporaryFolder("failed-start");
afterAll(() => folder.remove());

function fail(line: string): void {
  throw new Error(line);
}

function settingsFor(dataDir: string) {
  const settings = readSettings(SERVE_SETTINGS, { port: "0", "log-level": "silent" }, {});
  return { ...settings, dataDir };
}

test("where the state cannot be opened", async () => {
  const dataDir = join(folder.path, "damaged");
  // It makes the folder of the state, too.
  const held = takeServerLock(dataDir);
  writeFileSync(join(dataDir, "state/phasewise.sqlite"), "no database".repeat(1_000));
  await expect(startService(settingsFor(dataDir), fail)).rejects.toThrow(/serves .* already/);
  held.release();
  await expect(startService(settingsFor(dataDir), fail)).rejects.not.toThrow(/already/);
  takeServerLock(dataDir).release();
});

test("where the port is taken", async () => {
  const dataDir = join(folder.path, "port");
  const start = () => Promise.reject(new Error("the port is taken"));
  await expect(startService(settingsFor(dataDir), fail, start)).rejects.toThrow(
    "the port is taken",
  );
  takeServerLock(dataDir).release();
});
