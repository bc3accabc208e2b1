/**
 * A source document as the response cites it.
 * @module
 */
import { createHash } from "node:crypto";
import type { Citation } from "../../contract/response.ts";
import type { EvidenceDocument } from "../types.ts";
import { citationAuthors } from "./authors.ts";

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ID_CHARS = 26;
const BITS_PER_CHAR = 5;

/** The bare DOI in lower case, so that each document has one spelling. */
function normaliseDoi(doi: string): string {
  return doi
    .trim()
    .toLowerCase()
    .replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/, "");
}

/**
 * `cit_` and the first 130 bits of the normalised DOI's SHA-256 in Crockford base32. It is the same
 * on every machine and in every release.
 */
export function citationId(doi: string): string {
  const bits = [...createHash("sha256").update(normaliseDoi(doi)).digest()]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  const chars = Array.from({ length: ID_CHARS }, (_, at) => {
    const value = Number.parseInt(bits.slice(at * BITS_PER_CHAR, (at + 1) * BITS_PER_CHAR), 2);
    return CROCKFORD[value] ?? "";
  });
  return `cit_${chars.join("")}`;
}

/** @param relevance the cross-encoder's relevance of this document's passage to the query */
export function toCitation(document: EvidenceDocument, relevance: number): Citation {
  return {
    citation_id: citationId(document.doi),
    source_title: document.title,
    authors: citationAuthors(document.authors),
    year: document.year,
    doi: normaliseDoi(document.doi),
    relevance,
  };
}
