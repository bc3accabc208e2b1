/**
 * Crossref, `works` with a deep-paging cursor.
 *
 * Its search ranks by words and cannot combine them, so the best matches are read and compared with
 * the topic here.
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { bodyFault } from "./http.ts";
import { parseJson } from "./json-body.ts";
import type { Source } from "./source.ts";
import type { Topic } from "./strategy.ts";

const PAGE = 100;
/** The words that name the topic. More words would only dilute the ranking. */
const TERMS_PER_GROUP = 3;

const CrossrefPage = Type.Object({
  status: Type.Literal("ok"),
  message: Type.Object({
    "total-results": Type.Integer({ minimum: 0 }),
    "next-cursor": Type.Optional(Type.String()),
    items: Type.Array(Type.Object({})),
  }),
});

export const CROSSREF_SOURCE: Source = {
  name: "crossref",
  label: "Crossref",
  base: "https://api.crossref.org",
  format: "crossref",
  pageExtension: "json",
  overlapDays: 2,
  rough: true,
  query: queryOf,
  async step(client, query, window, cursor, validator) {
    const [words = "", filter = ""] = query.split("\n");
    const answer = await client.get({
      path: "/works",
      accept: "json",
      parameters: {
        "query.bibliographic": words,
        filter: `${filter},from-update-date:${window.since},until-update-date:${window.until}`,
        rows: String(PAGE),
        cursor: cursor ?? "*",
        mailto: client.contact,
      },
      ...(validator !== undefined && { validator }),
      read(text) {
        const value = parseJson(text);
        if (!Value.Check(CrossrefPage, value)) throw bodyFault("it is not a list of works");
        return value.message;
      },
    });
    if (answer === null) return null;
    const { items, "total-results": hits, "next-cursor": next } = answer.value;
    return {
      page: items.length === 0 ? null : answer.text,
      records: items.length,
      hits,
      // The service returns a cursor after the last page, too.
      next: items.length < PAGE ? null : (next ?? null),
      validator: answer.validator,
    };
  },
};

function queryOf(topic: Topic): string {
  const words = topic.groups.flatMap((terms) => terms.slice(0, TERMS_PER_GROUP)).join(" ");
  const { from, to } = topic.published;
  const until = to === null ? "" : `,until-pub-date:${to}`;
  return `${words}\ntype:journal-article,has-abstract:true,from-pub-date:${from}${until}`;
}
