/** The clients that there can be: each tenant in each environment. */
import { nearest } from "../config/nearest.ts";
import { UsageError } from "../contract/error.ts";
import { ENVIRONMENTS } from "../store/records.ts";
import { TENANTS } from "../tenants/index.ts";

export const SLUGS: readonly string[] = TENANTS.map(({ slug }) => slug);

export const CLIENT_IDS: readonly string[] = ENVIRONMENTS.flatMap((environment) =>
  SLUGS.map((slug) => `${environment}-${slug}`),
);

/**
 * A mistyped id must not create a consent record to which no key belongs.
 * @param named how the operator calls the field
 * @throws UsageError which says what was probably meant
 */
export function requireClient(clientId: string, named: string): string {
  if (CLIENT_IDS.includes(clientId)) return clientId;
  const meant = nearest(clientId, CLIENT_IDS);
  const hint = meant === null ? "" : ` Did you mean ${meant}?`;
  throw new UsageError(
    `${named} is ${JSON.stringify(clientId)}: give ${ENVIRONMENTS.join(" or ")}, a dash, and one of ${SLUGS.join(", ")}.${hint}`,
  );
}
