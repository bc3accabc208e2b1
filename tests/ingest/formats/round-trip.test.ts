/** Guarantee: what a correct exporter writes in RIS, MEDLINE or BibTeX is read back unchanged. */
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { read, removeFiles } from "./support.ts";

afterAll(removeFiles);

interface Sample {
  doi: string;
  title: string;
  people: { given: string; family: string }[];
  group: string | null;
  year: number;
  journal: string;
  abstract: string;
}

const word = fc.stringMatching(/^[a-zäöüéñ]{2,9}$/);
const capital = fc.stringMatching(/^[A-ZÄÉ][a-zäöüéñ]{2,9}$/);
const phrase = fc
  .tuple(capital, fc.array(word, { minLength: 2, maxLength: 40 }))
  .map(([first, rest]) => [first, ...rest].join(" "));
const sample: fc.Arbitrary<Sample> = fc.record({
  doi: fc.stringMatching(/^10\.[0-9]{4,6}\/[a-z0-9][a-z0-9._()-]{0,12}[a-z0-9]$/),
  title: phrase,
  people: fc.array(
    fc.record({
      given: fc.oneof(
        capital,
        fc.tuple(capital, fc.stringMatching(/^[A-Z]$/)).map((parts) => parts.join(" ")),
      ),
      family: fc.oneof(
        capital,
        capital.map((name) => `van ${name}`),
      ),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  group: fc.option(phrase.map((name) => `${name.slice(0, 60).trim()} Group`)),
  year: fc.integer({ min: 1950, max: 2026 }),
  journal: phrase,
  abstract: fc
    .array(phrase, { minLength: 1, maxLength: 4 })
    .map((sentences) => `${sentences.join(". ")}.`),
});
const samples = fc.uniqueArray(sample, {
  selector: ({ doi }) => doi.toLowerCase(),
  minLength: 1,
  maxLength: 6,
});

function expected(all: readonly Sample[]) {
  return all.map(({ doi, title, people, group, year, journal, abstract }) => ({
    doi,
    title,
    authors: [
      ...people.map(({ given, family }) => `${given} ${family}`),
      ...(group === null ? [] : [group]),
    ],
    year,
    journal,
    abstract: [{ text: abstract }],
  }));
}

/** Lines no longer than `width`, continued with an indent. */
function wrapped(tag: string, value: string, width: number): string {
  const lines = [tag];
  for (const part of value.split(" ")) {
    const last = lines.length - 1;
    if ((lines[last] ?? "").length + part.length > width) lines.push(`      ${part}`);
    else lines[last] += `${(lines[last] ?? "").endsWith(" ") ? "" : " "}${part}`;
  }
  return lines.join("\n");
}

const WRITERS: Record<string, (one: Sample) => string> = {
  ris: ({ doi, title, people, group, year, journal, abstract }) =>
    [
      "TY  - JOUR",
      ...people.map(({ given, family }) => `AU  - ${family}, ${given}`),
      ...(group === null ? [] : [`AU  - ${group}`]),
      wrapped("TI  - ", title, 80),
      `PY  - ${year}///`,
      `T2  - ${journal}`,
      wrapped("AB  - ", abstract, 80),
      `DO  - ${doi}`,
      "ER  - ",
      "",
    ].join("\n"),
  nbib: ({ doi, title, people, group, year, journal, abstract }) =>
    [
      `PMID- ${year}`,
      wrapped("TI  - ", `${title}.`, 88),
      wrapped("AB  - ", abstract, 88),
      ...people.map(({ given, family }) => `FAU - ${family}, ${given}`),
      ...(group === null ? [] : [`CN  - ${group}`]),
      `DP  - ${year} Jan`,
      `JT  - ${journal}`,
      `AID - ${doi} [doi]`,
      "SO  - somewhere",
      "",
    ].join("\n"),
  bib: ({ doi, title, people, group, year, journal, abstract }) => {
    const names = [
      ...people.map(({ given, family }) => `${family}, ${given}`),
      ...(group === null ? [] : [`{${group}}`]),
    ];
    const accented = (text: string) =>
      text.replace(/ä/g, '{\\"a}').replace(/é/g, "\\'{e}").replace(/ñ/g, "\\~n");
    return `@article{k${year},\n author = {${accented(names.join(" and\n    "))}},\n title = "{${accented(title)}}",\n year = ${year},\n journal = {${journal}},\n doi = {${doi.toUpperCase()}},\n abstract = {${accented(abstract)}}\n}\n`;
  },
};

test.each(Object.keys(WRITERS))("%s", async (extension) => {
  const write = WRITERS[extension] ?? (() => "");
  await fc.assert(
    fc.asyncProperty(samples, fc.boolean(), async (all, windows) => {
      const text = all.map(write).join("\n");
      const whole = await read(
        windows ? text.replaceAll("\n", "\r\n") : text,
        `generated.${extension}`,
      );
      expect([whole.refused, whole.rejected]).toEqual([null, []]);
      expect(whole.articles).toMatchObject(expected(all));
      expect(whole.articles.length).toBe(all.length);
    }),
    { numRuns: 60 },
  );
});
