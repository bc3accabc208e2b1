/**
 * Guarantee: equal data has one spelling, so that a hash over it means the data and not the order
 * it was built in.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson } from "../../src/contract/canonical-json.ts";

/** The same value with the members of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const);
  return Object.fromEntries(members.reverse());
}

test("the order of members does not show; the data come back", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(reversed(value))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test("the example of RFC 8785, section 3.2.3: members sort by UTF-16 code units", () => {
  const value = {
    "\u20ac": 1,
    "\r": 2,
    "\ufb33": 3,
    "1": 4,
    "\ud83d\ude00": 5,
    "\u0080": 6,
    "\u00f6": 7,
  };
  expect(canonicalJson(value)).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
  );
});

test("numbers are written as ECMAScript writes them, absent members not at all", () => {
  expect(canonicalJson({ b: [1e21, 1e-7, 0.1, -0, 100], a: undefined })).toBe(
    '{"b":[1e+21,1e-7,0.1,0,100]}',
  );
});

test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [undefined], [() => 1], [1n]])(
  "%p is refused",
  (value) => {
    expect(() => canonicalJson({ member: [value] })).toThrow(TypeError);
  },
);
