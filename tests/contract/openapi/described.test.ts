/**
 * Guarantee: whatever the API document names it also describes, and every operation has a group.
 */
import { expect, test } from "bun:test";
import { openApiDocument } from "../../../src/contract/openapi/document.ts";
import { TENANTS } from "../../../src/tenants/index.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by its members
type Node = any;

const document: Node = openApiDocument({ tenants: TENANTS, deprecations: [] });
const operations: Node[] = Object.values(document.paths).flatMap((item: Node) =>
  Object.values(item),
);
/** A description has at least two words, so that none repeats a name. */
const DESCRIBED = /\S\s+\S/;

/** Schemas that stand by a name: properties at any depth, and components. */
function* namedSchemas(node: Node, place: string): Generator<[string, Node]> {
  if (typeof node !== "object" || node === null) return;
  for (const [name, property] of Object.entries<Node>(node.properties ?? {})) {
    yield [`${place}.${name}`, property];
    yield* namedSchemas(property, `${place}.${name}`);
  }
  for (const part of [node.items, ...(node.anyOf ?? [])]) yield* namedSchemas(part, place);
}

test("every schema and every member of one is described", () => {
  const { schemas } = document.components;
  const named = Object.entries<Node>(schemas).flatMap(([name, schema]) => [
    [name, schema] as [string, Node],
    ...namedSchemas(schema, name),
  ]);
  expect(named.length).toBeGreaterThan(300);
  const bare = named.filter(
    ([, schema]) => schema.$ref === undefined && !DESCRIBED.test(schema.description ?? ""),
  );
  expect(bare.map(([place]) => place)).toEqual([]);
});

test("every operation says what it does, in a group that is described", () => {
  const groups = new Map(document.tags.map((tag: Node) => [tag.name, tag.description]));
  for (const { operationId, summary, description, tags } of operations) {
    expect([operationId, summary, description]).toEqual([
      expect.stringMatching(/^[a-z][A-Za-z]+$/),
      expect.stringMatching(DESCRIBED),
      expect.stringMatching(DESCRIBED),
    ]);
    expect(groups.get(tags[0])).toMatch(DESCRIBED);
  }
  const summaries = operations.map(({ summary }) => summary);
  expect(new Set(summaries).size).toBe(summaries.length);
});

test("every parameter, header, response and body is described", () => {
  const { parameters, headers, responses } = document.components;
  const parts: Node[] = [
    ...Object.values(parameters),
    ...Object.values(headers),
    ...Object.values(responses),
    ...operations.flatMap(({ responses }) => Object.values(responses)),
    ...operations.flatMap(({ requestBody }) => requestBody ?? []),
  ];
  const bare = parts.filter((each) => !("$ref" in each) && !DESCRIBED.test(each.description ?? ""));
  expect(bare).toEqual([]);
});
