/**
 * Messages in which everything that identifies somebody is marked as `{kind:text}`. A seed splits
 * them in two: the patterns are fitted on one half and only counted on the other.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { personalSpans } from "../../src/origin/mask.ts";

export type Half = "fitting" | "sealed";

interface Span {
  start: number;
  end: number;
}

export interface MarkedLine {
  text: string;
  half: Half;
  marks: (Span & { kind: string })[];
}

const SEED = "phasewise mask lines 1";
const MARK = /\{([naepit]):([^}]*)\}/g;
/**
 * A title, a label or the name of a network says nothing of who it is: hiding it is neither needed
 * nor wrong.
 */
const NEUTRAL =
  /^(?:dr|mrs?|ms|prof|coach|captain|nurse|doctor|frau|mrn|box|po|p|o|no|https|instagram|facebook|linkedin|com|in)$/i;

export function readLines(): MarkedLine[] {
  return ["mask-lines-personal.txt", "mask-lines-ordinary.txt"]
    .flatMap((name) => readFileSync(join(import.meta.dir, name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map(parse);
}

function parse(line: string): MarkedLine {
  const marks: MarkedLine["marks"] = [];
  let text = "";
  let end = 0;
  for (const match of line.matchAll(MARK)) {
    text += line.slice(end, match.index);
    const [, kind = "", marked = ""] = match;
    marks.push({ kind, start: text.length, end: text.length + marked.length });
    text += marked;
    end = match.index + match[0].length;
  }
  const digest = new Bun.CryptoHasher("sha256").update(`${SEED}\n${line}`).digest();
  return {
    text: text + line.slice(end),
    half: (digest[0] ?? 0) % 2 === 0 ? "fitting" : "sealed",
    marks,
  };
}

export interface Score {
  lines: number;
  /** Marks whose every word is hidden, of all marks. */
  found: number;
  marks: number;
  /** Replacements that hide no word outside of a mark, of all replacements. */
  right: number;
  hidden: number;
  misses: string[];
  wrong: string[];
  byKind: Record<string, [found: number, marks: number]>;
}

export function score(lines: readonly MarkedLine[]): Score {
  const sum: Score = {
    lines: lines.length,
    found: 0,
    marks: 0,
    right: 0,
    hidden: 0,
    misses: [],
    wrong: [],
    byKind: {},
  };
  for (const { text, marks } of lines) {
    const spans = personalSpans(text);
    const words = [...text.matchAll(/[\p{L}\p{Nd}]+/gu)]
      .filter(([word]) => !NEUTRAL.test(word))
      .map(({ index, 0: word }) => ({ start: index, end: index + word.length }));
    for (const mark of marks) {
      const found = words
        .filter((word) => within(word, mark))
        .every((word) => spans.some((span) => within(word, span)));
      const [before, of] = sum.byKind[mark.kind] ?? [0, 0];
      sum.byKind[mark.kind] = [before + Number(found), of + 1];
      sum.marks++;
      if (found) sum.found++;
      else sum.misses.push(`${text.slice(mark.start, mark.end)} | ${text}`);
    }
    for (const span of spans) {
      const right = words
        .filter((word) => overlaps(word, span))
        .every((word) => marks.some((mark) => within(word, mark)));
      sum.hidden++;
      if (right) sum.right++;
      else sum.wrong.push(`${text.slice(span.start, span.end)} | ${text}`);
    }
  }
  return sum;
}

function within(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
