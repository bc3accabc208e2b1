/**
 * Guarantee: a release says what it is made of, and runs nothing that could change under its name.
 */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

test("the bill of materials names Bun and every dependency at its pinned version, with a hash", () => {
  const made = Bun.spawnSync([process.execPath, "scripts/sbom.ts"], { cwd: root });
  expect(made.exitCode).toBe(0);
  const { bomFormat, components } = JSON.parse(made.stdout.toString()) as {
    bomFormat: string;
    components: { name: string; version: string; purl?: string; hashes?: unknown[] }[];
  };
  expect(bomFormat).toBe("CycloneDX");
  const versions = new Map(components.map((each) => [each.name, each.version]));
  expect(versions.get("bun")).toBe(manifest.engines.bun);
  for (const [name, version] of Object.entries<string>(manifest.dependencies)) {
    expect([name, versions.get(name)]).toEqual([name, version]);
  }
  expect(components.filter((each) => each.purl !== undefined && each.hashes === undefined)).toEqual(
    [],
  );
  // Some tools of the tests are also brought along by a dependency; these are not.
  const tools = ["@biomejs/biome", "fast-check", "knip", "typescript"];
  expect(tools.filter((name) => !(name in manifest.devDependencies))).toEqual([]);
  expect(tools.filter((name) => versions.has(name))).toEqual([]);
});

test("workflows use actions by commit, and the Bun that is pinned", () => {
  const folder = join(root, ".github/workflows");
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), "utf8");
    const used = [...text.matchAll(/uses: *(\S+)/g)].map((match) => match[1] ?? "");
    expect(used.filter((action) => !/^[\w.-]+\/[\w.-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
    const buns = [...text.matchAll(/bun@([\d.]+)/g)].map((match) => match[1]);
    expect(buns.filter((version) => version !== manifest.engines.bun)).toEqual([]);
  }
});
