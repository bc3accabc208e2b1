/**
 * Writes what the clients take from the API document. `tests/clients` checks that it is current.
 *
 *     bun scripts/clients.ts
 */
import { join } from "node:path";
import { contractOf } from "./clients/contract.ts";
import { postmanCollection } from "./clients/postman.ts";
import { pythonTypes } from "./clients/python.ts";
import { typescriptTypes } from "./clients/typescript.ts";

/** By path below `clients/`. */
export function generatedFiles(): Record<string, string> {
  const contract = contractOf();
  return {
    "typescript/src/schema.ts": typescriptTypes(contract),
    "python/phasewise_client/schema.py": pythonTypes(contract),
    ...Object.fromEntries(
      contract.tenants.map((tenant) => [
        `postman/${tenant.slug}.postman_collection.json`,
        postmanCollection(tenant),
      ]),
    ),
  };
}

export const CLIENTS = join(import.meta.dir, "../clients");

if (import.meta.main) {
  for (const [path, text] of Object.entries(generatedFiles()))
    await Bun.write(join(CLIENTS, path), text);
}
