/**
 * Guarantee: a damaged, disguised or hostile file is refused in one line that names it, and nothing
 * hangs.
 *
 * @alone it measures time
 * @slow it reads large files
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { FORMATS } from "../../../src/ingest/formats/index.ts";
import { articlePassages } from "../../../src/ingest/formats/passages.ts";
import {
  BIBTEX,
  fileOf,
  NBIB,
  onlyArticle,
  PUBMED,
  RIS,
  read,
  readFile,
  removeFiles,
} from "./support.ts";

afterAll(removeFiles);

const gzip = (content: string | Uint8Array) => Bun.gzipSync(Buffer.from(content));

describe("the file itself", () => {
  test("missing, empty, a folder", async () => {
    expect((await readFile("/nowhere/x.ris")).refused).toBe("x.ris there is no such file");
    expect((await read("", "empty.ris")).refused).toBe("empty.ris is empty");
    expect((await read(" \n\n ", "blank.ris")).refused).toBe(
      "blank.ris holds nothing but white space",
    );
    const folder = `${fileOf("x", "anchor")}.d`;
    mkdirSync(folder);
    expect((await readFile(folder)).refused).toBe("anchor.d is not a file");
  });
  test("a sparse file of 2 GB is refused by its size", async () => {
    const path = fileOf("TY  - JOUR\n", "huge.ris");
    const { truncateSync } = await import("node:fs");
    truncateSync(path, 2 ** 31);
    expect((await readFile(path)).refused).toBe("huge.ris is larger than 1 GiB; split it");
  });
  test("names cannot play with the terminal or show folders", async () => {
    const { refused } = await readFile(join("/tmp", "..", "\u001b[31mred\u202e.ris"));
    expect(refused).toBe("?[31mred?.ris there is no such file");
  });
  test("documents and archives are named for what they are", async () => {
    expect((await read("%PDF-1.7 …", "a.ris")).refused).toBe("a.ris is a PDF document");
    expect((await read("PK\u0003\u0004rest", "a.nbib")).refused).toStartWith(
      "a.nbib is a zip archive",
    );
    const nul = new Uint8Array([...Buffer.from("TY  - JOUR\n"), 0, 1, 2]);
    expect((await read(nul, "b.ris")).refused).toBe("b.ris is not a text file: byte 12 is NUL");
    expect((await read("hello world", "c.ris")).refused).toBe(
      "c.ris is in none of the formats that are read",
    );
    expect((await read('"a","b","c","d"\n"1","2","3","4"\n', "d.csv")).refused).toStartWith(
      "d.csv is a table (CSV)",
    );
    expect(
      (await read("FN Clarivate Analytics Web of Science\nPT J\n", "w.txt")).refused,
    ).toContain("Web of Science");
  });
});

describe("labels", () => {
  test("a name that promises another format", async () => {
    const expected =
      "x.ris is PubMed XML, though its name ends in .ris; rename it or say --format pubmed";
    expect((await read(PUBMED, "x.ris")).refused).toBe(expected);
    expect((await read(PUBMED, "x.ris", "pubmed")).articles.length).toBe(1);
    expect((await read(RIS, "x.ris.gz")).articles.length).toBe(1);
  });
  test("a format that the caller says and the file is not", async () => {
    expect((await read(NBIB, "y.txt", "ris")).refused).toBe("y.txt is MEDLINE/NBIB, not RIS");
  });
  test("the format of JSON is that of most records, or the one that the caller says, if any is in it", async () => {
    const author = [{ family: "García" }];
    const rest = { author, issued: { "date-parts": [[2019]] }, abstract: "Forty women napped." };
    const work = {
      DOI: "10.1000/naps.1",
      title: ["Naps"],
      "container-title": ["Journal"],
      ...rest,
    };
    const items = [{ DOI: "10.1000/journal", type: "journal", issued: rest.issued }, work];
    const crossref = JSON.stringify({
      message: { items: [...items, { ...work, DOI: "10.1000/naps.2" }] },
    });
    const item = {
      type: "article",
      DOI: "10.1000/naps.3",
      title: "Naps",
      "container-title": "Journal",
      ...rest,
    };
    const csl = JSON.stringify([{ type: "webpage", title: "A page" }, item]);
    const cases = [
      [crossref, undefined, 2],
      [JSON.stringify(items), undefined, 1],
      [crossref, "crossref", 2],
      [csl, undefined, 1],
      [csl, "csl", 1],
    ] as const;
    for (const [content, asked, accepted] of cases) {
      const { articles, rejected, refused } = await read(content, "mixed.json", asked);
      expect([articles.length, refused]).toEqual([accepted, null]);
      expect(rejected.map(({ reason }) => reason)).toEqual(["not a record of this format"]);
    }
    expect((await read(csl, "mixed.json", "openalex")).refused).toBe(
      "mixed.json is CSL-JSON, not OpenAlex JSON",
    );
  });
  test("other XML and other JSON", async () => {
    expect((await read("<html><body/></html>", "z.xml")).refused).toContain(
      "XML of another kind (<html>)",
    );
    expect((await read('{"paperId":"1","title":"t"}', "z.json")).refused).toContain(
      "JSON of another kind",
    );
    expect((await read('{"message":{"items":[]}}', "e.json")).refused).toBe(
      "e.json holds no records",
    );
  });
});

describe("gzip", () => {
  test("whole files are read, truncated, damaged and doubled ones are not", async () => {
    expect((await onlyArticle(gzip(PUBMED), "a.xml.gz")).pmid).toBe("900001");
    expect((await read(gzip(PUBMED).subarray(0, 200), "t.xml.gz")).refused).toBe(
      "t.xml.gz is a truncated gzip file",
    );
    const damaged = gzip(PUBMED);
    damaged.fill(7, 60, 90);
    expect((await read(damaged, "d.xml.gz")).refused).toBe("d.xml.gz is a damaged gzip file");
    expect((await read(gzip(gzip(RIS)), "g.gz")).refused).toBe("g.gz is packed with gzip twice");
  });
  test("a bomb is given up early", async () => {
    const bomb = gzip(Buffer.alloc(64 << 20, "<a>"));
    const started = performance.now();
    expect((await read(bomb, "bomb.xml.gz")).refused).toMatch(
      /^bomb\.xml\.gz(?: unpacks to more than 200 times|: line 1: )/,
    );
    expect(performance.now() - started).toBeLessThan(5000);
    const space = gzip(`{"results":[${" ".repeat(64 << 20)}]}`);
    expect((await read(space, "space.json.gz")).refused).toContain(
      "unpacks to more than 200 times its size",
    );
  });
});

describe("encodings", () => {
  const utf16 = (text: string, big: boolean) => {
    const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
    return big ? bytes.swap16() : bytes;
  };
  test("byte order marks, declared and undeclared Latin-1", async () => {
    const plain = await onlyArticle(RIS, "plain.ris");
    expect(await onlyArticle(`\ufeff${RIS}`, "bom.ris")).toEqual(plain);
    expect(await onlyArticle(utf16(RIS, false), "le.ris")).toEqual(plain);
    expect(await onlyArticle(utf16(RIS, true), "be.ris")).toEqual(plain);
    expect(await onlyArticle(Buffer.from(RIS, "latin1"), "latin.ris")).toEqual(plain);
    const xml = PUBMED.replace("UTF-8", "ISO-8859-1").replace("V&#x307;O", "VO");
    expect((await onlyArticle(Buffer.from(xml, "latin1"), "latin.xml")).authors[0]).toBe(
      "Ana M García",
    );
  });
  test("exports in two encodings, one behind the other", async () => {
    const other = RIS.replace("2019\nER", "2020\nER");
    for (const end of ["\n", "\r\n", "\r"]) {
      const [utf8, latin] = [RIS, other].map((text) => text.replaceAll("\n", end)) as [
        string,
        string,
      ];
      const mixed = Buffer.concat([
        Buffer.from(utf8),
        Buffer.from(latin, "latin1"),
        Buffer.from(utf8),
      ]);
      const { articles } = await read(mixed, "mixed.ris");
      expect(articles.map(({ authors }) => authors[0])).toEqual(["Ana M García", "Ana M García"]);
    }
  });
  test("XML and JSON that are not what they must be", async () => {
    const { refused } = await read(Buffer.from(PUBMED, "latin1"), "l.xml");
    expect(refused).toBe("l.xml is not UTF-8 text (near byte 1)");
    expect((await read(PUBMED.replace("UTF-8", "KLINGON"), "k.xml")).refused).toContain(
      'unknown encoding, "KLINGON"',
    );
  });
});

describe("structure", () => {
  const bomb = '<!DOCTYPE PubmedArticleSet [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
  const doctype = /<!DOCTYPE[^>]*>/;
  test("entity declarations, external entities and unknown references are refused, never expanded", async () => {
    expect((await read(PUBMED.replace(doctype, bomb), "e.xml")).refused).toBe(
      "e.xml: line 2: the document type declares entities; such a file is not read",
    );
    const external = '<!DOCTYPE PubmedArticleSet [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    expect((await read(PUBMED.replace(doctype, external), "x.xml")).refused).toContain(
      "declares entities",
    );
    expect((await read(PUBMED.replace("Naps &amp;", "&bomb;"), "u.xml")).refused).toContain(
      "not well-formed XML",
    );
  });
  test("nesting without end", async () => {
    const deep = `<PubmedArticleSet>${"<a>".repeat(5000)}`;
    expect((await read(deep, "deep.xml")).refused).toBe(
      "deep.xml: line 1: elements are nested deeper than 200",
    );
    expect((await read("[".repeat(5000), "deep.json")).refused).toContain("nested deeper than 200");
    const braces = `@article{k, title = {${"{".repeat(50_000)}${"}".repeat(50_000)}}}`;
    expect((await read(braces, "deep.bib")).rejected.length).toBe(1);
    expect(
      (await read(`@article{k, title = {${"\\'{".repeat(50_000)}`, "deeper.bib")).refused,
    ).toContain("truncated");
  });
  test("macros that double with every line", async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `@string{m${i + 1} = m${i} # m${i}}`);
    const { refused } = await read(
      `@string{m0 = "lol"}\n${lines.join("\n")}\n${BIBTEX}`,
      "lol.bib",
    );
    expect(refused).toMatch(/^lol\.bib: line \d+: the @string definitions grow without bound$/);
  });
  test("a record without end is not collected without end", async () => {
    const value = "x".repeat(17 << 20);
    expect((await read(`TY  - JOUR\nAB  - ${value}\nER  - \n`, "big.ris")).refused).toMatch(
      /^big\.ris: line \d+: /,
    );
    expect((await read(`[{"DOI":"${value}"}]`, "big.json")).refused).toContain(
      "larger than any article",
    );
    expect((await read(PUBMED.replace("Forty", value), "big.xml")).refused).toContain(
      "larger than any article",
    );
    expect((await read(BIBTEX.replace("Forty", value), "big.bib")).refused).toContain(
      "larger than any article",
    );
  });
});

describe("long runs of one sign take time in proportion to their length", () => {
  // A pattern that tries again at every character needs minutes for these.
  const LENGTH = 200_000;
  test.each([
    ".",
    ". ",
    "<",
    "<a ",
    "<math>",
    "<math>x</math>",
    "<alternatives><math>",
    "&#1",
    "(",
    "A. ",
    "METHODS ",
    ". METHODS: x ",
    '"',
    "--",
    "\\",
    "\\'{",
    "{a}",
    "a",
    "et al. ",
  ])("%j", async (sign) => {
    const run = sign.repeat(Math.floor(LENGTH / sign.length));
    const started = performance.now();
    for (const [name, text] of [
      ["run.ris", RIS.replace("Forty women napped.", () => run)],
      ["names.ris", RIS.replace("King, Martin, Jr", () => run)],
      ["run.bib", BIBTEX.replace("Forty women {napped}.", () => run)],
      ["names.bib", BIBTEX.replace("{NAP Study Group}", () => run)],
    ] as const) {
      const { articles, rejected, refused } = await read(text, name);
      expect(articles.length + rejected.length > 0 || refused !== null).toBe(true);
      for (const article of articles) articlePassages(article);
    }
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe("a file that stops too early is refused, wherever it stops", () => {
  const json = JSON.stringify({
    message: { items: [{ DOI: "10.1000/a", title: ["A"], type: "x" }] },
  });
  const files: readonly (readonly [string, string])[] = [
    ["t.xml", PUBMED.trim()],
    ["t.ris", RIS.trim()],
    ["t.bib", BIBTEX.trim()],
    ["t.json", json],
  ];
  test.each(files)("%s", async (name, text) => {
    const start = text.indexOf("garcia") > 0 ? text.indexOf("@article") : 0;
    for (const share of [0.2, 0.5, 0.8, 0.99]) {
      const length = start + Math.floor((text.length - start) * share) + 1;
      const { refused } = await read(text.slice(0, Math.min(length, text.length - 2)), name);
      expect([name, share, refused]).toEqual([
        name,
        share,
        expect.stringMatching(/truncated|in none of the formats|no records|another kind/),
      ]);
    }
  });
  test("MEDLINE, which has no end mark, by what its other records end with", async () => {
    const second = NBIB.replace("900001", "900002").replaceAll("NAPS.2019", "NAPS.2020");
    const { refused } = await read(`${NBIB}${second.slice(0, second.indexOf("SO  -"))}`, "t.nbib");
    expect(refused).toBe("t.nbib: line 19: the last record has no SO line; the file is truncated");
  });
  test("MEDLINE with one record, by the lines that only PubMed writes; books have no SO line", async () => {
    const single = NBIB.replace("900001\n", "900001\nOWN - NLM\nSTAT- MEDLINE\n").replace(
      /SO {2}- .*\n/,
      "",
    );
    expect((await read(single, "s.nbib")).refused).toBe(
      "s.nbib: line 2: the last record has no SO line; the file is truncated",
    );
    const book = "PMID- 900009\nOWN - NLM\nBTI - Book of Naps\nAID - NBK1 [bookaccession]\n";
    expect(await read(`${NBIB}\n${book}`, "b.nbib")).toMatchObject({
      refused: null,
      articles: [{ pmid: "900001" }],
      rejected: [{ place: "b.nbib:19 (PMID 900009)" }],
    });
    expect((await read(NBIB.replace(/SO {2}- .*\n/, ""), "m.nbib")).articles.length).toBe(1);
  });
});

describe("any bytes", () => {
  const seeds = [
    PUBMED,
    RIS,
    NBIB,
    BIBTEX,
    '[{"DOI":"10.1000/a","title":["A"],"type":"x"}]',
    '{"id":"https://openalex.org/W1","authorships":[]}',
  ];
  const mutated = fc
    .tuple(
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(4000), fc.string({ unit: "binary", maxLength: 8 })), {
        maxLength: 6,
      }),
    )
    .map(([seed, cuts]) =>
      cuts.reduce(
        (text, [at, piece]) =>
          `${text.slice(0, at % text.length)}${piece}${text.slice((at % text.length) + piece.length)}`,
        seed,
      ),
    );
  test("neither noise nor damaged records bring anything but articles, reasons or one line", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 400 }), mutated), async (content) => {
        const { refused, rejected } = await read(content, "any");
        expect(refused ?? "any ").toStartWith("any");
        expect(refused ?? "").not.toContain("\n");
        for (const { place, reason } of rejected)
          expect(`${place} ${reason}`).toMatch(/^any:\d+[^\n]* [^\n]+$/);
      }),
      { numRuns: 400 },
    );
  });
  test("a said format does not change that", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FORMATS), mutated, async (format, content) => {
        const { refused } = await read(content, "said", format);
        expect(refused ?? "").not.toContain("\n");
      }),
      { numRuns: 150 },
    );
  });
});
