/**
 * Refusals of a service that cannot answer just now: 503 `service_unavailable`.
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

/** There is no engine, because it is loading or inference has failed. */
export function notReady(internal: string): ServiceError {
  return new ServiceError("service_unavailable", "The service is not ready; retry shortly.", {
    reason: "not_ready",
    internal,
  });
}
