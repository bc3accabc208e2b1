/**
 * Personal identifiers in free text become placeholders before anything else reads the question.
 * @module
 */

const EMAIL = /[^\s@]+(?:@[^\s@]+)+/gu;
/** Digits in groups, with the separators people put between them: phone and card numbers, dates of birth. */
const GROUPED_DIGITS_MIN = 7;
const PHONE = new RegExp(`\\+?\\(?\\p{Nd}(?:[\\s()./\\p{Pd}]{0,3}\\p{Nd}){${GROUPED_DIGITS_MIN - 1},}`, "gu");
const DIGIT_RUN_MIN = 6;
const DIGIT_RUN = new RegExp(`\\p{Nd}{${DIGIT_RUN_MIN},}`, "gu");

/** Masking twice changes nothing more. */
export function maskPersonal(text: string): string {
  return text.replace(EMAIL, "[email]").replace(PHONE, "[number]").replace(DIGIT_RUN, "[number]");
}
