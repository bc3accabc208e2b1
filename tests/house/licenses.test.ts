/** Guarantee: nothing goes into the executable without the text of its licence. */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { licensesOf } from "../../scripts/licenses.ts";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";

const root = join(import.meta.dir, "../..");
const folder = temporaryFolder("licenses");

test("the notice names every dependency with its licence", () => {
  const notice = readFileSync(join(root, "NOTICE"), "utf8");
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const missing = Object.keys(dependencies).filter((name) => {
    const manifest = join(root, "node_modules", name, "package.json");
    const { license } = JSON.parse(readFileSync(manifest, "utf8"));
    return !notice.split("\n").some((line) => line.includes(name) && line.includes(license));
  });
  expect(missing).toEqual([]);
});

test("each package of a bundle is there once, with its text; Bun and the public encoder too", () => {
  const found = licensesOf([
    "src/main.ts",
    "node_modules/elysia/dist/index.js",
    "node_modules/elysia/dist/cookies.js",
    "node_modules/@lancedb/lancedb/dist/index.js",
    "node_modules/onnxruntime-node/dist/index.js",
  ]);
  const texts = new Map(found.map(({ name, text }) => [name, text]));
  expect(texts.size).toBe(found.length);
  expect(texts.get("elysia")).toContain("Copyright");
  expect(texts.get("onnxruntime-node")?.includes("(c) Microsoft Corporation")).toBe(true);
  // Long texts are asserted by a word, so that a failure can be read.
  const lance = texts.get("@lancedb/lancedb") ?? "";
  expect([lance.includes("zlib License"), /<(?:div|li|pre|style)\b/.test(lance)]).toEqual([
    true,
    false,
  ]);
  expect(texts.get("bun")?.includes("GNU LESSER GENERAL PUBLIC LICENSE")).toBe(true);
  expect([...texts.keys()]).toContain("sentence-transformers/all-MiniLM-L6-v2");
});

test("the notice of the public encoder names each model that started from it", () => {
  const encoder = "sentence-transformers/all-MiniLM-L6-v2";
  const named = licensesOf([]).find(({ name }) => name === encoder)?.version ?? "";
  const cards = [...new Bun.Glob("models/*/MODEL_CARD.md").scanSync(root)];
  const started = cards.filter((path) => readFileSync(join(root, path), "utf8").includes(encoder));
  expect(started.length).toBeGreaterThan(0);
  expect(started.filter((path) => !named.includes(dirname(path)))).toEqual([]);
});

test("a package without a text stops the build", () => {
  const bare = join(folder.path, "node_modules/bare");
  mkdirSync(bare, { recursive: true });
  writeFileSync(join(bare, "package.json"), '{"name":"bare","version":"1.0.0","license":"MIT"}');
  expect(() => licensesOf([relative(root, join(bare, "index.js"))])).toThrow(
    "bare has no licence file",
  );
});
