/**
 * Europe PMC, REST search with `cursorMark`.
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { bodyFault } from "./http.ts";
import { parseJson } from "./json-body.ts";
import type { Source } from "./source.ts";
import type { ArticleType, Language, Topic } from "./strategy.ts";

const PAGE = 100;

const TYPES: Record<ArticleType, string> = {
  "meta-analysis": "meta-analysis",
  "systematic review": "systematic review",
  "randomised trial": "randomized controlled trial",
  "clinical trial": "clinical trial",
  "observational study": "observational study",
  "validation study": "validation study",
  guideline: "practice guideline",
  review: "review",
  "journal article": "journal article",
};
const LANGUAGES: Record<Language, string> = {
  en: "eng",
  de: "ger",
  es: "spa",
  fr: "fre",
  it: "ita",
  nl: "dut",
  pt: "por",
};

const Page = Type.Object({
  hitCount: Type.Integer({ minimum: 0 }),
  nextCursorMark: Type.Optional(Type.String()),
  resultList: Type.Object({ result: Type.Array(Type.Object({})) }),
});

export const EUROPE_PMC_SOURCE: Source = {
  name: "europepmc",
  label: "Europe PMC",
  base: "https://www.ebi.ac.uk/europepmc/webservices/rest",
  format: "europepmc",
  pageExtension: "json",
  overlapDays: 7,
  rough: false,
  query: queryOf,
  async step(client, query, window, cursor, validator) {
    const answer = await client.get({
      path: "/search",
      accept: "json",
      parameters: {
        query: `FIRST_IDATE:[${window.since} TO ${window.until}] AND ${query}`,
        resultType: "core",
        format: "json",
        pageSize: String(PAGE),
        cursorMark: cursor ?? "*",
        email: client.contact,
      },
      ...(validator !== undefined && { validator }),
      read(text) {
        const value = parseJson(text);
        if (!Value.Check(Page, value)) throw bodyFault("it is not a page of results");
        return value;
      },
    });
    if (answer === null) return null;
    const { hitCount, nextCursorMark, resultList } = answer.value;
    const records = resultList.result.length;
    // On the last page the service repeats the cursor that it got.
    const isLast =
      records === 0 || nextCursorMark === undefined || nextCursorMark === (cursor ?? "*");
    return {
      page: records === 0 ? null : answer.text,
      records,
      hits: hitCount,
      next: isLast ? null : nextCursorMark,
      validator: answer.validator,
    };
  },
};

function queryOf(topic: Topic): string {
  const any = (field: string, terms: readonly string[]) =>
    `(${terms.map((term) => `${field}:"${term}"`).join(" OR ")})`;
  const { from, to } = topic.published;
  const wanted = [
    ...topic.groups.map((terms) => any("TITLE_ABS", terms)),
    any(
      "PUB_TYPE",
      topic.articleTypes.map((type) => TYPES[type]),
    ),
    any(
      "LANG",
      topic.languages.map((language) => LANGUAGES[language]),
    ),
    `FIRST_PDATE:[${from} TO ${to ?? "3000-12-31"}]`,
    "HAS_ABSTRACT:Y",
  ];
  // Preprints are not evidence yet.
  const unwanted = [
    "SRC:PPR",
    ...(topic.exclude.length === 0 ? [] : [any("TITLE", topic.exclude)]),
  ];
  return [wanted.join(" AND "), ...unwanted].join(" NOT ");
}
