/**
 * A partner: its slug, the schema of its payload for the API document, and the one door its data come through.
 * @module
 */
import type { TSchema } from "@sinclair/typebox";
import type { Problem } from "../contract/error.ts";
import type { Measurements } from "../engine/types.ts";

export interface Tenant {
  /** Route segment and payload key, e.g. `oura`. */
  slug: string;
  name: string;
  payloadSchema: TSchema;
  /**
   * Validates and maps the raw payload object. Scores and personal fields end here.
   * `pointer` is the JSON Pointer of the payload (`/oura`), `newestAllowedDay` the last local day a record may carry.
   */
  parse(
    payload: unknown,
    pointer: string,
    newestAllowedDay: string,
  ): { measurements: Measurements } | { problems: Problem[] };
}
