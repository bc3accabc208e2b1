/**
 * Guarantee: what is packed can be read by every later version, and its commitment tells nothing of
 * it.
 */
import { expect, test } from "bun:test";
import { DICTIONARY } from "../../src/store/compression-dictionary.ts";
import { isCommitted, packPart, unpackPart } from "../../src/store/personal-part.ts";
import { entry } from "./support.ts";

const { citations, query, request_sha256, response, signals, timings_ms } = entry();
const PART = { citations, query, request_sha256, response, signals, timings_ms };

test("the dictionary of packing format 1 is the one that was released", () => {
  expect(new Bun.CryptoHasher("sha256").update(DICTIONARY).digest("hex")).toBe(
    "27131c92be122d765c973176170673b8f2d6a9f693d26ec0d3cdba9ae39aedaf",
  );
});

test("a part comes back as it was", () => {
  const packed = packPart(PART);
  expect(unpackPart(packed)).toEqual(PART);
  expect(isCommitted(packed, packed.commitment)).toBe(true);
});

test("equal parts have unequal commitments, so that a guess cannot be tried against one", () => {
  expect(packPart(PART).commitment).not.toEqual(packPart(PART).commitment);
});

test("a part in a format of the future is not taken for another", () => {
  const { salt, packed, commitment } = packPart(PART);
  const later = Buffer.from(packed);
  later[0] = 2;
  expect(() => unpackPart({ salt, packed: later })).toThrow("unknown format 2");
  expect(isCommitted({ salt, packed: later }, commitment)).toBe(false);
});
