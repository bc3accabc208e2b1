/** Refuses to answer while the database cannot be relied on. */
import { ServiceError } from "../contract/error.ts";

/**
 * @param fault what is wrong with the database; null where nothing is
 * @throws ServiceError `service_unavailable`
 */
export function refuseFault(fault: string | null, cause?: unknown): void {
  if (fault === null) return;
  const message = "The service cannot record answers; retry shortly.";
  const details = { reason: "not_ready", internal: fault, cause } as const;
  throw new ServiceError("service_unavailable", message, details);
}
