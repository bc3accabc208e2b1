/** Guarantee: the page about signals names the limit that each list of the API document has. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "../../src/contract/openapi/document.ts";
import { object } from "../../src/portal/reference/document.ts";
import { TENANTS } from "../../src/tenants/index.ts";

const page = readFileSync(join(import.meta.dir, "../../docs/partners/signals.md"), "utf8");
const rows = [...page.matchAll(/^\| records in (.+) \| ([\d,]+) \|$/gm)].map(
  ([, lists = "", most = ""]) => ({ lists, most: Number(most.replaceAll(",", "")) }),
);

/** What the page says of a list. */
function toldOf(name: string): number | undefined {
  const row = rows.find(({ lists }) => lists.includes(`\`${name}\``));
  return (row ?? rows.find(({ lists }) => lists === "each other list"))?.most;
}

test.each([...TENANTS])("$slug", (tenant) => {
  const { components } = openApiDocument({ tenants: [tenant], deprecations: [] });
  const [payload] = Object.entries(object(object(components).schemas))
    .filter(([name]) => name.endsWith("Payload"))
    .map(([, schema]) => object(object(schema).properties));
  const limits = Object.entries(payload ?? {}).flatMap(([name, schema]) => {
    const { maxItems } = object(schema);
    return typeof maxItems === "number" ? [[name, maxItems]] : [];
  });
  expect(limits.length).toBeGreaterThan(0);
  for (const [name, most] of limits) expect([name, toldOf(String(name))]).toEqual([name, most]);
});
