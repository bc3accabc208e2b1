/**
 * The services that literature is read from.
 * @module
 */

/** In order of trust: where two tell of one article, the first is believed. */
export const SOURCES = ["pubmed", "europepmc", "crossref", "openalex"] as const;
export type SourceName = (typeof SOURCES)[number];
