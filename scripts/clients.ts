/**
 * Writes what the clients take from the API document. `tests/clients` checks that it is current.
 *
 *     bun scripts/clients.ts
 */
import { join } from "node:path";
import { openApiDocument } from "../src/contract/openapi/document.ts";
import { collectionsOf } from "../src/portal/collection.ts";
import { EXAMPLE_ORIGIN } from "../src/portal/index.ts";
import { operationsOf } from "../src/portal/reference/document.ts";
import { TENANTS } from "../src/tenants/index.ts";
import { contractOf } from "./clients/contract.ts";
import { pythonTypes } from "./clients/python.ts";
import { typescriptTypes } from "./clients/typescript.ts";

/** By path below `clients/`. */
export function generatedFiles(): Record<string, string> {
  const document = openApiDocument({ tenants: TENANTS, deprecations: [] });
  const contract = contractOf(document);
  return {
    "typescript/src/schema.ts": typescriptTypes(contract),
    "python/phasewise_client/schema.py": pythonTypes(contract),
    ...Object.fromEntries(
      [...collectionsOf(operationsOf(document), EXAMPLE_ORIGIN)].map(([name, text]) => [
        `postman/${name}`,
        text(),
      ]),
    ),
  };
}

export const CLIENTS = join(import.meta.dir, "../clients");

if (import.meta.main) {
  for (const [path, text] of Object.entries(generatedFiles()))
    await Bun.write(join(CLIENTS, path), text);
}
