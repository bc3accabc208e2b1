/**
 * Guarantee: any JSON object of at most 32 levels is read as it is, whatever brackets, quotes and
 * backslashes its strings hold, and a deeper one is refused before it is parsed.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { ServiceError } from "../../src/contract/error.ts";
import { parseObject } from "../../src/origin/json-body.ts";

const DEPTH_MAX = 32;
const bytesOf = (text: string) => new TextEncoder().encode(text);
/** What looks like structure, in a string. */
const awkward = fc
  .array(fc.constantFrom("[", "]", "{", "}", '"', "\\", "é", "\n", "a"), { maxLength: 60 })
  .map((parts) => parts.join(""));

/** What the caller is told; null where the bytes are read. */
function faultOf(bytes: Uint8Array): string | null {
  try {
    parseObject(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const [problem] = error.details ?? [];
    return problem !== undefined && "message" in problem ? problem.message : "";
  }
}

function nested(levels: number, inner: unknown): unknown {
  let value = inner;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

test("objects up to the limit come back whole", () => {
  fc.assert(
    fc.property(
      awkward,
      awkward,
      fc.integer({ min: 0, max: DEPTH_MAX - 1 }),
      fc.integer({ min: 1, max: 40 }),
      (name, text, levels, beside) => {
        // Many objects beside each other are no deeper than one.
        const value = { [`a${name}`]: nested(levels, text), beside: Array(beside).fill({}) };
        expect(parseObject(bytesOf(JSON.stringify(value)))).toEqual(value);
      },
    ),
  );
});

test("one level more is refused, wherever it begins", () => {
  fc.assert(
    fc.property(awkward, fc.integer({ min: DEPTH_MAX, max: 3 * DEPTH_MAX }), (text, levels) => {
      const body = JSON.stringify({ before: text, deep: nested(levels, text) });
      expect(faultOf(bytesOf(body))).toBe("is nested more than 32 levels deep");
    }),
  );
});

test.each(["", "{", '{"a', '{"a\\', "{}x", "\xff", '{"a":"\xc3"}'])(
  "%j is no JSON in UTF-8",
  (text) => expect(faultOf(Buffer.from(text, "latin1"))).toBe("is not valid JSON in UTF-8"),
);

test.each(["null", "1", '"a"', "[]"])("%j is no object", (text) =>
  expect(faultOf(bytesOf(text))).toBe("must be an object"),
);
