/**
 * Finds e-mail addresses, also those spelt out to hide them from machines.
 * @module
 */
import { type PersonalSpan, spansMatching } from "./spans.ts";

/** Anything with an @ inside, without the mark that ends the sentence. */
const PLAIN = /[^\s@<>(),;:]+(?:@[^\s@<>(),;:]+)+(?<![.!?])/gu;
/** `sleep@11pm`, `8h@19C`: a time or a temperature follows. */
const MEASURE = /@\d{1,3}(?:[.:]\d{2})?\p{L}{0,2}[.!?]?$/u;
const QUOTED = /"[^"\n]{1,64}"@[^\s@]+/gu;
const LOCAL = String.raw`(?<![\w.+-])[\w.+-]{1,64}(?:\s(?:dot|underscore|dash)\s[\w-]{1,32}){0,3}`;
const DOMAIN = String.raw`[\p{L}\d-]{1,63}`;
const TOP = String.raw`[\p{L}]{2,24}(?![\p{L}\d])`;
const DOT = String.raw`(?:\.|\s{0,2}(?:[([{]dot[)\]}]|\bdot\b)\s{0,2})`;
/** Ordinary sentences have both "at" and "dot", but hardly ever in this order. */
const SPELT = [
  // ann @ post.example
  new RegExp(String.raw`${LOCAL}\s{0,2}@\s{0,2}(?:${DOMAIN}\.){1,4}${TOP}`, "giu"),
  // ann (at) post.example, ann[at]post dot example
  new RegExp(String.raw`${LOCAL}\s{0,2}[([{]at[)\]}]\s{0,2}(?:${DOMAIN}${DOT}){1,4}${TOP}`, "giu"),
  // ann at post dot example
  new RegExp(
    String.raw`${LOCAL}\s{1,2}at\s{1,2}(?:${DOMAIN}\s{0,2}(?:[([{]dot[)\]}]|\bdot\b)\s{0,2}){1,4}${TOP}`,
    "giu",
  ),
  // ann at icloud.com: only where the domain is that of a mail provider
  new RegExp(
    String.raw`${LOCAL}\s{1,2}at\s{1,2}(?:gmail|googlemail|yahoo|hotmail|outlook|live|icloud|me|aol|gmx|web|proton|protonmail|mail|fastmail|yandex|qq)\.[a-z]{2,3}(?:\.[a-z]{2})?\b`,
    "giu",
  ),
] as const;

export function findEmails(text: string): PersonalSpan[] {
  if (!/@|\bat\b|[([{]at[)\]}]/iu.test(text)) return [];
  return [
    ...spansMatching(PLAIN, text, "email").filter(
      ({ start, end }) => !MEASURE.test(text.slice(start, end)),
    ),
    ...spansMatching(QUOTED, text, "email"),
    ...SPELT.flatMap((pattern) => spansMatching(pattern, text, "email")),
  ];
}
