/**
 * Guarantee: docs/privacy.md names every column that is stored, every member that is logged, every
 * label that is measured.
 */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openStore, storePath } from "../../src/store/sqlite/index.ts";
import { testService } from "../contract/support/service.ts";
import { temporaryDataDir } from "./support.ts";

const page = readFileSync(join(import.meta.dir, "../../docs/privacy.md"), "utf8");
const sections = new Map(
  page.split(/^## /m).map((text) => [text.slice(0, text.indexOf("\n")), text]),
);

function section(name: string): string {
  const text = sections.get(name);
  if (text === undefined) throw new Error(`docs/privacy.md has no section ${name}`);
  return text;
}

function codes(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? "");
}

test("every table with every column, and no other", () => {
  const dataDir = temporaryDataDir();
  openStore(dataDir).close();
  using db = new Database(storePath(dataDir), { readonly: true });
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  const stored = tables.map(({ name }): [string, string[]] => [
    name,
    db
      .query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?)")
      .all(name)
      .map((column) => column.name),
  ]);
  const documented = [...section("The database").matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(
    ([, name = "", columns = ""]): [string, string[]] => [name, codes(columns)],
  );
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(stored));
});

test("every member of the lines of a request and every label of the metrics", async () => {
  const service = await testService();
  await service.post();
  const { text } = await service.call("GET", "/metrics");
  const lines = service.log().trim().split("\n");
  await service.stop();
  const documented = codes(section("Log and metrics"));
  const logged = lines.flatMap((line) => Object.keys(JSON.parse(line)));
  expect(logged.length).toBeGreaterThan(0);
  const labels = text
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => [...line.matchAll(/[{,](\w+)="/g)].map(([, label]) => label ?? ""));
  for (const name of new Set([...logged, ...labels])) expect(documented).toContain(name);
});
