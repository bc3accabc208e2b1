/**
 * A tenant, which is one wearable: its slug, the schema of its payload for the API document, and
 * the mapping of its data.
 * @module
 */
import type { TSchema } from "@sinclair/typebox";
import type { Problem } from "../contract/error.ts";
import type { Day, Measurements } from "../engine/types.ts";

/** What the mapping must know about the rest of the request. */
export interface PayloadContext {
  /** JSON Pointer of the payload, such as `/oura`. */
  pointer: string;
  /** The last local day that a record may carry. Later ones are implausible and ignored. */
  newestAllowedDay: Day;
  /** IANA name, already checked. It gives the local day of samples that lack one. */
  timezone: string;
}

export interface Tenant {
  /** Route segment and payload key, such as `oura`. */
  slug: string;
  name: string;
  payloadSchema: TSchema;
  /**
   * Validates and maps the raw payload object, and reports every fault. Scores and personal fields
   * are dropped here.
   */
  parse(
    payload: unknown,
    context: PayloadContext,
  ): { measurements: Measurements } | { problems: Problem[] };
}
