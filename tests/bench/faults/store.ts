/** Faults of the database. */
import { renameSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "./fault.ts";
import { startPlain } from "./start.ts";

const LOAD_SECONDS = 5;
const LOCKED_MS = 5_000;
const HOLD_LOCK = join(import.meta.dir, "../../store/hold-lock.ts");
const DATABASE = "state/phasewise.sqlite";

export const databaseMoved: Fault = {
  name: "the database is moved away",
  remedy: "put it back, or start the service again",
  start: (dataDir) => startPlain(dataDir),
  async strike({ dataDir, load }) {
    const path = join(dataDir, DATABASE);
    renameSync(path, `${path}.aside`);
    await load(LOAD_SECONDS);
    renameSync(`${path}.aside`, path);
  },
};

export const databaseLocked: Fault = {
  name: "another process locks the database for 5 s",
  remedy: "nothing; find who locks it where it comes again",
  start: (dataDir) => startPlain(dataDir),
  async strike({ dataDir, load }) {
    const holder = Bun.spawn([process.execPath, HOLD_LOCK, join(dataDir, DATABASE)], {
      stdin: "pipe",
      stdout: "pipe",
    });
    await holder.stdout.getReader().read();
    setTimeout(() => holder.stdin.end(), LOCKED_MS);
    await load(LOAD_SECONDS + 2);
    await holder.exited;
  },
};
