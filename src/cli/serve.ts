/**
 * `serve`: opens the socket at once and loads the engine behind it. Two lines on stdout say when
 * each is done.
 */
import { dirname } from "node:path";
import { ORIGIN_SECRET_ENV, type SettingName, type Settings } from "../config/settings.ts";
import type { RunningConsole } from "../console/server.ts";
import type { Degraded } from "../contract/body.ts";
import { OperatorError } from "../contract/error.ts";
import { SERVER_LOCK_WAIT_MS } from "../contract/limits.ts";
import { readDeprecations } from "../gateway/deprecation.ts";
import { type RunningServer, type ServerOptions, startServer } from "../gateway/server.ts";
import { mcpEndpoint } from "../mcp/endpoint.ts";
import { buildId, VERSION } from "../native/build-info.ts";
import { returnFreed } from "../native/memory.ts";
import { endProcess } from "../native/process-end.ts";
import { parseDuration } from "../operator/time.ts";
import type { EngineHost } from "../origin/engine-host.ts";
import { storePath } from "../store/index.ts";
import { takeServerLock } from "../store/server-lock.ts";
import { openState } from "../store/state.ts";
import { type Log, openLog } from "../telemetry/logger.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { TENANTS } from "../tenants/index.ts";
import { defineCommand } from "./command.ts";
import { openConsole } from "./console-listener.ts";
import { endOnFault } from "./end-on-fault.ts";
import { type CorpusFollower, FOLLOW_SETTINGS, follow, readFollowed } from "./follow-corpus.ts";
import { LIMIT_SETTINGS, openLimits } from "./limits.ts";
import { type LiveEngine, openLiveEngine } from "./live-engine.ts";
import { printJson } from "./output.ts";
import { watchReadiness } from "./readiness.ts";
import { secretOf } from "./secret.ts";
import { placeOf, STATE_SETTINGS } from "./state.ts";
import { readTls } from "./tls.ts";
import { startUpkeep } from "./upkeep.ts";
import { closeStore } from "./with-store.ts";

const MS_PER_SECOND = 1_000;

export const SERVE_SETTINGS = [
  ...STATE_SETTINGS,
  "host",
  "port",
  "environments",
  "gateway",
  "originSecretFile",
  ...LIMIT_SETTINGS,
  ...FOLLOW_SETTINGS,
  "metricsPort",
  "mcp",
  "consolePort",
  "consoleHost",
  "consoleQueries",
  "corsOrigins",
  "publicUrl",
  "tlsCert",
  "tlsKey",
  "storeQuery",
  "deprecationsFile",
  "inferenceThreads",
  "requestDeadline",
  "retainAudit",
  "logLevel",
] as const satisfies readonly SettingName[];

export type ServeSettings = Settings<(typeof SERVE_SETTINGS)[number]>;

interface Stoppable {
  url: string;
  stop(): Promise<void>;
}

export interface Service<S extends Stoppable = RunningServer> {
  server: S;
  log: Log;
  /** Resolves when the engine is ready; rejects with the one line that says what to do. */
  ready: Promise<void>;
  /** Resolves with the reason when inference has failed for good. */
  failed: Promise<string>;
  /**
   * Accepts no more requests, finishes the running ones and checkpoints the database. The process
   * must end then.
   */
  stop(): Promise<void>;
}

