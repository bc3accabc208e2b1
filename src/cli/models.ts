/**
 * `models list` and `models verify`: which models are in use, and whether they are intact and
 * compute the expected values.
 */
import { join } from "node:path";
import { readChosenReranker } from "../inference/chosen-reranker.ts";
import { startInference } from "../inference/client.ts";
import { type Manifest, modelDigest, readManifest, verifyFiles } from "../inference/manifest.ts";
import { MODEL_KINDS, type ModelKind, type ModelPlaces, openRuntime } from "../native/assets.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine, printTable } from "./output.ts";
import { PROGRESS_OPTION, startProgress } from "./progress.ts";

const BYTES_PER_MB = 1_000_000;

interface ModelRow {
  kind: ModelKind;
  id: string;
  dir: string;
  dtype: string;
  max_tokens: number;
  bytes: number;
  digest: string;
  files: Manifest["files"];
}

function chosenReranker({ chosenReranker }: ModelPlaces) {
  return chosenReranker === undefined ? null : readChosenReranker(chosenReranker);
}

function describe(kind: ModelKind, places: ModelPlaces): ModelRow {
  const chosen = kind === "reranker" ? chosenReranker(places) : null;
  const dir = chosen?.dir ?? places[kind];
  const manifest = chosen?.manifest ?? readManifest(dir);
  return {
    kind,
    id: manifest.id,
    dir,
    dtype: manifest.dtype,
    max_tokens: manifest.max_tokens,
    bytes: manifest.files.reduce((sum, file) => sum + file.bytes, 0),
    digest: modelDigest(manifest),
    files: manifest.files,
  };
}

export const modelsList = defineCommand({
  name: "models list",
  summary: "lists the models in use, with sizes and hashes",
  settings: ["dataDir"],
  expectsData: true,
  async run({ settings, json }) {
    const runtime = await openRuntime(settings.dataDir);
    const chosen = chosenReranker(runtime.models);
    // Unpacked models are verified when they are opened. A chosen folder may have changed since.
    if (chosen !== null) await verifyFiles(chosen);
    const models = MODEL_KINDS.map((kind) => describe(kind, runtime.models));
    if (json) {
      printJson({ models });
      return 0;
    }
    printTable(
      ["kind", "id", "format", "tokens", "size", "digest"],
      models.map((model) => [
        model.kind,
        model.id,
        model.dtype,
        String(model.max_tokens),
        `${(model.bytes / BYTES_PER_MB).toFixed(1)} MB`,
        model.digest.slice(0, 16),
      ]),
    );
    for (const { dir, files } of models) {
      printLine("");
      printTable(
        ["bytes", "sha-256", "file"],
        files.map((file) => [String(file.bytes), file.sha256, join(dir, file.path)]),
      );
    }
    return 0;
  },
});

export const modelsVerify = defineCommand({
  name: "models verify",
  summary: "checks size and hash of every model file and runs each model on its known input",
  settings: ["dataDir"],
  expectsData: true,
  options: PROGRESS_OPTION,
  async run({ settings, options, json }) {
    const progress = startProgress(options.progress === true);
    progress.show("checking the files of each model and running it on its known input", true);
    const { models: places } = await openRuntime(settings.dataDir);
    const inference = await startInference({
      rerankerDir: places.reranker,
      embedderDir: places.embedder,
      readerDir: places.reader,
      matcherDir: places.matcher,
      reranker: chosenReranker(places),
      threads: 1,
    });
    await inference.close();
    progress.end();
    const manifests = [
      inference.rerankerManifest,
      inference.embedderManifest,
      inference.readerManifest,
      inference.matcherManifest,
    ];
    const models = manifests.map((manifest) => ({
      kind: manifest.kind,
      id: manifest.id,
      files: manifest.files.length,
      self_test: {
        deviation: inference.selfTestDeviations[manifest.kind],
        tolerance: manifest.self_test.tolerance,
      },
    }));
    if (json) {
      printJson({ ok: true, models });
      return 0;
    }
    for (const { kind, id, files, self_test } of models) {
      printLine(
        `${kind} ${id}: ${files} files intact; self-test passed (off by ${self_test.deviation.toPrecision(3)}, allowed ${self_test.tolerance})`,
      );
    }
    return 0;
  },
});
