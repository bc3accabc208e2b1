/**
 * PubMed, E-utilities: a search kept on their history server (`esearch`), then its records page by
 * page (`efetch`).
 *
 * PubMed returns only the first 9,999 records of a search, so a longer one is split into shorter
 * spans of entry days.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { PubmedReader } from "../ingest/formats/pubmed.ts";
import { addDays, daysBetween } from "./clock.ts";
import { bodyFault, HttpFault } from "./http.ts";
import { parseJson } from "./json-body.ts";
import type { ServiceClient } from "./service-client.ts";
import type { Source, Step, Window } from "./source.ts";
import type { ArticleType, Language, Topic } from "./strategy.ts";

const PUBMED_PAGE = 200;
/** Per search. */
const PUBMED_HITS_MAX = 9_999;
/** A history server that forgets the search this often does not work. */
const LOST_MAX = 5;

const TYPES: Record<ArticleType, string> = {
  "meta-analysis": "Meta-Analysis",
  "systematic review": "Systematic Review",
  "randomised trial": "Randomized Controlled Trial",
  "clinical trial": "Clinical Trial",
  "observational study": "Observational Study",
  "validation study": "Validation Study",
  guideline: "Practice Guideline",
  review: "Review",
  "journal article": "Journal Article",
};
const LANGUAGES: Record<Language, string> = {
  en: "english",
  de: "german",
  es: "spanish",
  fr: "french",
  it: "italian",
  nl: "dutch",
  pt: "portuguese",
};

/**
 * The position: a search on the history server, the span of days it covers, and the next record.
 */
const Cursor = Type.Object({
  env: Type.String(),
  key: Type.String(),
  from: Type.String(),
  to: Type.String(),
  at: Type.Integer({ minimum: 0 }),
  count: Type.Integer({ minimum: 0 }),
  /** The hits of the spans before this one. */
  before: Type.Integer({ minimum: 0 }),
  lost: Type.Integer({ minimum: 0 }),
});
type Cursor = Static<typeof Cursor>;

/** What NCBI wants to know about every caller. */
export function pubmedIdentity(
  client: ServiceClient,
  apiKey: string | null,
): Record<string, string> {
  return { tool: "phasewise", email: client.contact, ...(apiKey !== null && { api_key: apiKey }) };
}

interface Search {
  client: ServiceClient;
  query: string;
  /** Of an NCBI account, or null. */
  apiKey: string | null;
}

/** The first part of a span of days that PubMed returns whole, kept on its history server. */
async function search(
  { client, query, apiKey }: Search,
  span: Window,
  { lost, before }: Pick<Cursor, "lost" | "before">,
): Promise<Cursor> {
  let { since: from, until: to } = span;
  for (;;) {
    const answer = await client.get({
      path: "/esearch.fcgi",
      post: true,
      accept: "json",
      parameters: {
        db: "pubmed",
        term: query,
        datetype: "edat",
        mindate: from.replaceAll("-", "/"),
        maxdate: to.replaceAll("-", "/"),
        usehistory: "y",
        retmax: "0",
        retmode: "json",
        ...pubmedIdentity(client, apiKey),
      },
      read: readSearch,
    });
    const hits = answer?.value ?? { count: 0, env: "", key: "" };
    if (hits.count <= PUBMED_HITS_MAX) return { ...hits, from, to, at: 0, before, lost };
    const days = daysBetween(from, to);
    if (days === 0)
      throw new HttpFault(`PubMed: more than ${PUBMED_HITS_MAX} records of one day`, {
        passing: false,
      });
    to = addDays(from, Math.floor(days / 2));
  }
}

async function fetchPage(asked: Search, window: Window, cursor: Cursor): Promise<Step> {
  const { client, apiKey } = asked;
  const answer = await client.get({
    path: "/efetch.fcgi",
    accept: "xml",
    parameters: {
      db: "pubmed",
      WebEnv: cursor.env,
      query_key: cursor.key,
      retstart: String(cursor.at),
      retmax: String(PUBMED_PAGE),
      retmode: "xml",
      ...pubmedIdentity(client, apiKey),
    },
    read: readRecords,
  });
  const hits = cursor.before + cursor.count;
  if (answer === null || answer.value === "lost") {
    if (cursor.lost >= LOST_MAX) {
      throw new HttpFault("PubMed: its history server forgets the search", { passing: true });
    }
    const again = await search(asked, spanFrom(cursor.from, window), {
      lost: cursor.lost + 1,
      before: cursor.before,
    });
    return { page: null, records: 0, hits, next: JSON.stringify(again), validator: null };
  }
  const at = cursor.at + PUBMED_PAGE;
  const next = at < cursor.count ? { ...cursor, at } : await nextSpan(asked, window, cursor);
  return {
    page: answer.text,
    records: answer.value,
    hits,
    next: next === null ? null : JSON.stringify(next),
    validator: null,
  };
}

