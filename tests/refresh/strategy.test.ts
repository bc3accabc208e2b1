/**
 * Guarantees of the search strategy: the shipped one is valid, and a fault is reported with its
 * place.
 */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CROSSREF_SOURCE } from "../../src/refresh/crossref.ts";
import { EUROPE_PMC_SOURCE } from "../../src/refresh/europepmc.ts";
import { openalex } from "../../src/refresh/openalex.ts";
import { pubmed } from "../../src/refresh/pubmed.ts";
import { parseStrategy } from "../../src/refresh/strategy.ts";

const shipped = readFileSync(join(import.meta.dir, "../../corpus/search-strategy.yaml"), "utf8");
/** Servers and proxies refuse longer addresses. */
const ADDRESS_CHARS_MAX = 4000;

describe("the shipped strategy", () => {
  const topics = parseStrategy(shipped, "search-strategy.yaml");

  test("covers the subjects of the corpus, and every group is used", () => {
    expect(topics.length).toBeGreaterThanOrEqual(45);
    const { groups } = Bun.YAML.parse(shipped) as { groups: Record<string, string[]> };
    const used = new Set(topics.flatMap((topic) => topic.groups.map((terms) => terms.join())));
    expect(Object.entries(groups).filter(([, terms]) => !used.has(terms.join()))).toEqual([]);
  });

  test("becomes a query of each service that fits into an address", () => {
    for (const source of [pubmed(null), EUROPE_PMC_SOURCE, CROSSREF_SOURCE, openalex(null)]) {
      for (const topic of topics) {
        const query = source.query(topic);
        expect(encodeURIComponent(query).length).toBeLessThan(ADDRESS_CHARS_MAX);
        for (const terms of topic.groups) expect(query).toContain(terms[0] ?? "?");
      }
    }
  });
});

describe("a strategy that is wrong", () => {
  const good = `format: 1
published: { from: 2000-01-01 }
languages: [en]
article_types: [review]
results_max: 10
groups: { a: [sleep quality], b: [coffee] }
topics: [{ id: one, title: First, all: [a, b] }]
`;
  test("is told by file and place", () => {
    expect(parseStrategy(good, "mine.yaml")).toHaveLength(1);
    const wrong: [string, string, RegExp][] = [
      ["format: 1", "format: 2", /mine\.yaml: format: /],
      ["[en]", "[xx]", /mine\.yaml: languages\.0: /],
      ["[review]", "[]", /mine\.yaml: article_types: /],
      ["2000-01-01", "2000-02-30", /"2000-02-30" is not a day/],
      ["from: 2000-01-01", "from: 2000-01-01, to: 1999-01-01", /ends before it begins/],
      ["all: [a, b]", "all: [a, c]", /topic one: there is no group c/],
      ["all: [a, b]", "all: [a, toString]", /topics\.0\.all\.1/],
      ["id: one", "id: ../one", /topics\.0\.id/],
      ["coffee]", 'co"ffee]', /YAML|groups\.b/],
      ["coffee]", "coffee OR tea)]", /groups\.b\.0/],
      [
        "coffee]",
        `${"long term ".repeat(7)}x, ${Array.from({ length: 30 }, (_, i) => `${"word ".repeat(11)}${i}`)}]`,
        /split the topic/,
      ],
      ["results_max: 10", "results_max: none", /results_max/],
      ["topics: [{", "topics: [{ extra: 1,", /topics\.0\.extra/],
      ["groups: {", "groups: [", /not YAML|groups/],
      [good, "", /mine\.yaml/],
      [good, "- just\n- a list\n", /mine\.yaml/],
    ];
    for (const [from, to, told] of wrong) {
      expect(() => parseStrategy(good.replace(from, to), "mine.yaml")).toThrow(told);
    }
    const twice = good.replace("all: [a, b] }", "all: [a] }, { id: one, title: Second, all: [b] }");
    expect(() => parseStrategy(twice, "mine.yaml")).toThrow("the topic one appears twice");
  });
});
