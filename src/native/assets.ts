/**
 * The files inside the executable: native libraries, model weights, the starter corpus.
 *
 * Native code opens libraries and models by path, so they must be real files. They are unpacked
 * once into `<data>/runtime/<digest>/` (`unpacked.ts`). A source checkout uses the files of the
 * repository.
 * @module
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { LANCEDB_BINDING_ENV, ORT_BINDING_ENV, quietNativeLibraries } from "./libraries.ts";
import { type AssetManifest, unpackAssets } from "./unpacked.ts";

export const MODEL_KINDS = ["reranker", "embedder", "reader", "matcher"] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

export interface ModelPlaces extends Record<ModelKind, string> {
  /** The file that names the reranker an operator chose; without it the shipped one is used. */
  chosenReranker?: string;
}

export interface Runtime {
  models: Required<ModelPlaces>;
  /** The folder of the starter corpus release, which is installed into the data directory. */
  starter: string;
  /** Files that were unpacked and verified; empty in a source checkout. */
  verified: number;
}

const CHOSEN_RERANKER = "models/reranker.json";

/**
 * Provides libraries, models and the starter corpus as files, and tells the native loaders where.
 * @throws OperatorError with one line that says what to do
 */
export async function openRuntime(dataDir: string): Promise<Runtime> {
  quietNativeLibraries();
  return Bun.isStandaloneExecutable ? unpackedRuntime(dataDir) : checkoutRuntime(dataDir);
}

/** The shipped models below a checkout or an unpacked folder. */
export function shippedModels(root: string): Record<ModelKind, string> {
  const places = MODEL_KINDS.map((kind) => [kind, join(root, "models", kind)]);
  return Object.fromEntries(places) as Record<ModelKind, string>;
}

function modelPlaces(root: string, dataDir: string): Runtime["models"] {
  return {
    ...shippedModels(root),
    chosenReranker: join(dataDir, CHOSEN_RERANKER),
  };
}

function checkoutRuntime(dataDir: string): Runtime {
  const root = join(import.meta.dir, "../..");
  const pointer = join(root, "build/corpus/STARTER");
  if (!existsSync(pointer))
    throw new OperatorError("the starter corpus is not built; run: bun run setup");
  return {
    models: modelPlaces(root, dataDir),
    starter: join(root, "build/corpus", readFileSync(pointer, "utf8").trim()),
    verified: 0,
  };
}

async function unpackedRuntime(dataDir: string): Promise<Runtime> {
  const embedded = join(import.meta.dir, "assets");
  const manifest = JSON.parse(
    await Bun.file(join(embedded, "manifest.json")).text(),
  ) as AssetManifest;
  const folder = await unpackAssets(embedded, dataDir, manifest);
  process.env[LANCEDB_BINDING_ENV] = join(folder, "native/lancedb.node");
  process.env[ORT_BINDING_ENV] = join(folder, "native/onnxruntime_binding.node");
  return {
    models: modelPlaces(folder, dataDir),
    starter: join(folder, "corpus", manifest.starter),
    verified: manifest.files.length,
  };
}
