/** Faults of the disk. */
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ANSWER_HEADERS, GATEWAY_SECRET } from "../../support/behind-gateway.ts";
import { EXECUTABLE } from "../../support/executable.ts";
import { fillDisk } from "../../support/full-disk.ts";
import { behindMounts, withoutTemporary } from "../../support/mounts.ts";
import { issueKey, serve } from "../../support/program.ts";
import type { Fault } from "./fault.ts";
import { startPlain } from "./start.ts";

const LOAD_SECONDS = 5;
const EXTERNAL = {
  args: ["--gateway", "external"],
  env: { PHASEWISE_ORIGIN_SECRET: GATEWAY_SECRET },
};

export const dataDiskFull: Fault = {
  name: "the data disk is full",
  remedy: "free space; it becomes ready by itself",
  async start(_, folder) {
    const small = join(folder, "small");
    mkdirSync(small, { recursive: true });
    const consent = `${EXECUTABLE} consent activate sandbox-oura --data-dir ${small} >&2`;
    const command = behindMounts(`mount -t tmpfs -o size=700m none ${small} && ${consent}`, [
      EXECUTABLE,
    ]);
    const service = await serve(command, small, EXTERNAL);
    const inside = [
      "/usr/bin/nsenter",
      `--target=${service.pid}`,
      "--user",
      "--mount",
      "--preserve-credentials",
    ];
    return { service, command: [...inside, EXECUTABLE], dataDir: small, headers: ANSWER_HEADERS };
  },
  async strike({ service, dataDir, load }) {
    // Seen below /proc by whoever may look at the process.
    const fill = fillDisk(`/proc/${service.pid}/root${dataDir}`);
    await load(LOAD_SECONDS);
    rmSync(fill);
  },
};

export const tmpUnwritable: Fault = {
  name: "`/tmp` cannot be written",
  remedy: "nothing: temporary files are below the data directory",
  async start(dataDir, folder) {
    await issueKey([EXECUTABLE], dataDir);
    const seen = withoutTemporary(EXECUTABLE, folder);
    const service = await serve(seen.words, `${seen.folder}/data`, EXTERNAL);
    return { service, command: [EXECUTABLE], dataDir, headers: ANSWER_HEADERS };
  },
  strike: ({ load }) => load(LOAD_SECONDS),
};

export const releaseGone: Fault = {
  name: "the folder of the corpus release is gone",
  remedy: "put it back, or `phasewise corpus rollback` to another release",
  start: (dataDir) => startPlain(dataDir),
  async strike({ dataDir, folder, load }) {
    const [release = ""] = readdirSync(join(dataDir, "corpus")).filter((name) =>
      name.startsWith("corpus-"),
    );
    renameSync(join(dataDir, "corpus", release), join(folder, "aside"));
    await load(LOAD_SECONDS);
    renameSync(join(folder, "aside"), join(dataDir, "corpus", release));
  },
};
