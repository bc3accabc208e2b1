/**
 * The gateway's options, and what every request needs of it.
 * @module
 */

import type { Degraded } from "../contract/body.ts";
import type { Deprecation } from "../contract/deprecation.ts";
import type { OperationId } from "../contract/operations.ts";
import type { StoreQuery } from "../origin/audit-entry.ts";
import type { EngineHost } from "../origin/engine-host.ts";
import type { RecommendationOperation } from "../origin/recommendation.ts";
import type { FirstTryRefusals } from "../origin/sandbox.ts";
import type { StateStore } from "../store/port.ts";
import type { Environment } from "../store/records.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Tenant } from "../tenants/types.ts";
import type { Handler } from "./handler.ts";
import type { Identify } from "./identity.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { StaticPage } from "./static-page.ts";

export interface ServerOptions {
  host: string;
  /** 0 takes a free port. */
  port: number;
  environments: readonly Environment[];
  gateway: "embedded" | "external";
  /** The shared secret of the external gateway; required with it, unused otherwise. */
  originSecret: string | null;
  /**
   * The port of a listener for `/metrics` alone; null serves it to loopback callers on the main
   * port.
   */
  metricsPort: number | null;
  deprecations: readonly Deprecation[];
  storeQuery: StoreQuery;
  /** PEM texts for the main port; null where another program ends TLS in front of the service. */
  tls: { cert: string; key: string } | null;
  /** Makes the endpoint for agents at `/mcp`; null where there is none. */
  mcp: ((context: GatewayContext) => Handler) | null;
  /** The origins whose pages may call from a browser. */
  corsOrigins: readonly string[];
  /** Where callers reach the service, for the API document; null where they use its own address. */
  publicUrl: string | null;
  store: StateStore;
  tenants: readonly Tenant[];
  engineHost: EngineHost;
  logger: Logger;
  metrics: Metrics;
  buildId: string;
  /** From the arrival of a request to its answer; `REQUEST_DEADLINE_SECONDS` by default. */
  requestDeadlineMs?: number;
  /** Counts requests; by default in this process alone. */
  limiter?: RateLimiter | undefined;
  /** What is not as it should be though answers go on. */
  degraded?: () => readonly Degraded[];
  /** Epoch milliseconds; set by tests. */
  now?: (() => number) | undefined;
}

export interface GatewayContext {
  options: ServerOptions;
  requestDeadlineMs: number;
  now(): number;
  identify: Identify;
  limiter: RateLimiter;
  /** Keys that the sandbox refused as over the limit. */
  firstTries: FirstTryRefusals;
  /** Operations that the main port does not serve. */
  elsewhere: readonly OperationId[];
  recommendation: RecommendationOperation;
  tenants: ReadonlyMap<string, Tenant>;
  openapi: StaticPage;
  /** Pages and files of the portal. */
  portal: Handler;
}
