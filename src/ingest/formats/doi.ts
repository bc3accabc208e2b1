/**
 * Normalises a DOI: lower-case and bare, whatever the file wrote around it.
 * @module
 */
import { decodeHTMLStrict } from "entities/decode";
import { DOI_PATTERN } from "../record.ts";

const VALID = new RegExp(DOI_PATTERN);
const DOI_CHARS_MAX = 300;
const FIELD_CHARS_MAX = 2000;
/** Encodings are sometimes nested (`%252F`), but never this often by accident. */
const ROUNDS_MAX = 8;

/**
 * Zero-width and direction marks and soft hyphens, which are copied from web pages with the DOI.
 */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
/**
 * `doi:`, `DOI 10.…`, `info:doi/`, `https://doi.org/`, `http://dx.doi.org/` and a library's
 * `doi-org.proxy.example`.
 */
const PREFIX =
  /^(?:doi(?=[\s:=]|10\.)\s*[:=]?\s*|info:doi\/|urn:doi:|(?:https?:\/\/)?(?:www\.|dx\.)?doi[.-]org[^/\s]*\/(?:doi:)?)/i;
const WEB_ADDRESS = /^(?:https?:\/\/)?(?:www\.|dx\.)?doi[.-]org[^/\s]*\//i;
const TRAILING = /[\s.,;:'"!?·…“”‘’|\\]+$/;
const BRACKETS: readonly (readonly [string, string])[] = [
  ["(", ")"],
  ["[", "]"],
  ["<", ">"],
  ["{", "}"],
];

/**
 * The DOI as stored; null where the text is not exactly one DOI. Normalising twice changes nothing.
 *
 * Other web addresses are not searched for a DOI, because what follows it in a publisher's path
 * ("/full") could be part of it.
 */
export function normaliseDoi(text: string): string | null {
  if (text.length > FIELD_CHARS_MAX) return null;
  let doi = text;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const next = unwrapped(doi);
    if (next === doi) return doi.length <= DOI_CHARS_MAX && VALID.test(doi) ? doi : null;
    doi = next;
  }
  return null;
}

/** A URL counts as the DOI only where it is a DOI's address. */
export function doiAddress(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\/(?:dx\.)?doi\.org\//i.test(url) ? url : undefined;
}

/** Removes one layer of wrapping. */
function unwrapped(text: string): string {
  let doi = decodeHTMLStrict(text).replace(INVISIBLE, "").trim();
  // MEDLINE writes the kind after the value: "10.1016/j.ejmg.2019.03.004 [doi]".
  doi = doi.replace(/\s*\[doi\]$/i, "");
  // In an address, "?" and "#" end the DOI, and so may a slash. A bare DOI may contain all of them.
  if (WEB_ADDRESS.test(doi)) doi = doi.replace(/[?#].*$/, "").replace(/\/+$/, "");
  doi = doi.replace(PREFIX, "");
  for (const [open, close] of BRACKETS) {
    if (doi.startsWith(open)) doi = doi.slice(1);
    if (doi.endsWith(close) && count(doi, close) > count(doi, open)) doi = doi.slice(0, -1);
  }
  doi = doi.replace(/^["'“‘\s]+/, "").replace(TRAILING, "");
  if (/%[0-9a-f]{2}/i.test(doi)) doi = percentDecoded(doi);
  return doi.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
