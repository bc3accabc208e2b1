/**
 * Guarantee: a reader of the API document sees, for every status, suppression reason, warning and
 * error, a body that the service really sends.
 */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { CONSENT_REASONS } from "../../../src/contract/body.ts";
import { ERROR_STATUS } from "../../../src/contract/error.ts";
import { openApiDocument } from "../../../src/contract/openapi/document.ts";
import answers from "../../../src/contract/openapi/examples/answers.json" with { type: "json" };
import ownAnswers from "../../../src/contract/openapi/examples/own-answers.json" with {
  type: "json",
};
import refusals from "../../../src/contract/openapi/examples/refusals.json" with { type: "json" };
import { SUPPRESSION_REASONS, WARNINGS } from "../../../src/contract/response.ts";
import { readRecords } from "../../../src/ingest/documents.ts";
import { TENANTS } from "../../../src/tenants/index.ts";
import { expectSchema } from "../support/documented.ts";
import { recordRefusals } from "../support/recorded.ts";

const HOW = "run: bun tests/contract/record-examples.ts";
// biome-ignore lint/suspicious/noExplicitAny: a document is walked by its members
type Node = any;
const document: Node = openApiDocument({ tenants: TENANTS, deprecations: [] });

interface Media {
  place: string;
  media: Node;
}

function mediaOf(place: string, response: Node): Media[] {
  return Object.entries<Node>(response.content ?? {}).map(([type, media]) => ({
    place: `${place} ${type}`,
    media,
  }));
}

const responses: Media[] = [
  ...Object.entries<Node>(document.paths).flatMap(([path, item]) =>
    Object.values<Node>(item).flatMap((operation) =>
      Object.entries<Node>(operation.responses).flatMap(([status, response]) =>
        mediaOf(`${path} ${status}`, response),
      ),
    ),
  ),
  ...Object.entries<Node>(document.components.responses).flatMap(([name, response]) =>
    mediaOf(name, response),
  ),
];

test("every body of every status has an example of its schema", () => {
  expect(responses.length).toBeGreaterThan(90);
  for (const { place, media } of responses) {
    if (media.example !== undefined) continue;
    const names = Object.keys(media.examples);
    expect([place, names]).not.toEqual([place, []]);
    for (const name of names) {
      const example = document.components.examples[media.examples[name].$ref.split("/").at(-1)];
      if (example === undefined) throw new Error(`${place}: no body of ${name}; ${HOW}`);
      expectSchema(media.schema.$ref.split("/").at(-1), example.value);
    }
  }
});

describe("an example shows", () => {
  const shown = (text: string) =>
    JSON.stringify([answers, refusals]).includes(JSON.stringify(text));
  test.each([...SUPPRESSION_REASONS])("the suppression %s", (reason) => {
    expect(answers[reason]).toMatchObject({ suppression_reason: reason, recommendation: null });
  });
  test.each([...WARNINGS])("the warning %s", (warning) => {
    expect(answers[warning].warnings).toContain(warning);
  });
  test.each([...Object.keys(ERROR_STATUS), ...CONSENT_REASONS])("the refusal %s", (name) => {
    expect(shown(name)).toBe(true);
  });
});

test("an answer cites each of its sources, and each is a record of the corpus", () => {
  const records = readRecords(join(import.meta.dir, "../../../corpus"));
  const recordOf = new Map(records.map((record) => [record.doi, record]));
  const own = Object.values(ownAnswers).flatMap((bodies) => Object.values(bodies));
  const cited = [...Object.values(answers), ...own].flatMap((body) =>
    body.citations.map((citation) => ({ ...citation, text: body.recommendation })),
  );
  expect(cited.length).toBeGreaterThan(20);
  for (const { authors, year, doi, source_title, text } of cited) {
    const [family = ""] = authors.split(/ [A-Z]+\b/);
    expect(text).toMatch(new RegExp(`${family}[^)]*${year}`));
    expect([doi, recordOf.get(doi)?.title, HOW]).toEqual([doi, source_title, HOW]);
  }
});

test(`what the service refuses today is what was recorded (${HOW})`, async () => {
  expect(await recordRefusals()).toEqual(refusals);
}, 20_000);
