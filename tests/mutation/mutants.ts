/**
 * Mutants of a source file: the same file with one comparison, one connective, one sign, one truth
 * value or one number changed. A test suite that passes with a mutant does not hold what it
 * changed.
 */

export interface Mutant {
  /** From 1. */
  line: number;
  /** The line with the change. */
  changed: string;
  before: string;
  after: string;
  /** The whole file with the change. */
  source: string;
}

/** By token; the formatter puts spaces around operators, which tells them from type arguments. */
const CHANGES: readonly [token: RegExp, after: (found: string) => string][] = [
  [/^===(?= )/, () => "!=="],
  [/^!==(?= )/, () => "==="],
  [/^<=(?= )/, () => "<"],
  [/^>=(?= )/, () => ">"],
  [/^<(?= )/, () => "<="],
  [/^>(?= )/, () => ">="],
  [/^&&(?= )/, () => "||"],
  [/^\|\|(?= )/, () => "&&"],
  [/^\+(?= )/, () => "-"],
  [/^-(?= )/, () => "+"],
  [/^\*(?= )/, () => "/"],
  [/^true\b/, () => "false"],
  [/^false\b/, () => "true"],
  [/^\d[\d_]*(?:\.\d+)?\b/, (found) => String(Number(found.replaceAll("_", "")) + 1)],
];

/** The end of an arrow or of type arguments; a comparison has a space before it. */
const CLOSING_BRACKET = /^[^ ]>$/;

/**
 * Comments, strings and regular expressions; the result of a comparison for a sort, of which the
 * sign alone counts; the star of a generator, which is no product; a member of a list of types.
 * They are stepped over whole.
 */
const OPAQUE = [
  /^-1 : 1\b/,
  /^(?:function|yield)\*/,
  /^>\[\d+\]/,
  /^\/\/[^\n]*/,
  /^\/\*[\s\S]*?\*\//,
  /^"(?:\\.|[^"\\\n])*"/,
  /^'(?:\\.|[^'\\\n])*'/,
  /^`(?:\\.|[^`\\])*`/,
  /^(?:import|export) [^;]*? from "[^"]*";/,
  /^(?:type|interface) \w[^\n]*\n(?: {2}[^\n]*\n)*/,
];
const REGULAR_EXPRESSION = /^\/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*/;
/** What stands before a slash that begins a regular expression, and not a division. */
const BEFORE_EXPRESSION = /[(,=:[!&|?{};\n]\s*$|(?:=>|\breturn)\s*$/;

/** Every mutant of a file, in the order of the file. */
export function mutantsOf(source: string): Mutant[] {
  const mutants: Mutant[] = [];
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const opaque =
      OPAQUE.map((pattern) => pattern.exec(rest)?.[0]).find((found) => found !== undefined) ??
      (BEFORE_EXPRESSION.test(source.slice(Math.max(0, at - 12), at))
        ? REGULAR_EXPRESSION.exec(rest)?.[0]
        : undefined);
    if (opaque !== undefined) {
      at += opaque.length;
      continue;
    }
    const word = /^[A-Za-z_$][\w$]*/.exec(rest)?.[0];
    if (CLOSING_BRACKET.test(source.slice(at - 1, at + 1))) {
      at += 1;
      continue;
    }
    const change = CHANGES.map(([token, after]) => ({ found: token.exec(rest)?.[0], after })).find(
      ({ found }) => found !== undefined,
    );
    if (change?.found !== undefined) {
      const before = change.found;
      const after = change.after(before);
      const changed = source.slice(0, at) + after + source.slice(at + before.length);
      const line = source.slice(0, at).split("\n").length;
      mutants.push({
        line,
        changed: changed.split("\n")[line - 1]?.trim() ?? "",
        before,
        after,
        source: changed,
      });
      at += before.length;
    } else at += word?.length ?? 1;
  }
  return mutants;
}
