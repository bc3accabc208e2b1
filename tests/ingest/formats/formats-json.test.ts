/** Guarantee: the JSON of each service is read as that service defines it. */
import { afterAll, describe, expect, test } from "bun:test";
import { onlyArticle, read, removeFiles } from "./support.ts";

afterAll(removeFiles);

const WORK = {
  DOI: "10.1000/NAPS.2019",
  type: "journal-article",
  title: ["Naps of <i>women</i> &amp; VO<sub>2</sub>max"],
  author: [{ given: "Ana M", family: "García" }, { name: "NAP Study Group" }],
  "container-title": ["Journal of Invented Sleep"],
  issued: { "date-parts": [[2019, 11]] },
  abstract:
    "<jats:title>Abstract</jats:title><jats:sec><jats:title>Methods</jats:title><jats:p>Forty women, p<0.05.</jats:p></jats:sec><jats:sec><jats:title>Conclusion</jats:title><jats:p>Pleasant.</jats:p></jats:sec>",
};

describe("JSON of the services", () => {
  const abstract = [
    { label: "Methods", text: "Forty women, p<0.05." },
    { label: "Conclusion", text: "Pleasant." },
  ];
  const common = {
    doi: "10.1000/naps.2019",
    authors: ["Ana M García", "NAP Study Group"],
    year: 2019,
  };

  test("Crossref: one work or a list, markup inside fields", async () => {
    const expected = {
      ...common,
      title: "Naps of women & VO2max",
      abstract,
      source_format: "crossref",
    };
    expect(
      await onlyArticle(JSON.stringify({ status: "ok", message: WORK }), "work.json"),
    ).toMatchObject(expected);
    const list = JSON.stringify(
      { status: "ok", message: { items: [WORK], "total-results": 1 } },
      null,
      2,
    );
    expect(await onlyArticle(list, "list.json")).toMatchObject(expected);
  });
  test("a record that cannot be used is named by the line where it begins", async () => {
    const list = JSON.stringify({ message: { items: [WORK, { ...WORK, DOI: "none" }] } }, null, 2);
    const lines = `${JSON.stringify(WORK)}\n\n${JSON.stringify({ ...WORK, DOI: "none" })}\n`;
    for (const [content, line] of [
      [list, list.slice(0, list.indexOf('"none"')).split("\n").length - 1],
      [lines, 3],
    ] as const) {
      const { rejected } = await read(content, "lines.json", "crossref");
      expect(rejected.map(({ place }) => place.split(" ")[0])).toEqual([`lines.json:${line}`]);
    }
  });
  test.each(["", "1 2", "01", '"\t"', "{'a':1}", '{"a":1,}', "NaN", "]"])(
    "a list that goes on with %j is not JSON",
    async (next) => {
      const { refused } = await read(`[${JSON.stringify(WORK)},${next}]`, "bad.json");
      expect(refused).toBe("bad.json: line 1: not JSON");
    },
  );
  test("CSL-JSON: particles, literal names, PMID in the note; a member of a map that is no record is reported", async () => {
    const item = {
      ...WORK,
      title: "Naps of women",
      "container-title": "Journal of Invented Sleep",
      author: [
        { given: "Ursula", "non-dropping-particle": "von der", family: "Naps" },
        { literal: "NAP Study Group" },
      ],
      note: "PMID: 900001",
    };
    expect(await onlyArticle(JSON.stringify([item]), "csl.json")).toMatchObject({
      source_format: "csl",
      authors: ["Ursula von der Naps", "NAP Study Group"],
      pmid: "900001",
      abstract,
    });
    const { articles, rejected } = await read(
      JSON.stringify({ a: [item], b: [{ nothing: true }] }),
      "map.json",
    );
    expect([articles.length, rejected.map(({ reason }) => reason)]).toEqual([
      1,
      ["not a record of this format"],
    ]);
  });
  test("OpenAlex: the abstract is put together from its index", async () => {
    const work = {
      id: "https://openalex.org/W1",
      doi: "https://doi.org/10.1000/NAPS.2019",
      title: "Naps of women",
      publication_year: 2019,
      authorships: [
        { raw_author_name: "García, Ana M", author: { display_name: "A. García" } },
        { author: { display_name: "NAP Study Group" } },
      ],
      primary_location: { source: { display_name: "Journal of Invented Sleep" } },
      ids: { pmid: "https://pubmed.ncbi.nlm.nih.gov/900001" },
      abstract_inverted_index: {
        women: [1],
        Forty: [0],
        "napped.": [2],
        hostile: [9e15, -1.5, "x"],
      },
      is_retracted: false,
    };
    expect(await onlyArticle(JSON.stringify({ results: [work] }), "oa.json")).toMatchObject({
      ...common,
      pmid: "900001",
      abstract: [{ text: "hostile Forty women napped. hostile" }],
    });
  });
  test("Europe PMC: core result, headings in the abstract, group author; getpapers' lists of one", async () => {
    const result = {
      id: "900001",
      source: "MED",
      pmid: "900001",
      doi: "10.1000/naps.2019",
      title: "Naps of women.",
      authorList: {
        author: [{ firstName: "Ana M", lastName: "García" }, { collectiveName: "NAP Study Group" }],
      },
      journalInfo: { yearOfPublication: 2019, journal: { title: "Journal of Invented Sleep" } },
      abstractText: "<h4>Methods</h4>Forty women, p<0.05. <h4>Conclusion</h4>Pleasant.",
    };
    const expected = {
      ...common,
      title: "Naps of women",
      abstract,
      pmid: "900001",
      source_format: "europepmc",
    };
    expect(
      await onlyArticle(JSON.stringify({ resultList: { result: [result] } }), "e.json"),
    ).toMatchObject(expected);
    const boxed = Object.fromEntries(
      Object.entries(result).map(([name, value]) => [name, [value]]),
    );
    expect(await onlyArticle(JSON.stringify({ full: boxed }), "g.json")).toMatchObject(expected);
  });
  test("evidence records are checked against their schema", async () => {
    const line = await Bun.file(`${import.meta.dir}/../../../corpus/hrv.ndjson`).text();
    const [first = ""] = line.split("\n");
    const broken = JSON.stringify({ ...JSON.parse(first), year: "1998" });
    const { records, rejected, refused } = await read(`${broken}\n${first}\n`, "own.ndjson");
    expect(refused).toBe(null);
    expect(records.length).toBe(1);
    expect(rejected.map(({ reason }) => reason)).toEqual(["/year: Expected integer"]);
  });
});
