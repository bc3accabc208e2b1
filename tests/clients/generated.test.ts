/** Guarantee: what the clients take from the API document is what the document says now. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CLIENTS, generatedFiles } from "../../scripts/clients.ts";

const files = generatedFiles();

test.each(Object.keys(files))("%s is current; if not, run bun scripts/clients.ts", (path) => {
  expect(readFileSync(join(CLIENTS, path), "utf8") === files[path]).toBe(true);
});
