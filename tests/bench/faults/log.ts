/** Faults of the log. */
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { drain, makePipe, type Pipe } from "../../support/pipe.ts";
import type { Fault, Told } from "./fault.ts";
import { startPlain } from "./start.ts";

/** More lines than a pipe and the memory for waiting lines hold together. */
const LINES = 6_000;
const AT_ONCE = 50;
const LOAD_SECONDS = 4;

/** Each call writes a line. */
async function liveness(url: string): Promise<Told[]> {
  const told: Told[] = [];
  for (let sent = 0; sent < LINES; sent += AT_ONCE) {
    const asked = Array.from({ length: AT_ONCE }, async () => {
      const started = performance.now();
      const response = await fetch(`${url}/v1/health`);
      await response.arrayBuffer();
      told.push({ status: response.status, ms: performance.now() - started });
    });
    await Promise.all(asked);
  }
  return told;
}

export const logVolumeFull: Fault = {
  name: "the log's volume is full",
  remedy: "free space; answers and rows are whole, lost lines are counted",
  async start(dataDir) {
    const stderr = openSync("/dev/full", "w");
    const started = await startPlain(dataDir, { stderr });
    closeSync(stderr);
    return started;
  },
  async strike({ service, load, tell }) {
    tell("liveness", await liveness(service.url));
    await load(LOAD_SECONDS);
  },
};

let pipe: Pipe | null = null;

export const logPipeStuck: Fault = {
  name: "nobody drains the log's pipe",
  remedy: "restart what reads the log; the line that follows says how many are missing",
  async start(dataDir, folder) {
    pipe = await makePipe(join(folder, `pipe-${Date.now()}`));
    return startPlain(dataDir, { stderr: pipe.writer });
  },
  async strike({ service, load, tell, remark }) {
    tell("liveness", await liveness(service.url));
    await load(LOAD_SECONDS);
    if (pipe === null) throw new Error("there is no pipe");
    const { reader, writer } = pipe;
    let log = "";
    for (let tries = 0; tries < 500 && !log.includes('"dropped"'); tries++) {
      log += drain(reader);
      await Bun.sleep(10);
    }
    const dropped = /"dropped":(\d+)/.exec(log)?.[1];
    if (dropped === undefined) throw new Error("no line says how many are missing");
    remark(`drained, the log says that ${dropped} lines were dropped`);
    closeSync(writer);
    closeSync(reader);
  },
};
