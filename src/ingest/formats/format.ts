/**
 * The supported file formats.
 * @module
 */
export const FORMATS = [
  "pubmed",
  "nbib",
  "jats",
  "ris",
  "bibtex",
  "csl",
  "crossref",
  "openalex",
  "europepmc",
  "evidence",
] as const;
export type Format = (typeof FORMATS)[number];

export const FORMAT_NAMES: Readonly<Record<Format, string>> = {
  pubmed: "PubMed XML",
  nbib: "MEDLINE/NBIB",
  jats: "JATS XML",
  ris: "RIS",
  bibtex: "BibTeX",
  csl: "CSL-JSON",
  crossref: "Crossref JSON",
  openalex: "OpenAlex JSON",
  europepmc: "Europe PMC JSON",
  evidence: "evidence NDJSON",
};
