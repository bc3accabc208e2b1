/**
 * Builds `dist/phasewise`: one executable with native libraries, weights and starter corpus inside.
 *
 *     bun scripts/build.ts [--outfile PATH]
 */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { BuildConfig, BunPlugin } from "bun";
import { listFiles } from "../src/files/durable.ts";
import { MODEL_KINDS } from "../src/native/assets.ts";
import { digestSources } from "../src/native/build-info.ts";
import { ORT_BINDING_ENV } from "../src/native/libraries.ts";
import { LICENSES_ASSET } from "../src/native/licenses.ts";
import { licensesOf } from "./licenses.ts";

const root = join(import.meta.dir, "..");
const sources = join(root, "src");
const { values } = parseArgs({
  options: { outfile: { type: "string", default: join(root, "dist/phasewise") } },
});
const staged = join(root, "build/assets");

/** The folders where the installed packages keep their libraries for this platform. */
const platform = `${process.platform}/${process.arch}`;
const ortFolder = join(root, "node_modules/onnxruntime-node/bin/napi-v6", platform);
const lancePackage = join(
  root,
  "node_modules/@lancedb",
  `lancedb-${process.platform}-${process.arch}-gnu`,
);

/** The model files that the program needs. Golden files and model cards stay in the repository. */
const MODEL_FILES = [
  "manifest.json",
  "config.json",
  "tokenizer.json",
  "tokenizer_config.json",
  "onnx/model_quantized.onnx",
];

async function stageAssets(): Promise<void> {
  rmSync(staged, { recursive: true, force: true });
  const put = (from: string, to: string) => {
    mkdirSync(dirname(join(staged, to)), { recursive: true });
    cpSync(from, join(staged, to), { recursive: true });
  };
  put(
    join(lancePackage, `lancedb.${process.platform}-${process.arch}-gnu.node`),
    "native/lancedb.node",
  );
  put(join(ortFolder, "onnxruntime_binding.node"), "native/onnxruntime_binding.node");
  put(join(ortFolder, "libonnxruntime.so.1"), "native/libonnxruntime.so.1");
  for (const kind of MODEL_KINDS) {
    for (const file of MODEL_FILES) put(join(root, "models", kind, file), `models/${kind}/${file}`);
  }
  const starter = readFileSync(join(root, "build/corpus/STARTER"), "utf8").trim();
  put(join(root, "build/corpus", starter), `corpus/${starter}`);
  const files = await listFiles(staged);
  const digest = new Bun.CryptoHasher("sha256")
    .update(JSON.stringify(files))
    .digest("hex")
    .slice(0, 16);
  writeFileSync(join(staged, "manifest.json"), JSON.stringify({ digest, starter, files }));
}

/** Replaces `pattern` in one module and fails the build when an upgrade has changed it. */
function rewrite(filter: RegExp, pattern: RegExp, replacement: string): BunPlugin {
  return {
    name: `rewrite ${filter.source}`,
    setup(build) {
      build.onLoad({ filter }, async ({ path }) => {
        const before = await Bun.file(path).text();
        const contents = before.replace(pattern, replacement);
        if (contents === before)
          throw new Error(`${path}: the text to rewrite is not there any more`);
        return { contents, loader: "js" };
      });
    },
  };
}

const plugins: BunPlugin[] = [
  // The addon is opened by absolute path from the verified runtime folder, and its RUNPATH finds
  // libonnxruntime beside it.
  rewrite(
    /onnxruntime-node\/dist\/binding\.js$/,
    /require\(`\.\.\/bin\/napi-v6[^`]*`\)/,
    `(() => { const m = { exports: {} }; process.dlopen(m, process.env.${ORT_BINDING_ENV}); return m.exports; })()`,
  ),
  {
    name: "leave out what is never used",
    setup(build) {
      // The unpacked library replaces LanceDB's per-platform packages. LanceDB's OpenAI embedding
      // is never called.
      build.onResolve({ filter: /^(@lancedb\/lancedb-|openai$)/ }, ({ path }) => ({
        path,
        external: true,
      }));
      // transformers.js imports its image library when it loads, but text models never call it.
      build.onResolve({ filter: /^sharp$/ }, () => ({ path: "sharp", namespace: "stub" }));
      build.onLoad({ filter: /.*/, namespace: "stub" }, () => ({
        contents:
          "export default function sharp() { throw new Error('images are not supported'); }",
        loader: "js",
      }));
    },
  },
];

const bundle = {
  entrypoints: ["main.ts", ...[...new Bun.Glob("**/*.worker.ts").scanSync(sources)].sort()].map(
    (path) => join(sources, path),
  ),
  target: "bun",
  format: "esm",
  // Renaming identifiers breaks Elysia's handler analysis. Removing white space and shortening
  // syntax is safe.
  minify: { whitespace: true, syntax: true, identifiers: false },
  sourcemap: "none",
  define: {
    "process.env.NODE_ENV": JSON.stringify("production"),
    PHASEWISE_ENGINE_DIGEST: JSON.stringify(digestSources(sources)),
  },
  plugins,
} as const satisfies BuildConfig;

/** What is in the bundle is known once it is made, so it is made once more with the licences. */
async function stageLicenses(): Promise<void> {
  const { metafile } = await Bun.build({ ...bundle, metafile: true });
  const outputs = Object.values(metafile?.outputs ?? {});
  const components = licensesOf(outputs.flatMap(({ inputs }) => Object.keys(inputs)));
  const notice = readFileSync(join(root, "NOTICE"), "utf8");
  writeFileSync(join(staged, LICENSES_ASSET), JSON.stringify({ notice, components }));
}

await stageAssets();
await stageLicenses();
const result = await Bun.build({
  ...bundle,
  bytecode: true,
  compile: {
    outfile: values.outfile,
    assets: [staged],
    autoloadDotenv: false,
    autoloadBunfig: false,
  },
});
if (!result.success) {
  for (const log of result.logs) process.stderr.write(`${log.message}\n`);
  process.exit(1);
}
chmodSync(values.outfile, 0o755);
process.stdout.write(`${values.outfile} ${(Bun.file(values.outfile).size / 1e6).toFixed(0)} MB\n`);
