/** What the tests of the clients share: vendors' records, and the package as a partner has it. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Body, requestBody, yesterday } from "../support/payloads.ts";
import { TENANT_CASES } from "../support/tenants/index.ts";

const ROOT = join(import.meta.dir, "../..");
export const CLIENT = join(ROOT, "clients/typescript");
export const PYTHON_CLIENT = join(ROOT, "clients/python");
export const COLLECTIONS = join(ROOT, "clients/postman");

/** A few nights of each vendor, with the scores that the vendor sends beside them. */
export function vendorRecords(): { slug: string; payload: Body }[] {
  return TENANT_CASES.map(({ slug, payload, scores }) => {
    const nights = payload(yesterday(), 3);
    for (const list of Object.values(nights)) {
      if (!Array.isArray(list)) continue;
      for (const record of list) for (const name of scores) record[name] ??= { value: 71 };
    }
    return { slug, payload: nights };
  });
}

/** A request without its id and its payload. */
export function frame(): Body {
  const { oura: _, request_id: __, ...rest } = requestBody();
  return rest;
}

/** Builds the package into a folder's `node_modules`. */
export function installClient(folder: string): void {
  const target = join(folder, "node_modules/phasewise-client");
  mkdirSync(target, { recursive: true });
  cpSync(join(CLIENT, "package.json"), join(target, "package.json"));
  const built = compile(CLIENT, ["--project", ".", "--outDir", join(target, "dist")]);
  if (built !== "") throw new Error(built);
}

/** Runs the compiler; returns what it says. */
export function compile(folder: string, args: readonly string[]): string {
  const { stdout, stderr } = Bun.spawnSync(
    [process.execPath, "run", join(ROOT, "node_modules/typescript/bin/tsc"), ...args],
    { cwd: folder },
  );
  return `${stdout}${stderr}`;
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
