/**
 * Guarantee: passages are whole sentences of the article, of the right size and in order, and
 * findings are quotations.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Article } from "../../../src/ingest/article.ts";
import {
  articlePassages,
  estimateTokens,
  PASSAGE_TOKENS,
} from "../../../src/ingest/formats/passages.ts";
import { sentences } from "../../../src/ingest/formats/sentences.ts";

describe("sentences", () => {
  test.each([
    ["We saw a change (p < .05). It was small.", 2],
    ["HRV fell by 4.6 ms vs. baseline in Smith et al. (2020) and rose later.", 1],
    ["This was shown by Smith et al. The effect was small.", 2],
    ["Some habits, e.g. Naps at noon, i.e. Rest, helped. Others (cf. Fig. 2) did not.", 2],
    ["J. Smith and A. B. Jones led it. They agreed.", 2],
    ["Women in the U.S. Navy slept less. In the U.S. The rest did not.", 3],
    ["They took vitamin C. Women slept well. Group A. Women did not.", 4],
    ['She said "sleep." Then she slept! Did it help? Yes.', 4],
    ["Effects lasted 12 weeks. 14 women left. P = .001. Nobody else did.", 4],
    ["Approx. 40 women (approx. Half) came.", 1],
    ["No end", 1],
    ["", 0],
  ])("%s", (text, count) => {
    expect(sentences(text)).toHaveLength(count);
  });
  test("nothing is lost or added", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "The",
            "effect",
            "et al.",
            "vs.",
            "p",
            "<",
            ".05.",
            "A.",
            "Women",
            "fell.",
            '"so."',
            "e.g.",
            "12",
            "ms?",
            "U.S.",
          ),
          { maxLength: 40 },
        ),
        (words) => {
          expect(sentences(words.join(" ")).join(" ")).toBe(words.join(" "));
        },
      ),
    );
  });
});

const article: Article = {
  doi: "10.1000/naps",
  title: "Naps and sleep quality of postmenopausal women: a randomised trial",
  authors: ["Ana García"],
  year: 2019,
  journal: "Journal of Invented Sleep",
  abstract: [
    { label: "Objective", text: "To see whether short naps change sleep." },
    { label: "Methods", text: "Forty women were asked to nap. They wrote diaries." },
    {
      label: "Results",
      text: "Sleep quality was higher in women who napped every day of the trial.",
    },
    {
      label: "Conclusions",
      text: "Sleep quality increased in postmenopausal women who took short naps. Further research is needed to see for whom naps are best. Trial registration: NCT00000000.",
    },
  ],
  publication_types: ["Randomized Controlled Trial", "Journal Article"],
  retracted: false,
  concern: false,
  source_format: "pubmed",
};
const documentOf = (changes: Partial<Article>) =>
  articlePassages({ ...article, ...changes })[0]?.document;

describe("findings and facets", () => {
  test("conclusions are quoted as they stand; calls for research and registrations are none", () => {
    expect(documentOf({})?.findings).toEqual([
      {
        statement: "Sleep quality increased in postmenopausal women who took short naps.",
        effect: "increase",
        measure: "sleep_quality",
        outcome: "sleep_quality",
      },
    ]);
  });
  test("only what the article says is filled in", () => {
    expect(documentOf({})).toMatchObject({
      design: "randomised trial",
      population: { sex: "female", life_stage: ["postmenopause"] },
      phases: [],
      behaviours: ["naps"],
    });
    expect(
      documentOf({
        title: "Some trial of rest",
        abstract: [{ text: "People rested." }],
        publication_types: [],
      }),
    ).toMatchObject({
      design: "not stated",
      population: { sex: "mixed", life_stage: [] },
      findings: [],
    });
  });
  test.each([
    ["Sleep quality did not differ between the women who napped and the others.", "none"],
    ["Sleep quality increased, but only in women who did not nap in the evening.", "mixed"],
    ["Sleep quality may have increased in the women who took short naps at noon.", "mixed"],
    ["Naps are a pleasant part of the day for many women who have the time.", "mixed"],
  ])("direction of %j", (text, effect) => {
    expect(
      documentOf({ abstract: [{ label: "Conclusion", text }] })?.findings.map(
        (each) => each.effect,
      ),
    ).toEqual([effect as "none"]);
  });
  test("words that mean something else in a paper are not what it is about", () => {
    const text =
      "The autonomic nervous system showed lower sympathetic activity and LF power, with a wide confidence interval, after drug therapy.";
    const found = documentOf({ title: "A trial", abstract: [{ label: "Conclusion", text }] });
    expect(found).toMatchObject({ measures: [], outcomes: [], behaviours: [] });
    expect(found?.findings).toEqual([{ statement: text, effect: "mixed" }]);
  });
  test("without labels, sentences that announce a conclusion come before the last ones", () => {
    const text =
      "Forty women napped for two weeks in the spring. These findings suggest that naps suit many women. All of the women were paid for their time here.";
    expect(
      documentOf({ abstract: [{ text }] })?.findings.map(({ statement }) => statement),
    ).toEqual(["These findings suggest that naps suit many women."]);
  });
});

describe("passages", () => {
  test("a short abstract is one passage with title and labels; ids number the passages of one DOI", () => {
    const passages = articlePassages(article);
    expect(passages.map(({ id }) => id)).toEqual(["10.1000/naps#1"]);
    expect(passages[0]?.text).toStartWith(`${article.title}. Objective: To see whether`);
    expect(passages[0]?.text).toContain("Conclusions: Sleep quality increased");
  });
  test("chapters are not mixed, back matter is left out", () => {
    const paragraph = (name: string) =>
      `${name} sentence of about ten words that says not much. `.repeat(12).trim();
    const passages = articlePassages({
      ...article,
      body: [
        { heading: ["Results"], paragraphs: [paragraph("Result")] },
        { heading: ["Results", "Sleep"], paragraphs: [paragraph("Sleep")] },
        { heading: ["Discussion"], paragraphs: [paragraph("Thought")] },
        { heading: ["Acknowledgements"], paragraphs: [paragraph("Thanks")] },
        { heading: ["Declarations", "Funding"], paragraphs: [paragraph("Money")] },
      ],
    });
    const texts = passages.map(({ text }) => text);
    expect(
      texts.some((text) => text.includes("Result sentence") && text.includes("Thought sentence")),
    ).toBe(false);
    expect(texts.join(" ")).toContain("Sleep: Sleep sentence");
    expect(texts.join(" ")).not.toMatch(/Thanks|Money/);
  });
  test("every sentence once, in order, none above the size, few below it", () => {
    const sentence = fc
      .array(fc.stringMatching(/^[a-z]{2,10}$/), { minLength: 3, maxLength: 60 })
      .map((words) => `Xx ${words.join(" ")}.`);
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 60 }), (all) => {
        const passages = articlePassages({ ...article, abstract: [{ text: all.join(" ") }] });
        const bodies = passages.map(({ text }) => text.slice(article.title.length + 2));
        expect(bodies.join(" ")).toBe(all.join(" "));
        for (const { text } of passages)
          expect(estimateTokens(text)).toBeLessThanOrEqual(PASSAGE_TOKENS.max + 1);
      }),
      { numRuns: 60 },
    );
  });
  test("the model's own tokens are counted where it is given a counter", () => {
    const text = "Every word counts as four tokens here. ".repeat(20).trim();
    const countTokens = (words: string) => words.split(" ").length * 4;
    const passages = articlePassages(
      { ...article, title: "Naps", abstract: [{ text }] },
      { countTokens },
    );
    expect(passages.length).toBeGreaterThan(3);
    for (const passage of passages)
      expect(countTokens(passage.text)).toBeLessThanOrEqual(PASSAGE_TOKENS.max);
  });
});
