/**
 * The literature services.
 * @module
 */

/** In order of trust: where two describe one article, the first counts. */
export const SOURCES = ["pubmed", "europepmc", "crossref", "openalex"] as const;
export type SourceName = (typeof SOURCES)[number];