/** Opens the state store and the socket, then loads the engine. */
export async function startService(settings: ServeSettings): Promise<Service>;
/** @param start opens something other than a socket */
export async function startService<S extends Stoppable>(
  settings: ServeSettings,
  start: (options: ServerOptions) => Promise<S>,
): Promise<Service<S>>;
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: wires all parts in order
export async function startService(
  settings: ServeSettings,
  start: (options: ServerOptions) => Promise<Stoppable> = startServer,
): Promise<Service<Stoppable>> {
  const log = openLog(settings.logLevel);
  const { logger } = log;
  const deprecations =
    settings.deprecationsFile === null ? [] : readDeprecations(settings.deprecationsFile);
  const tls = readTls(settings, Date.now());
  const originSecret = settings.gateway === "external" ? originSecretOf(settings) : null;
  const followed = readFollowed(settings);
  const limits = openLimits(settings, {
    logger,
    uncounted: (failure) => metrics.uncounted(failure),
  });
  const serverLock = takeServerLock(settings.dataDir);
  const requestDeadlineMs = settings.requestDeadline * MS_PER_SECOND;
  const store = await openState(placeOf(settings), {
    create: true,
    lockWaitMs: SERVER_LOCK_WAIT_MS,
    waitMs: requestDeadlineMs,
    watch: true,
  });
  let opened: LiveEngine | null = null;
  let published: CorpusFollower | null = null;
  const limitsFault = () => limits?.fault() ?? null;
  const degraded = (): Degraded[] => [
    ...(limitsFault() === null ? [] : (["limits"] as const)),
    ...((published?.fault() ?? null) === null ? [] : (["corpus"] as const)),
  ];
  const readiness = watchReadiness(
    {
      stateDir: dirname(storePath(settings.dataDir)),
      storeFault: () => store.fault(),
      releaseFault: () => opened?.releaseFault() ?? null,
      limitsFault: () => (settings.rateLimitFallback === "refuse" ? limitsFault() : null),
    },
    logger,
  );
  const engineHost: EngineHost = {
    current: () => (readiness.missing() === null ? (opened?.current() ?? null) : null),
    missing() {
      if (opened === null) return "loading";
      return opened.current() === null ? "inference" : readiness.missing();
    },
  };
  const metrics = createMetrics({
    version: VERSION,
    buildId: buildId(),
    clientIds: TENANTS.flatMap(({ slug }) =>
      settings.environments.map((each) => `${each}-${slug}`),
    ),
    queueDepth: () => opened?.queueDepth() ?? 0,
    engine: engineHost.current,
    missing: engineHost.missing,
    degraded,
    log,
  });
  async function giveUp(error: unknown): Promise<never> {
    await store.close();
    serverLock.release();
    throw error;
  }
  const server = await start({
    host: settings.host,
    port: settings.port,
    environments: settings.environments,
    gateway: settings.gateway,
    originSecret,
    metricsPort: settings.metricsPort,
    deprecations,
    mcp: settings.mcp === "on" ? mcpEndpoint : null,
    corsOrigins: settings.corsOrigins,
    publicUrl: settings.publicUrl,
    storeQuery: settings.storeQuery,
    tls,
    store,
    tenants: TENANTS,
    engineHost,
    limiter: limits ?? undefined,
    degraded,
    logger,
    metrics,
    buildId: buildId(),
    requestDeadlineMs,
  }).catch(giveUp);
  let operatorConsole: RunningConsole | null;
  try {
    operatorConsole = openConsole(settings, { store, metrics, logger });
  } catch (error) {
    await server.stop();
    return giveUp(error);
  }
  logger.info({ version: VERSION, build_id: buildId(), url: server.url }, "service started");
  const retainMs = parseDuration(settings.retainAudit, "--retain-audit");
  const endUpkeep = startUpkeep({ place: placeOf(settings), retainMs, logger });
  const failed = Promise.withResolvers<string>();
  const loading = performance.now();
  const ready = openLiveEngine(settings, { logger, metrics }).then(async (engine) => {
    published = await follow(followed, { dataDir: settings.dataDir, engine, logger, metrics });
    returnFreed();
    opened = engine;
    const { model_version, corpus_version } = engine.current() ?? {};
    const elapsed_ms = Math.round(performance.now() - loading);
    logger.info({ model_version, corpus_version, elapsed_ms }, "service ready");
    engine.failed.then(failed.resolve);
  });
  return {
    server,
    log,
    ready,
    failed: failed.promise,
    async stop() {
      // Engine and models have nothing to finish; they end with the process.
      await operatorConsole?.stop();
      await server.stop();
      readiness.end();
      endUpkeep();
      limits?.end();
      published?.end();
      await closeStore(store);
      serverLock.release();
      await log.flush();
    },
  };
}

function originSecretOf(settings: ServeSettings): string {
  const secret = secretOf(settings.originSecretFile, {
    flag: "origin-secret-file",
    env: ORIGIN_SECRET_ENV,
  });
  if (secret === null) {
    throw new OperatorError(
      `--gateway external needs the shared secret: --origin-secret-file FILE or ${ORIGIN_SECRET_ENV}`,
    );
  }
  return secret;
}

/** Resolves on the first SIGTERM or SIGINT. A second one ends the process at once. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    let signalled = false;
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => {
        if (signalled) endProcess(1);
        signalled = true;
        resolve();
      });
    }
  });
}

export const serve = defineCommand({
  name: "serve",
  summary: "runs the service until SIGTERM or SIGINT",
  settings: SERVE_SETTINGS,
  async run({ settings }) {
    const signalled = untilSignalled();
    const service = await startService(settings);
    endOnFault(service.log);
    const ready = service.ready.then(() => printJson({ event: "ready" }));
    // After a signal nobody waits for it any more.
    ready.catch(() => undefined);
    let failed: string | undefined;
    try {
      printJson({ event: "listening", url: service.server.url });
      await Promise.race([ready, signalled]);
      failed = (await Promise.race([signalled, service.failed])) ?? undefined;
    } finally {
      await service.stop();
    }
    if (failed !== undefined)
      throw new OperatorError(
        `inference cannot continue: ${failed}; start the service again (phasewise doctor finds the cause)`,
      );
    return 0;
  },
});
