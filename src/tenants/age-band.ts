/**
 * Turns the age of `personal_info` into a 5-year band; nothing else of it is read.
 * @module
 */

import { PLAUSIBLE, plausible } from "./plausible.ts";
import { isObject } from "./record-lists.ts";

const BAND_YEARS = 5;

/** "30-34"; null where the age is absent, not whole or not human. */
export function ageBand(personalInfo: unknown): string | null {
  const age = isObject(personalInfo) ? plausible(personalInfo.age, PLAUSIBLE.age_years) : null;
  if (age === null || !Number.isInteger(age)) return null;
  const first = Math.floor(age / BAND_YEARS) * BAND_YEARS;
  return `${first}-${first + BAND_YEARS - 1}`;
}
