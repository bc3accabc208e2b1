/** Guarantee: a start that fails gives back what it took, so that the next one finds it free. */
import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SERVE_SETTINGS } from "../../src/cli/serve-settings.ts";
import { startService } from "../../src/cli/service.ts";
import { readSettings } from "../../src/config/settings.ts";
import { takeServerLock } from "../../src/store/server-lock.ts";
import { temporaryFolder } from "../support/folder.ts";

const folder = temporaryFolder("failed-start");
afterAll(() => folder.remove());

function settingsFor(dataDir: string) {
  const settings = readSettings(SERVE_SETTINGS, { port: "0", "log-level": "silent" }, {});
  return { ...settings, dataDir };
}

test("where the state cannot be opened", async () => {
  const dataDir = join(folder.path, "damaged");
  // It makes the folder of the state, too.
  const held = takeServerLock(dataDir);
  writeFileSync(join(dataDir, "state/phasewise.sqlite"), "no database".repeat(1_000));
  await expect(startService(settingsFor(dataDir))).rejects.toThrow(/serves .* already/);
  held.release();
  await expect(startService(settingsFor(dataDir))).rejects.not.toThrow(/already/);
  takeServerLock(dataDir).release();
});

test("where the port is taken", async () => {
  const dataDir = join(folder.path, "port");
  const start = () => Promise.reject(new Error("the port is taken"));
  await expect(startService(settingsFor(dataDir), start)).rejects.toThrow("the port is taken");
  takeServerLock(dataDir).release();
});
