/** `doctor`: checks everything that the service depends on, and says how to fix each fault. */
import { accessSync, constants, existsSync, mkdirSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import type { Settings } from "../config/settings.ts";
import { OperatorError } from "../contract/error.ts";
import { ensureRelease } from "../library/release-in-use.ts";
import { CorpusRetriever } from "../library/retriever.ts";
import { openRuntime, type Runtime } from "../native/assets.ts";
import { type OpenInference, openInference } from "../service/runtime.ts";
import { placeOf, STATE_SETTINGS, type StateSettings } from "../service/state.ts";
import { openState } from "../store/state.ts";
import { defineCommand } from "./command.ts";
import { LOCAL_FETCH, localUrl } from "./health.ts";
import { printJson, printTable } from "./output.ts";
import { PROGRESS_OPTION, startProgress } from "./progress.ts";

const FREE_BYTES_MIN = 500e6;
const HEALTH_WAIT_MS = 2_000;

type PortSettings = Settings<"host" | "port" | "tlsCert">;

interface Check {
  name: string;
  ok: boolean;
  /** What was found, or the fault with its fix. */
  found: string;
}

type RunCheck = (name: string, inspect: () => Promise<string> | string) => Promise<Check>;

/** @param onBegin is told of each check as it begins */
function checkRunner(onBegin: (name: string) => void): RunCheck {
  return (name, inspect) => {
    onBegin(name);
    return check(name, inspect);
  };
}

async function check(name: string, inspect: () => Promise<string> | string): Promise<Check> {
  try {
    return { name, ok: true, found: await inspect() };
  } catch (error) {
    return { name, ok: false, found: (error as Error).message.replaceAll("\n", " ") };
  }
}

function disk(dataDir: string): string {
  const existed = existsSync(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new Error(
      `${(error as Error).message}; give the folder to this user, or choose another --data-dir`,
    );
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  if (free < FREE_BYTES_MIN) {
    throw new Error(
      `${(free / 1e6).toFixed(0)} MB free in ${dataDir}; make at least ${FREE_BYTES_MIN / 1e6} MB free`,
    );
  }
  const made = existed ? "" : ", which did not exist and was created";
  return `${(free / 1e9).toFixed(1)} GB free in ${dataDir}${made}`;
}

async function database(settings: StateSettings): Promise<string> {
  const store = await openState(placeOf(settings), { create: true });
  try {
    const damage = await store.damage();
    if (damage !== null) throw new Error(damage);
    const verdict = await store.audit.verify();
    if ("broken" in verdict)
      throw new Error(`${verdict.part} ${verdict.broken}: ${verdict.why}; restore a backup`);
    return `audit chain of ${verdict.rows} rows holds`;
  } finally {
    await store.close();
  }
}

function portIsFree(settings: PortSettings): Promise<string> {
  const { host, port } = settings;
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", async (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" && (await servesHealth(settings)))
        resolve(`phasewise is serving on ${host}:${port}`);
      else if (error.code === "EADDRINUSE")
        reject(new Error(`${host}:${port} is in use; give another --port, or stop what uses it`));
      else
        reject(
          new Error(
            `${host}:${port} cannot be listened on; give an address of this machine as --host, or a port above 1023`,
          ),
        );
    });
    probe.listen(port, host, () => probe.close(() => resolve(`${host}:${port} is free`)));
  });
}

/** Whether the program that listens there answers as this service does. */
async function servesHealth(settings: PortSettings): Promise<boolean> {
  try {
    const answer = await fetch(`${localUrl(settings)}/v1/health`, {
      ...LOCAL_FETCH,
      signal: AbortSignal.timeout(HEALTH_WAIT_MS),
    });
    return ((await answer.json()) as { status?: unknown }).status === "ok";
  } catch {
    return false;
  }
}

/** Checks the parts that depend on each other: libraries, then models, then the index. */
async function engineChecks(dataDir: string, examine: RunCheck): Promise<Check[]> {
  let runtime: Runtime | null = null;
  let inference: OpenInference | null = null;
  const checks = [
    await examine("native libraries", async () => {
      runtime = await openRuntime(dataDir);
      await import("@lancedb/lancedb");
      return runtime.verified === 0
        ? "from node_modules"
        : `${runtime.verified} unpacked files verified`;
    }),
    await examine("models", async () => {
      if (runtime === null) throw new Error("not checked: the native libraries come first");
      inference = await openInference(runtime.models, { inferenceThreads: null });
      return "hashes and self-tests hold";
    }),
    await examine("corpus index", async () => {
      if (runtime === null || inference === null)
        throw new Error("not checked: the models come first");
      const release = await ensureRelease(dataDir, runtime.starter);
      const retriever = await CorpusRetriever.open(release, inference.queryEmbedder);
      retriever.close();
      return `${retriever.corpusVersion}, ${retriever.manifest.documents} documents`;
    }),
  ];
  // The assignment is inside a callback, which the type checker does not follow.
  await (inference as OpenInference | null)?.close();
  return checks;
}

export const doctor = defineCommand({
  name: "doctor",
  summary:
    "checks libraries, models, index, database, disk and port, and says how to mend what fails",
  settings: [...STATE_SETTINGS, "host", "port", "tlsCert"],
  options: PROGRESS_OPTION,
  async run({ settings, options, json }) {
    const progress = startProgress(options.progress === true);
    const examine = checkRunner((name) => progress.show(`checking: ${name}`, true));
    const existed = existsSync(settings.dataDir);
    const checks = [
      await examine("data directory", () => disk(settings.dataDir)),
      ...(await engineChecks(settings.dataDir, examine)),
      await examine("database", () => database(settings)),
      await examine("port", () => portIsFree(settings)),
    ];
    progress.end();
    const ok = checks.every((item) => item.ok);
    if (json) printJson({ ok, data_dir: settings.dataDir, fresh: !existed, checks });
    else
      printTable(
        ["check", "", "found"],
        checks.map((item) => [item.name, item.ok ? "ok" : "FAULT", item.found]),
      );
    const faults = checks.filter((item) => !item.ok).map(({ name }) => name);
    if (faults.length > 0) throw new OperatorError(`doctor found a fault: ${faults.join(", ")}`);
    return 0;
  },
});
