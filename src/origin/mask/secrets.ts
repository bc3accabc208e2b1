/**
 * Finds keys, tokens and passwords.
 * @module
 */
import { type PersonalSpan, spansMatching } from "./spans.ts";

const PATTERNS = [
  /\bpw_(?:sandbox|production)_[\w-]*/giu,
  /\b(?:sk|pk|rk)[-_][\w-]{16,}/gu,
  /\bgh[opsur]_\w{16,}/gu,
  /\bxox[a-z]-[\w-]{10,}/gu,
  /\bAKIA[A-Z\d]{12,}/gu,
  /\bAIza[\w-]{20,}/gu,
  /\beyJ[\w-]{8,}(?:\.[\w-]+){0,2}/gu,
  /\bbearer\s+(?<hide>[\w.~+/=-]{8,})/dgiu,
  // A hash, a UUID.
  /(?<![\w-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/giu,
  /(?<![\w-])(?=[a-f]*\d)[\da-f]{20,}(?![\w-])/giu,
  /\b(?:pass(?:word|code|phrase|wd)|passwort|contraseña)(?:\s(?:is|was)\s|\s?[:=]\s?)(?<hide>(?!(?:not|to|for|the|a)\b)\S{3,64})/dgiu,
  /\b(?:pass(?:word|code|phrase|wd)|pwd?|pin|secret|token|api[\s_-]?key|access[\s_-]?key)(?:\s(?:is|was)\s|\s?[:=]\s?|\s)(?<hide>(?=[^\s\d]{0,63}\d)[^\s,;]{4,64})/dgiu,
  /\b(?:secret|token|api[\s_-]?key)\s?=\s?(?<hide>[^\s,;]{4,128})/dgiu,
] as const;

const LONG_WORD = /(?<![\w+/=-])[\w+/=-]{16,}(?![\w+/=-])/gu;

export function findSecrets(text: string): PersonalSpan[] {
  return [
    ...PATTERNS.flatMap((pattern) => spansMatching(pattern, text, "secret")),
    ...spansMatching(LONG_WORD, text, "secret").filter(({ start, end }) =>
      isRandom(text.slice(start, end)),
    ),
  ];
}

/** Small letters, capitals and digits in one long word: nobody writes that by hand. */
function isRandom(word: string): boolean {
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && (word.match(/\d/g)?.length ?? 0) >= 2;
}
