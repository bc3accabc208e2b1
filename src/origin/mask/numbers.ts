/**
 * Finds digits that lead to a person: telephone and card numbers, dates of birth, long runs. Lists
 * of readings, recent dates and times look similar, but stay.
 * @module
 */
import { type PersonalSpan, spansMatching } from "./spans.ts";

/** Digits in groups, with the usual separators. */
const GROUPED_DIGITS_MIN = 7;
const GROUPED = new RegExp(
  String.raw`\+?\(?\d(?:[\s()./-]{0,3}\d){${GROUPED_DIGITS_MIN - 1},}`,
  "gu",
);
const DIGIT_RUN_MIN = 6;
const DIGIT_RUN = new RegExp(String.raw`\d{${DIGIT_RUN_MIN},}`, "gu");
const IP_ADDRESS = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/gu;

const DIGIT_WORD = "zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple|hundred";
const SPOKEN_DIGITS_MIN = 7;
const SPOKEN = new RegExp(
  String.raw`\b(?:${DIGIT_WORD})(?:[\s,-]{1,2}(?:${DIGIT_WORD})){${SPOKEN_DIGITS_MIN - 1},}\b`,
  "giu",
);

const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?`;
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const DATE = String.raw`\d{1,4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{1,4}|${DAY}\s(?:of\s)?${MONTH},?\s\d{2,4}|${MONTH}\s${DAY},?\s\d{2,4}`;
const BIRTH_WORDS = String.raw`\b(?:born|birth|birthday|birthdate|d\.?o\.?b\.?|geb(?:oren|\.)?|nacida|née)\b|(?<![\p{L}\d])b\.`;
const BORN = new RegExp(
  String.raw`(?:${BIRTH_WORDS})[\s:,.]{0,3}(?:(?:is|was|on|am|the|el|in)\s){0,3}(?<hide>${DATE})`,
  "dgiu",
);
const CARD_EXPIRY = /\bexp(?:ires|iry)?[.:]?\s(?<hide>\d{2}\s?\/\s?\d{2,4})/dgiu;

/** A nightly reading: HRV, heart rate, a percentage, a score. */
const READING_MIN = 10;
const READING_MAX = 220;
const ROUND_STEP = 50;
/** Anybody born later is too young to ask. */
const RECENT_YEAR_MIN = 2016;
const RECENT_YEAR_MAX = 2099;

export function findNumbers(text: string): PersonalSpan[] {
  return [
    ...spansMatching(IP_ADDRESS, text, "number"),
    ...spansMatching(GROUPED, text, "number").filter(
      ({ start, end }) => !isOrdinary(text.slice(start, end)),
    ),
    ...spansMatching(DIGIT_RUN, text, "number"),
    ...spansMatching(SPOKEN, text, "number"),
    ...spansMatching(BORN, text, "number"),
    ...spansMatching(CARD_EXPIRY, text, "number"),
  ];
}

/** Whether every part is a reading, a range, a recent date or a time. */
function isOrdinary(candidate: string): boolean {
  return candidate
    .trim()
    .split(/\s+/)
    .every((part) => isReading(part) || isRange(part) || isTimes(part) || isRecentDate(part));
}

function isReading(part: string): boolean {
  if (/^\d{1,3}\.\d{1,2}$/.test(part)) return true;
  if (!/^[1-9]\d{1,4}$/.test(part)) return false;
  const value = Number(part);
  return (
    (value >= READING_MIN && value <= READING_MAX) ||
    (value > READING_MAX && value % ROUND_STEP === 0)
  );
}

/** `110-125`, `120/80`, `52-48-45-44`. */
function isRange(part: string): boolean {
  const values = part.split(/[-/]/);
  return values.length > 1 && values.every((value) => isReading(value));
}

/** `0630`, `2200-0600`, `22.30-06.15`. */
function isTimes(part: string): boolean {
  return (
    part.split("-").every((time) => /^(?:[01]?\d|2[0-3])[.]?[0-5]\d$/.test(time)) && part.length > 3
  );
}

function isRecentDate(part: string): boolean {
  const [, first, last] =
    /^(\d{4})[./-]\d{1,2}[./-]\d{1,2}$|^\d{1,2}[./-]\d{1,2}[./-](\d{4})$/.exec(part) ?? [];
  const year = Number(first ?? last);
  return year >= RECENT_YEAR_MIN && year <= RECENT_YEAR_MAX;
}
