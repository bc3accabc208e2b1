/**
 * Identifiers in a question are masked before anything reads it. Ordinary numbers of wellness stay.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { maskPersonal } from "../../src/origin/mask.ts";

describe("masked", () => {
  test.each([
    "ann@example.org",
    "ann.o'neil+news@post.example.co.uk",
    "anna@localhost",
    "+34 612 345 678",
    "(0034) 612-345-678",
    "612.345.678",
    "612–345–678",
    "0612345678",
    "06 12 34 56 78",
    "4111 1111 1111 1111",
    "123456",
    "1988-03-14",
    "١٢٣٤٥٦٧٨",
  ])("%s", (identifier) => {
    const masked = maskPersonal(`why do I sleep badly, ${identifier} thanks`);
    expect(masked).toMatch(/^why do I sleep badly, \S*\[(email|number)\] thanks$/);
    for (const part of identifier.match(/[\p{Nd}]{3,}|[a-z]{3,}/gu) ?? [])
      expect(masked).not.toContain(part);
  });
});

test.each([
  "Is 45 ms low for me?",
  "My HRV was 45, 42, 38 on the last 3 nights",
  "I sleep 7.5 hours from 22:30 to 06:30",
  "10000 steps and 2 x 30 minutes",
  "in bed at 23.00, awake 06.45",
  "temperature +0.35 on day 21",
])("kept: %s", (text) => {
  expect(maskPersonal(text)).toBe(text);
});

test("whatever stands around them, and masking twice changes nothing more", () => {
  const email = fc.emailAddress();
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 16 });
  const separator = fc.constantFrom("", " ", "-", ".", "/");
  fc.assert(
    fc.property(
      fc.string(),
      email,
      digits,
      separator,
      fc.string(),
      (before, address, numbers, between, after) => {
        const phone = numbers.join(between);
        const masked = maskPersonal(`${before} ${address} ${phone} ${after}`);
        expect(masked).not.toContain(address);
        expect(masked).not.toContain(phone);
        expect(maskPersonal(masked)).toBe(masked);
      },
    ),
    { examples: [["!@!@!", "a@a.aa", [0, 0, 0, 0, 0, 0, 0], "", ""]] },
  );
});
