/**
 * A client of the phasewise recommendation service.
 * @module
 */
export { type CallOptions, type ClientOptions, PhasewiseClient } from "./client.ts";
export {
  ConsentError,
  GatewayError,
  NoAnswerError,
  PhasewiseError,
  ServiceError,
  UnexpectedAnswerError,
} from "./errors.ts";
export type { AnswerMeta, Open, Recommendation, Served, Suppressed } from "./recommendation.ts";
export type * from "./schema.ts";
