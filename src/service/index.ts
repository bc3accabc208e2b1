/**
 * A whole service: state, limits, metrics, socket, console and engine, opened in order and stopped
 * in the other one.
 */
import { dirname } from "node:path";
import { ORIGIN_SECRET_ENV } from "../config/secrets.ts";
import type { Degraded } from "../contract/body.ts";
import { OperatorError } from "../contract/error.ts";
import { SERVER_LOCK_WAIT_MS } from "../contract/limits.ts";
import { readDeprecations } from "../gateway/deprecation.ts";
import { type RunningServer, type ServerOptions, startServer } from "../gateway/server.ts";
import type { SharedRateLimiter } from "../gateway/shared-rate-limit.ts";
import { mcpEndpoint } from "../mcp/endpoint.ts";
import { buildId, VERSION } from "../native/build-info.ts";
import { returnFreedMemory } from "../native/memory.ts";
import { parseDuration } from "../operator/time.ts";
import type { EngineHost } from "../origin/engine-host.ts";
import type { StateStore } from "../store/port.ts";
import { storePath } from "../store/sqlite/index.ts";
import { takeServerLock } from "../store/sqlite/server-lock.ts";
import { openState } from "../store/state.ts";
import { type Log, openLog } from "../telemetry/logger.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { TENANTS } from "../tenants/index.ts";
import { closeStore } from "./close-store.ts";
import { openConsole } from "./console-listener.ts";
import { type CorpusFollower, followCorpus, readPublishedSource } from "./follow-corpus.ts";
import { type LiveEngine, openLiveEngine } from "./live-engine.ts";
import { type Readiness, watchReadiness } from "./readiness.ts";
import { secretOf } from "./secret.ts";
import type { ServeSettings } from "./serve-settings.ts";
import { openSharedLimiter } from "./shared-limiter.ts";
import { placeOf } from "./state.ts";
import { storeTime } from "./store-time.ts";
import { readTls } from "./tls.ts";
import { startUpkeep } from "./upkeep.ts";

const MS_PER_SECOND = 1_000;

type Report = (line: string) => unknown;

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

/** What opens one after the other. Health and metrics are asked before all of it is there. */
interface Parts {
  limits: SharedRateLimiter | null;
  readiness: Readiness | null;
  engine: LiveEngine | null;
  corpus: CorpusFollower | null;
}

/**
 * Opens the state store and the socket, then loads the engine.
 * @param report takes a line for the operator where the closing of the store fails
 */
export async function startService(settings: ServeSettings, report: Report): Promise<Service>;
/** @param start opens something other than a socket */
export async function startService<S extends Stoppable>(
  settings: ServeSettings,
  report: Report,
  start: (options: ServerOptions) => Promise<S>,
): Promise<Service<S>>;
export async function startService(
  settings: ServeSettings,
  report: Report,
  start: (options: ServerOptions) => Promise<Stoppable> = startServer,
): Promise<Service<Stoppable>> {
  const opened = new AsyncDisposableStack();
  try {
    return await openService(settings, report, start, opened);
  } catch (error) {
    // If the closing fails too, the fault of the start is reported.
    await opened.disposeAsync().catch(() => undefined);
    throw error;
  }
}

