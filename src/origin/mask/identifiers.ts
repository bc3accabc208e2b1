/**
 * Finds the numbers and names by which an office, a bank, a shop or a network identifies somebody.
 * @module
 */
import { type PersonalSpan, spansMatching } from "./spans.ts";

/** After these words, any number identifies a person. */
const STRONG = String.raw`ssn|social\ssecurity|nhs|national\sinsurance|passport|dni|nie|nif|codice\sfiscale|aadhaar|pan|personnummer|hetu|henkilötunnus|pesel|bsn|cpf|curp|mrn|medical\srecord|health\sinsurance|insurance|medicare|medicaid|patient|member(?:ship)?|licen[cs]e\splate|plate|imei|sécu|tax|steuer(?:nummer|-?id)|sort\scode|driver'?s\slicen[cs]e`;
/** These words have an ordinary meaning too, so the number must look like an identifier. */
const WEAK =
  "account|customer|policy|licen[cs]e|student|employee|order|ticket|tracking|serial|reference|case|invoice|booking|login|device";
const LINK = String.raw`(?:\s(?:is|no\.?|number|nr\.?|nummer|id|code|plate))*[\s:=#]{1,3}`;
const VALUE = String.raw`#?(?=[\p{L}-]{0,6}\d|(?-i:[A-Z-]{1,5})[\s.]\d)[\p{L}\d][\p{L}\d./-]*(?:\s(?:(?-i:[A-Z]{1,2})(?![\p{L}])|[\p{L}.-]{0,2}\d[\p{L}\d./-]*))*`;
const AFTER_STRONG = new RegExp(String.raw`\b(?:${STRONG})${LINK}(?<hide>${VALUE})`, "dgiu");
const AFTER_WEAK = new RegExp(String.raw`\b(?:${WEAK})${LINK}(?<hide>${VALUE})`, "dgiu");
/** Shorter numbers are no identifiers: "insurance 2000", "order 20 of them". */
const STRONG_CHARS_MIN = 5;
const WEAK_DIGITS_MIN = 5;

const FORMS = [
  // International bank account numbers. The filter below counts their digits.
  /(?<![\p{L}\d-])[a-z]{2}\d{2}(?:\s?(?=[a-z]{0,3}\d)[a-z\d]{4}){2,7}(?:\s?(?=[a-z]{0,2}\d)[a-z\d]{1,3})?(?![\p{L}\d])/giu,
] as const;
const IBAN_DIGITS_MIN = 10;
const SHAPES = [
  // UK national insurance.
  /(?<![\p{L}\d])[a-z]{2}\s?\d{2}\s?\d{2}\s?\d{2}\s?[a-d](?![\p{L}\d])/giu,
  // Indian tax number.
  /(?<![\p{L}\d])[A-Z]{5}\d{4}[A-Z](?![\p{L}\d])/gu,
  // Hardware address.
  /(?<![\da-f])(?:[\da-f]{2}[:-]){5}[\da-f]{2}(?![\da-f])/giu,
  // The address of a profile; a community (/r/…) is none.
  /\b(?:https?:\/\/)?(?:www\.)?(?:(?:instagram|facebook|twitter|tiktok|threads|x|fb)\.(?:com|net)\/@?|linkedin\.com\/in\/|t\.me\/|reddit\.com\/u(?:ser)?\/)[\w.-]+/giu,
  /\b(?:user\s?name|user\s?id|login|handle|nickname)(?:\s(?:is)\s|\s?[:=]\s?|\s)(?<hide>(?=[\w.-]*[\d_.])[\w.-]{3,40})/dgiu,
] as const;
const HANDLE = /(?<![\p{L}\d.@])@[\p{L}_][\w.]{2,30}/gu;
const NO_HANDLE =
  /^@(?:the|home|work|night|noon|gym|bed|bedtime|midnight|dinner|lunch|least|rest|sea|about|around)$/iu;

/** One word of letters and digits, perhaps with dashes. */
const MIXED =
  /(?<![\p{L}\d#/.:-])(?=[\p{L}\d-]{0,40}\d)[\p{L}\d]+(?:-[\p{L}\d]+)*(?![\p{L}\d/:-])/gu;
const MIXED_DIGITS_MIN = 5;
const RUN_OF_DIGITS = /\d{6}/;
/** `10000steps`, `1000IU`, `5x1000m`, `2026-11-18T22`, `30-min`. */
const QUANTITY =
  /^(?:\d{1,5}\p{L}{1,6}|(?:\d{1,2}x){1,3}\d{1,5}\p{L}{0,2}|\d{4}-\d{2}-\d{2}T\d.*|\d{1,5}-\p{L}+)$/iu;

export function findIdentifiers(text: string): PersonalSpan[] {
  const hidden = (found: PersonalSpan) => text.slice(found.start, found.end);
  return [
    ...spansMatching(AFTER_STRONG, text, "id").filter(
      (found) => hidden(found).length >= STRONG_CHARS_MIN,
    ),
    ...spansMatching(AFTER_WEAK, text, "id").filter(
      (found) => digitsOf(hidden(found)) >= WEAK_DIGITS_MIN,
    ),
    ...FORMS.flatMap((form) => spansMatching(form, text, "id")).filter(
      (found) => digitsOf(hidden(found)) >= IBAN_DIGITS_MIN,
    ),
    ...SHAPES.flatMap((shape) => spansMatching(shape, text, "id")),
    ...spansMatching(HANDLE, text, "id").filter((found) => !NO_HANDLE.test(hidden(found))),
    ...spansMatching(MIXED, text, "id").filter((found) => isIdentifier(hidden(found))),
  ];
}

function isIdentifier(word: string): boolean {
  if (!/\p{L}/u.test(word) || QUANTITY.test(word) || digitsOf(word) < MIXED_DIGITS_MIN)
    return false;
  return /\p{Lu}/u.test(word) || RUN_OF_DIGITS.test(word);
}

function digitsOf(text: string): number {
  return text.match(/\d/g)?.length ?? 0;
}
