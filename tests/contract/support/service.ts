/**
 * The real service on a real socket with the real store. Only the engine and the clock are the
 * test's own.
 */
import pino from "pino";
import { type ServerOptions, startServer } from "../../../src/gateway/server.ts";
import type { StateStore } from "../../../src/store/port.ts";
import type { Environment } from "../../../src/store/records.ts";
import { createMetrics } from "../../../src/telemetry/metrics.ts";
import { TENANTS } from "../../../src/tenants/index.ts";
import { type Body, requestBody } from "../../support/payloads.ts";
import { openTestState } from "../../support/state.ts";
import { expectDocumented } from "./documented.ts";
import { FakeEngine } from "./engine.ts";

const recommendationOf = (tenant: string) => `/v1/${tenant}/recommendation`;
export const RECOMMENDATION = recommendationOf("oura");
export const PREFLIGHT = "/v1/health/me";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted member by member
  json: any;
}

class Clock {
  /** Real time, so that "yesterday" in a payload stays plausible. */
  #offsetMs = 0;
  #frozenMs: number | null = null;
  now = (): number => (this.#frozenMs ?? Date.now()) + this.#offsetMs;
  freeze(): void {
    this.#frozenMs = Date.now();
  }
  advance(seconds: number): void {
    this.#offsetMs += seconds * 1_000;
  }
}

export interface TestService {
  url: string;
  metricsUrl: string | null;
  key: string;
  store: StateStore;
  engine: FakeEngine;
  clock: Clock;
  /** Everything logged so far. */
  log(): string;
  issue(options?: {
    environment?: Environment;
    tenant?: string;
    expires_in_ms?: number;
  }): Promise<string>;
  /**
   * POST of the recommendation; a fresh key per call unless one is given, so that the rate limit
   * does not interfere.
   */
  post(body?: Body | string, options?: CallOptions & { tenant?: string }): Promise<Answer>;
  call(
    method: string,
    path: string,
    options?: CallOptions & { body?: string | Uint8Array<ArrayBuffer> | ReadableStream },
  ): Promise<Answer>;
  rows(): Promise<number>;
  /** Stops the server only; the store stays open. */
  stopServer(): Promise<void>;
  stop(): Promise<void>;
}

interface CallOptions {
  key?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface TestOptions extends Omit<Partial<ServerOptions>, "limiter"> {
  /** The limiter on the service's clock. */
  limiter?: (now: (() => number) | undefined) => Promise<ServerOptions["limiter"]>;
  /** State of every tenant's sandbox; active by default. */
  consent?: "not_provisioned" | "provisioned" | "active" | "revoked";
}

const STEPS = {
  not_provisioned: [],
  provisioned: ["provisioned"],
  active: ["provisioned", "active"],
} as const;

export async function testService(options: TestOptions = {}): Promise<TestService> {
  const clock = new Clock();
  const engine = new FakeEngine();
  const state = await openTestState(clock.now);
  const { store } = state;
  const lines: string[] = [];
  const { consent = "active", limiter, ...rest } = options;
  const now = "now" in rest ? rest.now : clock.now;
  const server = await startServer({
    host: "127.0.0.1",
    port: 0,
    environments: ["sandbox", "production"],
    gateway: "embedded",
    originSecret: null,
    metricsPort: null,
    mcp: null,
    deprecations: [],
    corsOrigins: [],
    publicUrl: null,
    storeQuery: "masked",
    tls: null,
    store,
    tenants: TENANTS,
    engineHost: engine,
    metrics: createMetrics({
      missing: () => null,
      degraded: () => [],
      version: "0.0.0",
      buildId: "build-test",
      clientIds: TENANTS.flatMap(({ slug }) => [`sandbox-${slug}`, `production-${slug}`]),
      queueDepth: () => 0,
      engine: () => engine.current(),
      log: { dropped: () => 0, waitingBytes: () => 0 },
    }),
    // As `openLog` has it: without the process and the host.
    logger: pino(
      { level: "trace", base: null },
      { write: (line: string) => void lines.push(line) },
    ),
    buildId: "build-test",
    ...rest,
    limiter: await limiter?.(now),
    now,
  });
  for (const { slug } of TENANTS) {
    for (const state of STEPS[consent === "revoked" ? "active" : consent])
      await store.consent.change(`sandbox-${slug}`, state, "test");
    if (consent === "revoked") await store.consent.change(`sandbox-${slug}`, "revoked", "test");
  }
  const issue: TestService["issue"] = async ({
    environment = "sandbox",
    tenant = "oura",
    expires_in_ms,
  } = {}) => (await store.keys.issue({ tenant, environment, expires_in_ms }, "command line")).key;
  const call: TestService["call"] = async (
    method,
    path,
    { key = null, headers = {}, body, signal } = {},
  ) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { ...(key === null ? {} : { authorization: `ApiKey ${key}` }), ...headers },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await response.text();
    const documented = [404, 405].includes(response.status) ? null : path;
    const limited = options.gateway !== "external" && response.status !== 401;
    // Any tenant's route is documented as the one that is served.
    if (documented !== null && method !== "HEAD") {
      expectDocumented(
        method,
        documented.replace(/^\/v1\/[^/]+\/rec.*/, RECOMMENDATION),
        response,
        text,
        limited,
      );
    }
    const isJson = /json/.test(response.headers.get("content-type") ?? "") && text !== "";
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    };
  };
  return {
    url: server.url,
    metricsUrl: server.metricsUrl,
    key: await issue(),
    store,
    engine,
    clock,
    log: () => lines.join(""),
    issue,
    call,
    post: async (body = requestBody(), { tenant = "oura", key, headers = {}, signal } = {}) =>
      call("POST", recommendationOf(tenant), {
        key: key === undefined ? await issue({ tenant }) : key,
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
        ...(signal === undefined ? {} : { signal }),
      }),
    rows: async () => (await store.audit.list({})).length,
    stopServer: () => server.stop(),
    async stop() {
      await server.stop();
      await state.close();
    },
  };
}

/** One service for all tests of a file. */
export function useService(
  hooks: { beforeAll(act: () => Promise<void>): void; afterAll(act: () => Promise<void>): void },
  options: TestOptions = {},
): () => TestService {
  let service: TestService | undefined;
  hooks.beforeAll(async () => {
    service = await testService(options);
  });
  hooks.afterAll(async () => {
    await service?.stop();
  });
  return () => {
    if (service === undefined) throw new Error("used before it was started");
    return service;
  };
}
