/**
 * Who comes in: the checks of every operation that asks for a credential.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import type { Partner } from "../origin/partner.ts";
import { requestedScenario } from "../origin/sandbox.ts";
import { refuseFault } from "../store/fault.ts";
import type { ConsentState } from "../store/records.ts";
import type { GatewayContext } from "./context.ts";
import { Denial } from "./denial.ts";
import type { Exchange } from "./handler.ts";
import { type Quota, SPENT_QUOTA } from "./rate-limit.ts";

const UNCOUNTED = "Requests cannot be counted now; retry shortly.";

/**
 * Checks, in order: credential, partner, tenant of the route, rate limit, store. A scenario of the
 * sandbox may refuse in place of the rate limit.
 * @param tenant the route's segment; null where the route has none
 * @throws Denial
 * @throws ServiceError where the store cannot be relied on
 */
export async function admit(
  context: GatewayContext,
  exchange: Exchange,
  tenant: string | null,
): Promise<{ partner: Partner; consent: ConsentState }> {
  const { limiter, options, firstTries } = context;
  const { headers } = exchange.request;
  const onKey = (keyId: string) => {
    exchange.keyId = keyId;
  };
  // A recommendation is checked again by the origin.
  const { partner, key_id, consent } = await context.identify(headers, onKey, tenant !== null);
  exchange.clientId = partner.client_id;
  if (tenant !== null && tenant !== partner.tenant) {
    // The response to a key of another tenant tells the key's quota too.
    if (key_id !== null) await limiter.learn(key_id);
    throw new Denial(403, "tenant_mismatch");
  }
  if (tenant !== null) exchange.scenario = requestedScenario(exchange.request.headers, partner);
  const outcome = exchange.scenario?.outcome;
  const caller = key_id ?? partner.client_id;
  if (outcome?.kind === "limit" && firstTries.refuses(outcome, caller)) {
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
    metrics.countUnavailable("limits");
    throw new ServiceError("service_unavailable", UNCOUNTED, { reason: "limits" });
  }
  metrics.countThrottling(client_id);
  throw overLimit(limiter.quota(keyId));
}

function overLimit({ reset_s }: Quota): Denial {
  return new Denial(429, "Rate limit exceeded", { "retry-after": String(reset_s) });
}
