/**
 * A source of literature: a search that is read page by page and can be continued.
 * @module
 */
import type { Format } from "../ingest/formats/format.ts";
import type { CacheValidator } from "./http.ts";
import type { ServiceClient } from "./service-client.ts";
import type { SourceName } from "./source-name.ts";
import type { Topic } from "./strategy.ts";

/** Days, both included, `YYYY-MM-DD`. */
export interface Window {
  since: string;
  until: string;
}

export interface Step {
  /** The body as it came; null where there is nothing to store. */
  page: string | null;
  records: number;
  /** How many records the whole search has, as far as known. */
  hits: number;
  /** Where to continue; null at the end. */
  next: string | null;
  validator: CacheValidator | null;
}

export interface Source {
  readonly name: SourceName;
  readonly label: string;
  readonly base: string;
  readonly format: Format;
  readonly pageExtension: "xml" | "json";
  /** Days that are read again each time, because records arrive late. */
  readonly overlapDays: number;
  /**
   * Its search can only rank or filter roughly, so the records are compared with the topic here.
   */
  readonly rough: boolean;
  /** What to do where the service refuses the caller (401, 403). */
  readonly whenRefused?: string;
  /** The search in the service's own language, without the days. */
  query(topic: Topic): string;
  /**
   * The next page.
   * @param cursor null for the beginning
   * @returns null where nothing changed since the validator
   * @throws HttpFault
   */
  step(
    client: ServiceClient,
    query: string,
    window: Window,
    cursor: string | null,
    validator?: CacheValidator,
  ): Promise<Step | null>;
}
