/**
 * What each operation does at the edge, before the origin takes over.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import { jsonResponse } from "../origin/envelope.ts";
import { preflight } from "../origin/preflight.ts";
import { draining } from "../origin/unavailable.ts";
import { KeyEndedError } from "../store/key-and-consent.ts";
import { bestEffort } from "../telemetry/best-effort.ts";
import type { Ending } from "../telemetry/metrics.ts";
import { admit } from "./admit.ts";
import type { GatewayContext } from "./context.ts";
import { Denial, unauthorized } from "./denial.ts";
import type { Exchange, Handler } from "./handler.ts";

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
      if (error instanceof KeyEndedError) {
        exchange.keyId = null;
        refusal = unauthorized("Authorization Failed");
      }
      const ending = endingOf(refusal);
      if (ending !== undefined && exchange.scenario === null)
        bestEffort(() => context.options.metrics.countEnding(exchange.clientId, ending));
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
