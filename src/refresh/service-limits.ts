/**
 * The published limits of the services.
 * @module
 */
import type { SourceName } from "./source-name.ts";

/** NCBI E-utilities, usage guidelines: 3 requests a second, 10 with an API key. */
const PUBMED_REQUESTS_PER_S = 3;
const PUBMED_REQUESTS_PER_S_WITH_KEY = 10;
/** Europe PMC publishes no number; this is a third of what its own clients do. */
const EUROPE_PMC_REQUESTS_PER_S = 3;
/**
 * Crossref, polite pool (with `mailto`) since 1 December 2025: 3 lists a second. Every request here
 * is a list.
 */
const CROSSREF_REQUESTS_PER_S = 3;
/** OpenAlex allows more in bursts; 10 is what it asks of polite callers. */
const OPENALEX_REQUESTS_PER_S = 10;

export interface ServiceLimits {
  requests_per_s: number;
  /** Tries of one request, including the first. */
  attempts_max: number;
  /** From the first byte sent to the last byte read. */
  timeout_ms: number;
  /** The unpacked size. A page of 200 PubMed records has about 4 MB. */
  body_bytes_max: number;
  /** The pause after the first failure; each further one doubles it. */
  backoff_ms: number;
  backoff_max_ms: number;
  /** A service that asks for a longer pause is left for another day. */
  retry_after_max_ms: number;
}

const EVERYWHERE = {
  attempts_max: 6,
  timeout_ms: 60_000,
  body_bytes_max: 64 << 20,
  backoff_ms: 1_000,
  backoff_max_ms: 60_000,
  retry_after_max_ms: 600_000,
} as const;

/** @param keys for which services the caller has an API key */
export function limitsOf(source: SourceName, keys: { pubmed: boolean }): ServiceLimits {
  const rate: Record<SourceName, number> = {
    pubmed: keys.pubmed ? PUBMED_REQUESTS_PER_S_WITH_KEY : PUBMED_REQUESTS_PER_S,
    europepmc: EUROPE_PMC_REQUESTS_PER_S,
    crossref: CROSSREF_REQUESTS_PER_S,
    openalex: OPENALEX_REQUESTS_PER_S,
  };
  return { ...EVERYWHERE, requests_per_s: rate[source] };
}
