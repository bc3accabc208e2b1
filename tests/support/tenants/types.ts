/** What the tests that run over every tenant alike must know of one. */
import type { Body } from "../payloads.ts";
import type { CountedMeasure } from "./person.ts";

export interface TenantCase {
  slug: string;
  /** The nights of `personNights` as this vendor sends them. */
  payload(newest: string, count?: number): Body;
  /** What of it the engine must get; anything else it must not have. */
  reads: readonly CountedMeasure[];
  /**
   * Members that are proprietary wherever they stand; none of them is offered in the API document.
   */
  scores: readonly string[];
  /** What must be refused, and the JSON Pointer below the payload that says where. */
  refused: readonly { name: string; bend(payload: Body): void; path: string }[];
  /** What must be missing from what the engine gets, while the rest is read. */
  missing: readonly {
    name: string;
    bend(payload: Body): void;
    measures: readonly CountedMeasure[];
  }[];
}
