/**
 * Guarantee: every spelling of a DOI is stored as the same one, and a text that is no DOI is never
 * turned into one.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { normaliseDoi } from "../../../src/ingest/formats/doi.ts";
import { DOI_PATTERN } from "../../../src/ingest/record.ts";

test.each([
  ["10.1000/ABC", "10.1000/abc"],
  ["https://doi.org/10.1000/ABC", "10.1000/abc"],
  ["http://dx.doi.org/10.1000/abc?x=1#top", "10.1000/abc"],
  ["doi.org/10.1000/abc", "10.1000/abc"],
  ["https://doi.org/10.1000/abc/", "10.1000/abc"],
  ["http://dx.doi.org/10.1000/abc/?x=1", "10.1000/abc"],
  ["10.1000/abc/", "10.1000/abc/"],
  ["https://www.doi.org/10.1000/abc", "10.1000/abc"],
  ["https://doi-org.proxy.example.edu/10.1000/abc", "10.1000/abc"],
  ["doi:10.1000/abc", "10.1000/abc"],
  ["DOI: 10.1000/abc.", "10.1000/abc"],
  ["doi 10.1000/abc", "10.1000/abc"],
  ["info:doi/10.1000/abc", "10.1000/abc"],
  ["urn:doi:10.1000/abc", "10.1000/abc"],
  [" 10.1000/abc,\n", "10.1000/abc"],
  ["<10.1000/abc>", "10.1000/abc"],
  ["(10.1000/abc)", "10.1000/abc"],
  ["10.1000/abc [doi]", "10.1000/abc"],
  ["10.1016/s0140-6736(05)67728-8", "10.1016/s0140-6736(05)67728-8"],
  ["(see 10.1000/abc)", null],
  [
    "10.1002/(SICI)1097(1998)43:4&lt;338::AID-JBM16&gt;3.0.CO;2-#",
    "10.1002/(sici)1097(1998)43:4<338::aid-jbm16>3.0.co;2-#",
  ],
  [
    "https://doi.org/10.1002/(SICI)1097(1998)43%3A4%3C338%3A%3AAID-JBM16%3E3.0.CO%3B2-%23",
    "10.1002/(sici)1097(1998)43:4<338::aid-jbm16>3.0.co;2-#",
  ],
  ["10.1000%2Fabc%252Fd", "10.1000/abc/d"],
  ["10.1000/a\u200bbc\u00ad", "10.1000/abc"],
  ["10.1000/abc%", "10.1000/abc%"],
  ["", null],
  ["12150321", null],
  ["0033-3174/99/6101-0049", null],
  ["10.1000/", null],
  ["10.1/abc", null],
  ["10.1000/a b", null],
  ["10.1000/abc 10.1000/def", null],
  ["https://onlinelibrary.wiley.com/doi/10.1002/abc/full", null],
  ["https://example.org/10.1000/abc", null],
])("%j", (written, expected) => {
  expect(normaliseDoi(written)).toBe(expected);
});

const noise = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom(
        "10.1000/",
        "doi:",
        "https://doi.org/",
        "%2F",
        "%25",
        "&amp;",
        "&lt;",
        "(",
        ")",
        "<",
        ">",
        "]",
        ".",
        "A",
        "é",
        " ",
        "#",
        "?",
        '"',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

test("normalising twice changes nothing, and what comes out is a DOI", () => {
  fc.assert(
    fc.property(noise, (text) => {
      const doi = normaliseDoi(text);
      if (doi === null) return;
      expect(doi).toMatch(new RegExp(DOI_PATTERN));
      expect(normaliseDoi(doi)).toBe(doi);
    }),
    { numRuns: 2000 },
  );
});

test("case, scheme and percent encoding never make another document of one", () => {
  const suffix = fc
    .stringMatching(/^[a-z0-9][a-z0-9._()/-]{0,20}[a-z0-9]$/)
    .filter((s) => !s.includes("//"));
  fc.assert(
    fc.property(suffix, (text) => {
      const doi = `10.1234/${text}`;
      const forms = [
        doi.toUpperCase(),
        `https://doi.org/${doi}`,
        `doi:${doi}`,
        `https://doi.org/${encodeURIComponent(doi)}`,
        `${doi}.`,
      ];
      for (const form of forms) expect(normaliseDoi(form)).toBe(normaliseDoi(doi));
    }),
  );
});
