/** Guarantee: what the clients take from the API document is what the document says now. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CLIENTS, generatedFiles } from "../../scripts/clients.ts";
import { TENANTS } from "../../src/tenants/index.ts";

const files = generatedFiles();

test("the page for partners leads to the collection of every tenant", () => {
  const page = readFileSync(join(CLIENTS, "../docs/partners/testing.md"), "utf8");
  const collections = Object.keys(files).filter((path) => path.startsWith("postman/"));
  expect(collections).toHaveLength(TENANTS.length);
  for (const path of collections) expect(page).toContain(`(../../clients/${path})`);
});

test.each(Object.keys(files))("%s is current; if not, run bun scripts/clients.ts", (path) => {
  expect(readFileSync(join(CLIENTS, path), "utf8") === files[path]).toBe(true);
});
