/** Faults of the process and its machine. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault, Scene, Started } from "./fault.ts";
import { startPlain } from "./start.ts";

const LOAD_SECONDS = 5;
const HOUR_MS = 3_600_000;
/** Too few for a thread, enough for a connection. */
const HANDLES_LEFT = 8;
const HANDLES = 20_000;
const SIGNALLED_AFTER_MS = 1_500;
/** By then the service has looked for it. */
const TAMPERED_MS = 200;
const TAMPER = join(import.meta.dir, "../../support/tamper.ts");

export const handlesSpent: Fault = {
  name: "file handles are spent",
  remedy: "raise `LimitNOFILE`, find who holds connections",
  start: (dataDir) => startPlain(dataDir),
  async strike({ service, load }) {
    const limit = (handles: number) =>
      Bun.spawnSync(["prlimit", `--pid=${service.pid}`, `--nofile=${handles}:${HANDLES}`]);
    limit(Math.max(...readdirSync(`/proc/${service.pid}/fd`).map(Number)) + HANDLES_LEFT);
    await load(LOAD_SECONDS);
    limit(HANDLES);
  },
};

function startTampered(dataDir: string, folder: string): Promise<Started> {
  const tampering = join(folder, "tampering");
  mkdirSync(tampering, { recursive: true });
  return startPlain(dataDir, {
    env: { BUN_OPTIONS: `--preload ${TAMPER}`, TAMPER_DIR: tampering },
  });
}

export const workerKilled: Fault = {
  name: "the inference workers die",
  remedy: "nothing; where it comes again look for memory, and run `phasewise models verify`",
  start: startTampered,
  async strike({ folder, load }) {
    const file = join(folder, "tampering/kill-workers");
    writeFileSync(file, "");
    await Bun.sleep(TAMPERED_MS);
    rmSync(file);
    await load(LOAD_SECONDS);
  },
};

export const clockBack: Fault = {
  name: "the clock steps back by an hour",
  remedy: "set the clock; rows keep their order, replays their window",
  start: startTampered,
  async strike({ folder, load }) {
    writeFileSync(join(folder, "tampering/clock"), String(-HOUR_MS));
    await load(LOAD_SECONDS);
    writeFileSync(join(folder, "tampering/clock"), "0");
  },
};

async function signal(scene: Scene, name: NodeJS.Signals): Promise<number> {
  const loaded = scene.load(LOAD_SECONDS);
  await Bun.sleep(SIGNALLED_AFTER_MS);
  scene.service.signal(name);
  const code = await scene.service.exited;
  await scene.restart();
  await loaded;
  return code;
}

export const killed: Fault = {
  name: "`kill -9` under load, then a start",
  remedy: "start it again (the supervisor does); no row is lost, none is there twice",
  start: (dataDir) => startPlain(dataDir),
  async strike(scene) {
    await signal(scene, "SIGKILL");
  },
};

export const terminated: Fault = {
  name: "SIGTERM under load, then a start",
  remedy: "nothing: what was open is answered",
  start: (dataDir) => startPlain(dataDir),
  async strike(scene) {
    scene.remark(`exit code ${await signal(scene, "SIGTERM")}`);
  },
};
