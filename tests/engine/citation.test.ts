/** Guarantee: authors, markers and ids of citations have the contract's form for every name. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { citationAuthors, inlineMarker } from "../../src/engine/writing/authors.ts";
import { citationId } from "../../src/engine/writing/citation.ts";

describe("authors", () => {
  test.each([
    [["Fiona C. Baker"], "Baker F", "Baker, 2007"],
    [["Fiona C. Baker", "Helen S Driver"], "Baker F & Driver H", "Baker & Driver, 2007"],
    [
      ["Katja M Schmalenberger", "B", "C"],
      "Schmalenberger K et al.",
      "Schmalenberger et al., 2007",
    ],
    [["Massimiliano de Zambotti"], "de Zambotti M", "de Zambotti, 2007"],
    [["Annemieke van der Straten"], "van der Straten A", "van der Straten, 2007"],
    [["J. J. von Holzen"], "von Holzen J", "von Holzen, 2007"],
    [["Anne-Marie Smith-Jones"], "Smith-Jones A", "Smith-Jones, 2007"],
    [["Torbjörn Åkerstedt"], "Åkerstedt T", "Åkerstedt, 2007"],
    [["Baker, Fiona"], "Baker F", "Baker, 2007"],
    [["Baker FC"], "Baker F", "Baker, 2007"],
    [["Li W"], "Li W", "Li, 2007"],
    [["Ben Desbrow"], "Desbrow B", "Desbrow, 2007"],
    [["Sukarno"], "Sukarno", "Sukarno, 2007"],
    [["The NAMS Advisory Panel"], "The NAMS Advisory Panel", "The NAMS Advisory Panel, 2007"],
    [["Robert Downey Jr."], "Downey R", "Downey, 2007"],
    [["de Zambotti"], "de Zambotti", "de Zambotti, 2007"],
    [["A. M. Ünal"], "Ünal A", "Ünal, 2007"],
  ])("%j", (authors, cited, marker) => {
    expect(citationAuthors(authors)).toBe(cited);
    expect(inlineMarker(authors, 2007)).toBe(marker);
  });

  test("no name gives an empty citation", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 2, maxLength: 30 }), { minLength: 1, maxLength: 5 }),
        (authors) => {
          fc.pre(authors.every((author) => author.trim().length > 1));
          expect(citationAuthors(authors).length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 80 },
    );
  });
});

describe("citation id", () => {
  test("it is the same for every spelling of one DOI and has the contract's form", () => {
    const id = citationId("10.1007/s40279-019-01102-8");
    expect(id).toMatch(/^cit_[0-9A-HJKMNP-TV-Z]{26}$/);
    for (const spelling of [
      "10.1007/S40279-019-01102-8",
      "https://doi.org/10.1007/s40279-019-01102-8",
      "doi:10.1007/s40279-019-01102-8",
    ])
      expect(citationId(spelling)).toBe(id);
    expect(citationId("10.1007/s40279-019-01102-9")).not.toBe(id);
  });

  test("it never changes between versions", () => {
    expect(citationId("10.1000/abc")).toBe("cit_N3C77HSZ53MZRTE0S91830HR49");
  });
});
