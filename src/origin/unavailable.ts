/**
 * Refuses requests that come while the service stops, or while too many others are open.
 * @module
 */
import { ServiceError } from "../contract/error.ts";

export function draining(): ServiceError {
  return new ServiceError("service_unavailable", "The service is stopping; retry shortly.", {
    reason: "draining",
  });
}

export function tooManyOpen(): ServiceError {
  return new ServiceError("service_unavailable", "The service is busy; retry shortly.", {
    reason: "requests_full",
    internal: "too many requests are open",
  });
}
