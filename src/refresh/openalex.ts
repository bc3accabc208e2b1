/**
 * OpenAlex, `works` with a cursor.
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { earlierDay, laterDay } from "./clock.ts";
import { bodyFault } from "./http.ts";
import { parseJson } from "./json-body.ts";
import type { Source } from "./source.ts";
import type { Topic } from "./strategy.ts";

const PAGE = 100;

const Page = Type.Object({
  meta: Type.Object({
    count: Type.Integer({ minimum: 0 }),
    next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
  results: Type.Array(Type.Object({})),
});

/** @param apiKey of an OpenAlex account; without one the service refuses most searches */
export function openalex(apiKey: string | null): Source {
  return {
    name: "openalex",
    label: "OpenAlex",
    base: "https://api.openalex.org",
    format: "openalex",
    pageExtension: "json",
    // Its days are days of publication, and works are indexed some weeks later.
    overlapDays: 90,
    rough: true,
    whenRefused: "it wants an API key of its free account, in PHASEWISE_OPENALEX_KEY",
    query: queryOf,
    async step(client, query, window, cursor, validator) {
      // Its days are days of publication, so the window and the topic's own span become one.
      const [filter = "", from = "", to = ""] = query.split("\n");
      const since = laterDay(from, window.since);
      const until = to === "" ? window.until : earlierDay(to, window.until);
      const answer = await client.get({
        path: "/works",
        accept: "json",
        parameters: {
          filter: `${filter},from_publication_date:${since},to_publication_date:${until}`,
          per_page: String(PAGE),
          cursor: cursor ?? "*",
          mailto: client.contact,
          ...(apiKey !== null && { api_key: apiKey }),
        },
        ...(validator !== undefined && { validator }),
        read(text) {
          const value = parseJson(text);
          if (!Value.Check(Page, value)) throw bodyFault("it is not a list of works");
          return value;
        },
      });
      if (answer === null) return null;
      const { meta, results } = answer.value;
      return {
        page: results.length === 0 ? null : answer.text,
        records: results.length,
        hits: meta.count,
        next: results.length === 0 ? null : (meta.next_cursor ?? null),
        validator: answer.validator,
      };
    },
  };
}

function queryOf(topic: Topic): string {
  const any = (terms: readonly string[]) => `(${terms.map((term) => `"${term}"`).join(" OR ")})`;
  const { from, to } = topic.published;
  return [
    `title_and_abstract.search:${topic.groups.map(any).join(" AND ")}`,
    "type:article|review",
    "has_abstract:true",
    `language:${topic.languages.join("|")}`,
  ]
    .join(",")
    .concat(`\n${from}\n${to ?? ""}`);
}
