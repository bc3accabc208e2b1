/**
 * Opens the sockets, and closes them without losing an answer.
 * @module
 */
import { constants } from "node:crypto";
import { OperatorError } from "../contract/error.ts";
import { REQUEST_DEADLINE_SECONDS } from "../contract/limits.ts";
import { openApiDocument } from "../contract/openapi/document.ts";
import { requestExample } from "../contract/openapi/request.ts";
import type { OperationId } from "../contract/operations.ts";
import { warmUpReading } from "../origin/prepare.ts";
import { RecommendationOperation } from "../origin/recommendation.ts";
import { FirstTryRefusals } from "../origin/sandbox.ts";
import { createApp } from "./app.ts";
import type { GatewayContext, ServerOptions } from "./context.ts";
import { handleExchange } from "./exchange.ts";
import { type Identify, identifyByGateway, identifyByKey } from "./identity.ts";
import { metricsAlone } from "./metrics-page.ts";
import { servePortal } from "./portal.ts";
import { LocalRateLimiter } from "./rate-limit.ts";
import { encodeOnDemand, staticPage } from "./static-page.ts";
import { urlOf } from "./url.ts";

export type { ServerOptions } from "./context.ts";

const MS_PER_SECOND = 1_000;
/** TLS 1.2 is the oldest version that is accepted. */
const NO_OLD_TLS = constants.SSL_OP_NO_TLSv1 | constants.SSL_OP_NO_TLSv1_1;
/** An answer that was computed just before its deadline still has to leave the socket. */
const ANSWER_OUT_MS = 1_000;

export interface RunningServer {
  url: string;
  /** The URL of the metrics listener, where there is one. */
  metricsUrl: string | null;
  /**
   * Admits no new request and lets the open ones end, at most until their deadline. Then it closes
   * every connection. Until then the socket stays open, so that new callers are told to retry.
   */
  stop(): Promise<void>;
}

export interface InProcessServer {
  url: string;
  /** Answers a request as the socket would. */
  handle(request: Request): Promise<Response>;
  stop(): Promise<void>;
}

/** The same service without a socket, for a caller in this process. */
export async function startInProcess(options: ServerOptions): Promise<InProcessServer> {
  const context = createContext(options);
  const app = createApp(context);
  return {
    url: "http://in-process",
    handle: (request) => app.handle(request),
    async stop() {
      await context.recommendation.drain();
      context.recommendation.close();
    },
  };
}

/** @throws OperatorError when it cannot listen on an address */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const context = createContext(options);
  const app = listen(options, () =>
    createApp(context).listen({
      hostname: options.host,
      port: options.port,
      ...(options.tls !== null && { tls: { ...options.tls, secureOptions: NO_OLD_TLS } }),
    }),
  );
  const { server } = app;
  if (server === null)
    throw new OperatorError(`cannot listen on ${options.host} port ${options.port}`);
  let metricsServer: ReturnType<typeof openMetrics>;
  try {
    metricsServer = openMetrics(context);
  } catch (error) {
    await server.stop(true);
    context.recommendation.close();
    throw error;
  }
  return {
    url: urlOf(options.host, server.port, options.tls === null ? "http" : "https"),
    metricsUrl: metricsServer === null ? null : urlOf(options.host, metricsServer.port),
    async stop() {
      const finished = context.recommendation.drain().then(() => server.stop(false));
      const grace = Promise.withResolvers<void>();
      const timer = setTimeout(grace.resolve, context.requestDeadlineMs + ANSWER_OUT_MS);
      await Promise.race([finished, grace.promise]);
      clearTimeout(timer);
      await server.stop(true);
      await metricsServer?.stop(true);
      context.recommendation.close();
    },
  };
}

function createContext(options: ServerOptions): GatewayContext {
  const { store, engineHost, logger, metrics, tenants, deprecations } = options;
  const { publicUrl } = options;
  const requestDeadlineMs = options.requestDeadlineMs ?? REQUEST_DEADLINE_SECONDS * MS_PER_SECOND;
  const now = options.now ?? Date.now;
  const elsewhere: readonly OperationId[] = [
    ...(options.metricsPort === null ? [] : (["metrics"] as const)),
    ...(options.mcp === null ? (["mcp"] as const) : []),
  ];
  const document = openApiDocument({ tenants, deprecations, elsewhere, publicUrl });
  // Code that is compiled on first use would block the event loop when the first request comes.
  for (const tenant of tenants) warmUpReading(requestExample(tenant), tenant, now());
  return {
    options,
    requestDeadlineMs,
    now,
    identify: identityOf(options),
    // Uses a clock that nobody sets: a step of the machine's clock would allow a second minute's
    // requests, or none for hours.
    limiter: options.limiter ?? new LocalRateLimiter(options.now ?? (() => performance.now())),
    firstTries: new FirstTryRefusals(),
    elsewhere,
    recommendation: new RecommendationOperation({
      store,
      engineHost,
      logger,
      metrics,
      requestDeadlineMs,
      storeQuery: options.storeQuery,
      now,
    }),
    tenants: new Map(tenants.map((tenant) => [tenant.slug, tenant])),
    openapi: staticPage(encodeOnDemand(JSON.stringify(document)), {
      "content-type": "application/json; charset=utf-8",
    }),
    portal: servePortal(document),
  };
}

function identityOf({ gateway, originSecret, environments, store }: ServerOptions): Identify {
  if (gateway === "embedded") return identifyByKey(store, environments);
  if (originSecret === null || originSecret === "") {
    throw new OperatorError("an external gateway needs a shared secret");
  }
  return identifyByGateway(originSecret, store, environments);
}

function openMetrics(context: GatewayContext) {
  const { host, metricsPort } = context.options;
  if (metricsPort === null) return null;
  return listen({ host, port: metricsPort }, () =>
    Bun.serve({
      hostname: host,
      port: metricsPort,
      development: false,
      fetch: (request) => handleExchange(context, "metrics", request, metricsAlone(context)),
    }),
  );
}

function listen<T>({ host, port }: Pick<ServerOptions, "host" | "port">, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new OperatorError(
      `cannot listen on ${host} port ${port} (${code}); choose another address or port`,
    );
  }
}
