/** The built executable, which a test must not take for the sources after one of them changed. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
export const EXECUTABLE = join(root, "dist/phasewise");
export const HAS_EXECUTABLE = existsSync(EXECUTABLE);

/** What `scripts/build.ts` puts into it. */
const MADE_OF = [
  "src/**/*",
  "corpus/**/*.{ndjson,yaml}",
  "models/{embedder,matcher,reader,reranker}/**/*.{json,onnx}",
  "docs/*.md",
  "docs/partners/*.md",
  "clients/typescript/src/*",
  "clients/python/phasewise_client/*.py",
  "{CHANGELOG.md,package.json,bun.lock}",
];

/** A file that changed since the executable was built, or undefined. */
function changedSince(builtMs: number): string | undefined {
  return MADE_OF.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)]).find(
    (path) => statSync(join(root, path)).mtimeMs > builtMs,
  );
}

if (HAS_EXECUTABLE) {
  const changed = changedSince(statSync(EXECUTABLE).mtimeMs);
  if (changed !== undefined)
    throw new Error(`dist/phasewise is older than ${changed}: run \`bun run build\``);
} else process.stderr.write("dist/phasewise is not built (bun run build): its tests skip\n");
