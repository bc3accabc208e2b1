/**
 * Replaces what identifies a person in free text by placeholders, before anything else reads the
 * question. Patterns find what has a form (addresses, numbers, keys). Names are found by the words
 * before them and by a list. A name that is neither introduced nor listed stays.
 * @module
 */
import { findAddresses } from "./mask/addresses.ts";
import { findEmails } from "./mask/emails.ts";
import { findIdentifiers } from "./mask/identifiers.ts";
import { findNames } from "./mask/names.ts";
import { findNumbers } from "./mask/numbers.ts";
import { findSecrets } from "./mask/secrets.ts";
import { fold, type PersonalSpan } from "./mask/spans.ts";

/** Where two findings overlap, the earlier finder gives the placeholder. */
const FINDERS = [
  findSecrets,
  findEmails,
  findIdentifiers,
  findAddresses,
  findNumbers,
  findNames,
] as const;

/** A placeholder is never masked again, so that each pass has less to mask. */
const PLACEHOLDER = /\[(?:email|number|name|address|id|secret)\]/g;
/** Two passes are usual. A text made up to need more gets no more processor time. */
const PASSES_MAX = 8;

/** The spans of the text that identify somebody, in order and without overlap. */
export function personalSpans(text: string): PersonalSpan[] {
  const { folded, at } = fold(text);
  const hidden = [...folded.matchAll(PLACEHOLDER)].map(({ index, 0: whole }) => [
    index,
    index + whole.length,
  ]);
  const spans = FINDERS.flatMap((find, rank) =>
    find(folded).map((span) => ({ ...span, rank })),
  ).filter(
    ({ start, end }) =>
      !hidden.some(
        ([from = 0, to = 0]) => (start > from && start < to) || (start >= from && end <= to),
      ),
  );
  spans.sort((a, b) => a.start - b.start);
  const merged: typeof spans = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      continue;
    }
    if (span.rank < last.rank) last.label = span.label;
    last.rank = Math.min(last.rank, span.rank);
    last.end = Math.max(last.end, span.end);
  }
  return merged.map(({ start, end, label }) => ({
    start: at[start] ?? 0,
    end: at[end] ?? 0,
    label,
  }));
}

/** Masking a masked text changes nothing. */
export function maskPersonal(text: string): string {
  let masked = text;
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    let next = "";
    let end = 0;
    for (const span of personalSpans(masked)) {
      next += `${masked.slice(end, span.start)}[${span.label}]`;
      end = span.end;
    }
    next += masked.slice(end);
    // A placeholder can join two pieces that identify somebody only together.
    if (next === masked) break;
    masked = next;
  }
  return masked;
}
