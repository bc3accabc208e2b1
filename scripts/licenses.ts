/**
 * Collects the licence of everything that the executable holds, as `phasewise licenses` prints it.
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeHTML } from "entities";

const root = join(import.meta.dir, "..");
const MODULES = "node_modules/";
const LICENCE_FILE = /^(?:licen[cs]e|notice|copying)(?:\.(?:md|txt))?$/i;

/** Texts that a package does not carry itself, below the root. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "@lancedb/lancedb": ["LICENSE", "node_modules/@lancedb/lancedb/RUST_THIRD_PARTY_LICENSES.html"],
  "onnxruntime-common": ["licenses/onnxruntime.txt"],
  "onnxruntime-node": ["licenses/onnxruntime.txt", "licenses/onnxruntime-third-party.txt"],
  saxes: ["licenses/saxes.txt"],
};

/** Packages that stand inside the one file of transformers.js. */
const INSIDE_OTHERS = ["@huggingface/jinja", "@huggingface/tokenizers"] as const;

export interface Licensed {
  name: string;
  version: string;
  license: string;
  text: string;
}

/**
 * Everything in the executable that was not made here, by name.
 * @param modules paths of all source files in the bundle
 * @throws Error which names a package without a licence text, and where to put it
 */
export function licensesOf(modules: readonly string[]): Licensed[] {
  const folders = new Set([
    ...modules.flatMap((path) => folderOf(path) ?? []),
    ...INSIDE_OTHERS.map((name) => join(root, MODULES, name)),
  ]);
  return [bun(), encoder(), ...[...folders].map(licenceOf)].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

/** The folder of the package that a file belongs to; null for our own. */
function folderOf(path: string): string | null {
  const at = path.lastIndexOf(MODULES);
  if (at < 0) return null;
  const [first = "", second = ""] = path.slice(at + MODULES.length).split("/");
  const name = first.startsWith("@") ? `${first}/${second}` : first;
  return join(root, path.slice(0, at), MODULES, name);
}

function licenceOf(folder: string): Licensed {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as Omit<Licensed, "text">;
  const own = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  const texts = [...own, ...(TEXTS[name] ?? []).map(textAt)];
  if (texts.length === 0)
    throw new Error(`${name} has no licence file: put its text into licenses/, named in TEXTS`);
  return { name, version, license, text: texts.join("\n\n") };
}

function textAt(path: string): string {
  const text = readFileSync(join(root, path), "utf8");
  if (!path.endsWith(".html")) return text;
  const shown = text.replaceAll(/<style>[\s\S]*?<\/style>|<[^>]+>/g, "");
  return decodeHTML(shown).replaceAll(/\n\s*\n\s*\n/g, "\n\n");
}

function bun(): Licensed {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return {
    name: "bun",
    version: engines.bun,
    license: "MIT, with libraries under LGPL and others",
    text: ["licenses/bun.txt", "licenses/LGPL-2.1.txt"].map(textAt).join("\n\n"),
  };
}

/** The public encoder that `models/reader` and `models/matcher` were fine-tuned from. */
function encoder(): Licensed {
  return {
    name: "sentence-transformers/all-MiniLM-L6-v2",
    version: "fine-tuned as models/reader and models/matcher",
    license: "Apache-2.0",
    text: textAt("LICENSE"),
  };
}
