/**
 * What each operation does at the edge, before the origin takes over.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import { LOOPBACK_HOST } from "../contract/loopback.ts";
import { allowedMethods, OPERATIONS } from "../contract/operations.ts";
import { draining } from "../origin/closed.ts";
import { jsonResponse } from "../origin/envelope.ts";
import type { Partner } from "../origin/partner.ts";
import { preflight } from "../origin/preflight.ts";
import { askedScenario } from "../origin/sandbox.ts";
import { refuseFault } from "../store/fault.ts";
import { KeyEnded } from "../store/key-and-consent.ts";
import type { ConsentState } from "../store/types.ts";
import { bestEffort } from "../telemetry/best-effort.ts";
import { type Ending, METRICS_CONTENT_TYPE } from "../telemetry/metrics.ts";
import type { GatewayContext } from "./context.ts";
import { Denial, unauthorized } from "./denial.ts";
import type { Exchange, Handler } from "./handler.ts";
import { type Quota, SPENT_QUOTA } from "./rate-limit.ts";

/** Headers that proxies add. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)/;
/** The answer to a caller who may be local: it says how to reach the page. */
const METRICS_HIDDEN =
  "Not Found: with Connection: close a local caller looks like one behind a proxy. Leave that header out, or ask the listener of --metrics-port";
const UNCOUNTED = "Requests cannot be counted now; retry shortly.";

/**
 * Checks, in order: credential, partner, tenant of the route, rate limit.
 * @param tenant the route's segment; null where the route has none
 * @throws Denial
 * @throws ServiceError where the store cannot be relied on
 */
export async function admit(
  context: GatewayContext,
  exchange: Exchange,
  tenant: string | null,
): Promise<{ partner: Partner; consent: ConsentState }> {
  const { limiter, options, refusedOnce } = context;
  const { headers } = exchange.request;
  const onKey = (keyId: string) => {
    exchange.keyId = keyId;
  };
  // A recommendation is checked again by the origin.
  const { partner, key_id, consent } = await context.identify(headers, onKey, tenant !== null);
  exchange.clientId = partner.client_id;
  if (tenant !== null && tenant !== partner.tenant) {
    // Its answer tells the quota too.
    if (key_id !== null) await limiter.learn(key_id);
    throw new Denial(403, "tenant_mismatch");
  }
  if (tenant !== null) exchange.scenario = askedScenario(exchange.request.headers, partner);
  const outcome = exchange.scenario?.outcome;
  const caller = key_id ?? partner.client_id;
  if (outcome?.kind === "limit" && refusedOnce.refuses(outcome, caller)) {
    exchange.quota = SPENT_QUOTA;
    throw overLimit(SPENT_QUOTA);
  }
  if (key_id !== null) await requireRoom(context, partner, key_id);
  refuseFault(options.store.fault());
  return { partner, consent };
}

/**
 * Counts the request.
 * @throws Denial where its key has no room; ServiceError where it cannot be counted
 */
async function requireRoom(
  { limiter, options: { metrics } }: GatewayContext,
  { client_id }: Partner,
  keyId: string,
): Promise<void> {
  const admitted = await limiter.admit(keyId);
  if (admitted) return;
  if (admitted === null) {
    metrics.unavailable("limits");
    throw new ServiceError("service_unavailable", UNCOUNTED, { reason: "limits" });
  }
  metrics.throttled(client_id);
  throw overLimit(limiter.quota(keyId));
}

function overLimit({ reset_s }: Quota): Denial {
  return new Denial(429, "Rate limit exceeded", { "retry-after": String(reset_s) });
}

