/**
 * A partner: its slug, the schema of its payload for the API document, and the one door its data come through.
 * @module
 */
import type { TSchema } from "@sinclair/typebox";
import type { Problem } from "../contract/error.ts";
import type { Day, Measurements } from "../engine/types.ts";

/** What the mapping must know of the request around the payload. */
export interface PayloadContext {
  /** JSON Pointer of the payload, e.g. `/oura`. */
  pointer: string;
  /** The last local day a record may carry; later ones are implausible and ignored. */
  newestAllowedDay: Day;
  /** IANA name, already checked; gives samples without a day of their own their local day. */
  timezone: string;
}

export interface Tenant {
  /** Route segment and payload key, e.g. `oura`. */
  slug: string;
  name: string;
  payloadSchema: TSchema;
  /** Validates and maps the raw payload object; reports every fault. Scores and personal fields end here. */
  parse(payload: unknown, context: PayloadContext): { measurements: Measurements } | { problems: Problem[] };
}
