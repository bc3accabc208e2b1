/**
 * What a source of literature is: a search that is read page by page, from wherever it was left.
 * @module
 */
import type { Format } from "../ingest/formats/format.ts";
import type { Client } from "./client.ts";
import type { Validator } from "./http.ts";
import type { SourceName } from "./source-name.ts";
import type { Topic } from "./strategy.ts";

/** Days, both included, `YYYY-MM-DD`. */
export interface Window {
  since: string;
  until: string;
}

export interface Step {
  /** The body as it came; null where there is nothing in it to keep. */
  page: string | null;
  records: number;
  /** How many records the whole search has, as far as is known. */
  hits: number;
  /** Where to go on; null at the end. */
  next: string | null;
  validator: Validator | null;
}

export interface Source {
  readonly name: SourceName;
  readonly label: string;
  readonly base: string;
  readonly format: Format;
  readonly pageExtension: "xml" | "json";
  /** Days that are read again each time, because records arrive late. */
  readonly overlapDays: number;
  /** Its search can only rank or filter roughly, so that what came is compared with the topic here. */
  readonly rough: boolean;
  /** What to do where the service lets nobody in (401, 403). */
  readonly whenRefused?: string;
  /** The search in the service's own language, without the days. */
  query(topic: Topic): string;
  /**
   * The next page.
   * @param cursor null for the beginning
   * @returns null where nothing changed since the validator
   * @throws Fault
   */
  step(
    client: Client,
    query: string,
    window: Window,
    cursor: string | null,
    validator?: Validator,
  ): Promise<Step | null>;
}
