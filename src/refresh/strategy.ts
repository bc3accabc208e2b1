/**
 * The search strategy, by topic. People write it as YAML, `corpus/search-strategy.yaml`.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import { isCalendarDay } from "../contract/formats.ts";
import { literals } from "../contract/vocabulary.ts";

const LANGUAGES = ["en", "de", "es", "fr", "it", "nl", "pt"] as const;
const ARTICLE_TYPES = [
  "meta-analysis",
  "systematic review",
  "randomised trial",
  "clinical trial",
  "observational study",
  "validation study",
  "guideline",
  "review",
  "journal article",
] as const;
export type Language = (typeof LANGUAGES)[number];
export type ArticleType = (typeof ARTICLE_TYPES)[number];

/** Queries are part of an address, and some services cut off longer ones. */
const TOPIC_CHARS_MAX = 1500;

const closed = { additionalProperties: false } as const;
/** A phrase, without the characters that the services' query languages use. */
const Term = Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9 '-]{1,78}[A-Za-z0-9]$" });
const Name = Type.String({ pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$", maxLength: 60 });
const Terms = Type.Array(Term, { minItems: 1, maxItems: 40, uniqueItems: true });
const Types = Type.Array(literals(ARTICLE_TYPES), { minItems: 1, uniqueItems: true });

const StrategyFile = Type.Object(
  {
    format: Type.Literal(1),
    published: Type.Object({ from: Type.String(), to: Type.Optional(Type.String()) }, closed),
    languages: Type.Array(literals(LANGUAGES), { minItems: 1, uniqueItems: true }),
    article_types: Types,
    exclude: Type.Optional(Terms),
    results_max: Type.Integer({ minimum: 1, maximum: 100_000 }),
    groups: Type.Record(Name, Terms),
    topics: Type.Array(
      Type.Object(
        {
          id: Name,
          title: Type.String({ minLength: 3, maxLength: 120 }),
          all: Type.Array(Name, { minItems: 1, maxItems: 4, uniqueItems: true }),
          article_types: Type.Optional(Types),
        },
        closed,
      ),
      { minItems: 1, maxItems: 200 },
    ),
  },
  closed,
);

/** A topic with everything that the strategy says about it. */
export interface Topic {
  id: string;
  title: string;
  /** Every group must match, by at least one of its terms. */
  groups: readonly (readonly string[])[];
  exclude: readonly string[];
  articleTypes: readonly ArticleType[];
  languages: readonly Language[];
  /** Days of publication, both included. */
  published: { from: string; to: string | null };
  /** How many records one run reads of one source at most. */
  resultsMax: number;
}

/** @throws OperatorError which names the file and the first wrong member */
export function parseStrategy(yaml: string, name: string): Topic[] {
  const file = checked(yaml, name);
  const fault = (what: string) => new OperatorError(`${name}: ${what}`);
  const { from, to } = file.published;
  for (const day of [from, ...(to === undefined ? [] : [to])]) {
    if (!isCalendarDay(day))
      throw fault(`published: ${JSON.stringify(day)} is not a day (YYYY-MM-DD)`);
  }
  if (to !== undefined && to < from) throw fault("published: it ends before it begins");
  const seen = new Set<string>();
  return file.topics.map((topic) => {
    if (seen.has(topic.id)) throw fault(`the topic ${topic.id} appears twice`);
    seen.add(topic.id);
    const groups = topic.all.map((group) => {
      const terms = Object.hasOwn(file.groups, group) ? file.groups[group] : undefined;
      if (terms === undefined) throw fault(`topic ${topic.id}: there is no group ${group}`);
      return terms;
    });
    if (groups.flat().join("").length > TOPIC_CHARS_MAX) {
      throw fault(
        `topic ${topic.id}: its terms have more than ${TOPIC_CHARS_MAX} characters; split the topic`,
      );
    }
    return {
      id: topic.id,
      title: topic.title,
      groups,
      exclude: file.exclude ?? [],
      articleTypes: topic.article_types ?? file.article_types,
      languages: file.languages,
      published: { from, to: to ?? null },
      resultsMax: file.results_max,
    };
  });
}

function checked(yaml: string, name: string): Static<typeof StrategyFile> {
  let value: unknown;
  try {
    value = Bun.YAML.parse(yaml);
  } catch (error) {
    throw new OperatorError(`${name}: not YAML (${(error as Error).message.split("\n", 1)[0]})`);
  }
  const problem = Value.Errors(StrategyFile, value).First();
  if (problem === undefined) return value as Static<typeof StrategyFile>;
  const place = problem.path.replace(/^\//, "").replaceAll("/", ".") || "(the file)";
  throw new OperatorError(`${name}: ${place}: ${problem.message}`);
}