/** @param opened gets what a stop ends, in the order of opening; it is ended from the last on */
async function openService(
  settings: ServeSettings,
  report: Report,
  start: (options: ServerOptions) => Promise<Stoppable>,
  opened: AsyncDisposableStack,
): Promise<Service<Stoppable>> {
  const log = openLog(settings.logLevel);
  opened.defer(() => log.flush());
  const { logger } = log;
  const given = readGiven(settings);
  const parts: Parts = { limits: null, readiness: null, engine: null, corpus: null };
  const health = healthOf(parts);
  const metrics = createMetrics({
    version: VERSION,
    buildId: buildId(),
    clientIds: TENANTS.flatMap(({ slug }) =>
      settings.environments.map((each) => `${each}-${slug}`),
    ),
    queueDepth: () => parts.engine?.queueDepth() ?? 0,
    engine: health.engineHost.current,
    missing: health.engineHost.missing,
    degraded: health.degraded,
    log,
  });
  parts.limits = openSharedLimiter(settings, {
    logger,
    countLimiterFailure: metrics.countLimiterFailure,
  });
  opened.defer(() => parts.limits?.end());
  const store = await openLockedStore(settings, report, opened);
  opened.defer(() => parts.corpus?.end());
  opened.defer(startUpkeep({ place: placeOf(settings), retainMs: given.retainMs, logger }));
  const readiness = watchReadiness(readinessChecks(settings, store, parts), logger);
  parts.readiness = readiness;
  opened.defer(() => readiness.end());
  const server = await start({
    ...optionsOf(settings),
    originSecret: given.originSecret,
    deprecations: given.deprecations,
    tls: given.tls,
    store,
    ...health,
    limiter: parts.limits ?? undefined,
    logger,
    metrics,
  });
  opened.defer(() => server.stop());
  const operatorConsole = openConsole(settings, { store, metrics, logger });
  opened.defer(() => operatorConsole?.stop());
  logger.info({ version: VERSION, build_id: buildId(), url: server.url }, "service started");
  const failed = Promise.withResolvers<string>();
  const loading = performance.now();
  // Engine and models have nothing to finish at a stop; they end with the process.
  const ready = openLiveEngine(settings, { logger, metrics }).then(async (engine) => {
    const { dataDir } = settings;
    const nowMs = () => storeTime(store);
    parts.corpus = await followCorpus(given.publishedSource, {
      dataDir,
      engine,
      logger,
      metrics,
      nowMs,
    });
    returnFreedMemory();
    parts.engine = engine;
    const { model_version, corpus_version } = engine.current() ?? {};
    const elapsed_ms = Math.round(performance.now() - loading);
    logger.info({ model_version, corpus_version, elapsed_ms }, "service ready");
    engine.failed.then(failed.resolve);
  });
  return { server, log, ready, failed: failed.promise, stop: () => opened.disposeAsync() };
}

/**
 * The files and durations that the settings give, read before anything opens.
 * @throws OperatorError, UsageError
 */
function readGiven(settings: ServeSettings) {
  const { deprecationsFile } = settings;
  return {
    deprecations: deprecationsFile === null ? [] : readDeprecations(deprecationsFile),
    tls: readTls(settings, Date.now()),
    originSecret: settings.gateway === "external" ? originSecretOf(settings) : null,
    publishedSource: readPublishedSource(settings),
    retainMs: parseDuration(settings.retainAudit, "--retain-audit"),
  };
}

function healthOf(parts: Parts): { engineHost: EngineHost; degraded: () => Degraded[] } {
  const missing = () => parts.readiness?.missing() ?? null;
  return {
    engineHost: {
      current: () => (missing() === null ? (parts.engine?.current() ?? null) : null),
      missing() {
        if (parts.engine === null) return "loading";
        return parts.engine.current() === null ? "inference" : missing();
      },
    },
    degraded: () => [
      ...((parts.limits?.fault() ?? null) === null ? [] : (["limits"] as const)),
      ...((parts.corpus?.fault() ?? null) === null ? [] : (["corpus"] as const)),
    ],
  };
}

/** Opens the store for the one server that may use its folder. */
async function openLockedStore(
  settings: ServeSettings,
  report: Report,
  opened: AsyncDisposableStack,
): Promise<StateStore> {
  const serverLock = takeServerLock(settings.dataDir);
  opened.defer(() => serverLock.release());
  const store = await openState(placeOf(settings), {
    create: true,
    lockWaitMs: SERVER_LOCK_WAIT_MS,
    waitMs: settings.requestDeadline * MS_PER_SECOND,
    watch: true,
  });
  opened.defer(() => closeStore(store, report));
  return store;
}

function readinessChecks(settings: ServeSettings, store: StateStore, parts: Parts) {
  const refuses = settings.rateLimitFallback === "refuse";
  return {
    stateDir: dirname(storePath(settings.dataDir)),
    storeFault: () => store.fault(),
    releaseFault: () => parts.engine?.releaseFault() ?? null,
    limitsFault: () => (refuses ? (parts.limits?.fault() ?? null) : null),
  };
}

/** What the server takes from the settings as it is. */
function optionsOf(settings: ServeSettings) {
  const { host, port, environments, gateway, metricsPort, corsOrigins, publicUrl } = settings;
  return {
    host,
    port,
    environments,
    gateway,
    metricsPort,
    corsOrigins,
    publicUrl,
    storeQuery: settings.storeQuery,
    mcp: settings.mcp === "on" ? mcpEndpoint : null,
    requestDeadlineMs: settings.requestDeadline * MS_PER_SECOND,
    tenants: TENANTS,
    buildId: buildId(),
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