export function recommend(context: GatewayContext, tenantSlug: string): Handler {
  async function begin(exchange: Exchange): Promise<Response> {
    const { partner, consent } = await admit(context, exchange, tenantSlug);
    const tenant = context.tenants.get(partner.tenant);
    // The key was issued for a tenant that this deployment does not serve.
    if (tenant === undefined) throw new Denial(404, "Not Found");
    const { keyId: key_id, scenario } = exchange;
    const caller = { client_id: partner.client_id, key_id };
    const asked = { exchange, partner, tenant, consent, caller, scenario };
    return context.recommendation.handle(asked);
  }
  return async (exchange) => {
    try {
      return await begin(exchange);
    } catch (error) {
      let refusal = error;
      if (error instanceof KeyEnded) {
        exchange.keyId = null;
        refusal = unauthorized("Authorization Failed");
      }
      const ending = endingOf(refusal);
      if (ending !== undefined && exchange.scenario === null)
        bestEffort(() => context.options.metrics.ended(exchange.clientId, ending));
      throw refusal;
    }
  };
}

const ENDINGS: Readonly<Record<number, Ending>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "forbidden",
  429: "throttled",
};

/** How a request ends that the gateway refuses; undefined where the origin has told it. */
function endingOf(refusal: unknown): Ending | undefined {
  if (refusal instanceof Denial) return ENDINGS[refusal.status];
  return refusal instanceof ServiceError ? refusal.code : undefined;
}

export function me(context: GatewayContext): Handler {
  return async (exchange) => {
    const { partner, consent } = await admit(context, exchange, null);
    return preflight(partner, consent);
  };
}

export function liveness(): Response {
  return jsonResponse(200, { status: "ok" });
}

export function readiness(context: GatewayContext): Response {
  if (context.recommendation.draining) throw draining();
  const { engineHost, store } = context.options;
  const ready = engineHost.current();
  const missing = engineHost.missing() ?? (store.fault() === null ? null : "store");
  if (ready === null || missing !== null)
    throw new ServiceError(
      "service_unavailable",
      `The service is not ready (${missing}); retry shortly.`,
      {
        reason: "not_ready",
      },
    );
  const { model_version, corpus_version } = ready;
  const degraded = context.options.degraded?.() ?? [];
  return jsonResponse(200, {
    status: "ready",
    model_version,
    corpus_version,
    ...(degraded.length > 0 && { degraded }),
  });
}

/** @param address of the caller; null where it is unknown */
export function metrics(context: GatewayContext, address: string | null): Handler {
  return ({ request }) => {
    const own = context.elsewhere.includes("metrics");
    if (own || !isLoopback(address) || isForwarded(request.headers))
      throw new Denial(404, "Not Found");
    if (isForOneRequest(request.headers)) throw new Denial(404, METRICS_HIDDEN);
    return metricsPage(context);
  };
}

/** The operations of the metrics listener: the page and nothing else. */
export function metricsAlone(context: GatewayContext): Handler {
  return ({ request, path }) => {
    if (path !== OPERATIONS.metrics.path) throw new Denial(404, "Not Found");
    const allowed = allowedMethods(path);
    if (!allowed.includes(request.method))
      throw new Denial(405, "Method Not Allowed", { allow: allowed.join(", ") });
    return metricsPage(context);
  };
}

function metricsPage(context: GatewayContext): Response {
  return new Response(context.options.metrics.text(), {
    headers: { "content-type": METRICS_CONTENT_TYPE },
  });
}

function isLoopback(address: string | null): boolean {
  return address !== null && /^(::ffff:)?127\.|^::1$/.test(address);
}

/**
 * Behind a proxy on the same machine every caller looks local. But most proxies add a header, or
 * ask under the name that their caller used.
 */
function isForwarded(headers: Headers): boolean {
  if ([...headers.keys()].some((name) => FORWARDED.test(name))) return true;
  return !LOOPBACK_HOST.test(headers.get("host") ?? "");
}

/**
 * nginx with a bare `proxy_pass http://127.0.0.1:8080` adds no header, asks under that loopback
 * name and closes each connection. A local program that sends `Connection: close` sends the same
 * bytes, so nothing in the request tells the two apart.
 */
function isForOneRequest(headers: Headers): boolean {
  const options = headers.get("connection")?.toLowerCase().split(",") ?? [];
  return options.some((option) => option.trim() === "close");
}