async function nextSpan(
  asked: Search,
  window: Window,
  done: Pick<Cursor, "to" | "lost" | "before" | "count">,
): Promise<Cursor | null> {
  let from = addDays(done.to, 1);
  while (from <= window.until) {
    const part = await search(asked, spanFrom(from, window), {
      lost: done.lost,
      before: done.before + done.count,
    });
    if (part.count > 0) return part;
    from = addDays(part.to, 1);
  }
  return null;
}

/** @param apiKey of an NCBI account, or null */
export function pubmed(apiKey: string | null): Source {
  return {
    name: "pubmed",
    label: "PubMed",
    base: "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
    format: "pubmed",
    pageExtension: "xml",
    overlapDays: 7,
    rough: false,
    query: queryOf,
    async step(client, query, window, cursor) {
      const asked: Search = { client, query, apiKey };
      if (cursor !== null) return fetchPage(asked, window, parseCursor(cursor));
      const none = { to: addDays(window.since, -1), count: 0, before: 0, lost: 0 };
      const first = await nextSpan(asked, window, none);
      const next = first === null ? null : JSON.stringify(first);
      return { page: null, records: 0, hits: first?.count ?? 0, next, validator: null };
    },
  };
}

function spanFrom(from: string, window: Window): Window {
  return { since: from, until: window.until };
}

function parseCursor(text: string): Cursor {
  const value: unknown = JSON.parse(text);
  if (!Value.Check(Cursor, value))
    throw new HttpFault("PubMed: the saved position is damaged", { passing: false, status: 400 });
  return value;
}

function queryOf(topic: Topic): string {
  const any = (terms: readonly string[], field: string) =>
    `(${terms.map((term) => `"${term}"[${field}]`).join(" OR ")})`;
  const { from, to } = topic.published;
  return [
    ...topic.groups.map((terms) => any(terms, "tiab")),
    any(
      topic.articleTypes.map((type) => TYPES[type]),
      "pt",
    ),
    any(
      topic.languages.map((language) => LANGUAGES[language]),
      "la",
    ),
    `("${from.replaceAll("-", "/")}"[dp] : "${to === null ? "3000" : to.replaceAll("-", "/")}"[dp])`,
    "hasabstract",
  ]
    .join(" AND ")
    .concat(" NOT (animals[mh] NOT humans[mh])")
    .concat(topic.exclude.length === 0 ? "" : ` NOT ${any(topic.exclude, "ti")}`);
}

const SearchResult = Type.Object({
  esearchresult: Type.Object({
    ERROR: Type.Optional(Type.String()),
    count: Type.Optional(Type.String({ pattern: "^[0-9]{1,9}$" })),
    webenv: Type.Optional(Type.String()),
    querykey: Type.Optional(Type.String()),
  }),
});

function readSearch(text: string): { count: number; env: string; key: string } {
  const value = parseJson(text);
  if (!Value.Check(SearchResult, value)) throw bodyFault("it is not a search result");
  const { ERROR, count, webenv = "", querykey = "" } = value.esearchresult;
  if (ERROR !== undefined)
    throw bodyFault(`it answered "${ERROR.replace(/\p{C}+/gu, " ").slice(0, 120)}"`);
  if (count === undefined) throw bodyFault("it is not a search result");
  if (count !== "0" && (webenv === "" || querykey === "")) throw bodyFault("it gave no history");
  return { count: Number(count), env: webenv, key: querykey };
}

/**
 * The number of records; "lost" where the history server forgot the search, as it does after some
 * hours.
 */
function readRecords(text: string): number | "lost" {
  if (!/<PubmedArticleSet\b/.test(text)) {
    const error = /<ERROR>([^<]{0,200})/i.exec(text)?.[1];
    if (error !== undefined && /obtain query|cannot retrieve history|WebEnv/i.test(error))
      return "lost";
    throw bodyFault(
      error === undefined ? "it is not a set of articles" : "it answered with an error",
    );
  }
  const reader = new PubmedReader();
  let records = 0;
  try {
    records = reader.write(text).length + reader.end().length;
  } catch (error) {
    throw bodyFault(`the XML is damaged: ${(error as Error).message}`);
  }
  if (records === 0) throw bodyFault("it is an empty set of articles");
  return records;
}
