/**
 * What a request is at the edge, and what an operation does with it.
 * @module
 */
import type { LoggedOperation } from "../contract/operations.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { Quota } from "./rate-limit.ts";

export interface Exchange {
  request: Request;
  /** The request's name in the log and in `zp-rid`. */
  rid: string;
  /** The request's name in the body, for the caller; made when first needed. */
  readonly trace_id: string;
  /** `performance.now()` when the headers had arrived. */
  arrived: number;
  path: string;
  operation: LoggedOperation;
  /** Set once the credential is accepted. From then on answers carry the quota. */
  keyId: string | null;
  clientId: string | null;
  /** What the sandbox was asked to answer. */
  scenario: Scenario | null;
  /** Told in place of the key's own quota; set where a scenario refuses. */
  quota: Quota | null;
}

export type Handler = (exchange: Exchange) => Response | Promise<Response>;
