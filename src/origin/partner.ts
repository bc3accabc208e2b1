/**
 * The partner that calls, as the gateway names it in `X-Gateway-Partner-Id`:
 * `<environment>-<tenant>`.
 * @module
 */
import { ENVIRONMENTS, type Environment } from "../store/records.ts";

export const PARTNER_HEADER = "x-gateway-partner-id";

export interface Partner {
  client_id: string;
  tenant: string;
  environment: Environment;
}

/** Null where the name does not have the form `<environment>-<tenant>`. */
export function partnerOf(client_id: string): Partner | null {
  const environment = ENVIRONMENTS.find((name) => client_id.startsWith(`${name}-`));
  if (environment === undefined) return null;
  const tenant = client_id.slice(environment.length + 1);
  return /^[a-z0-9][a-z0-9_-]*$/.test(tenant) ? { client_id, tenant, environment } : null;
}
