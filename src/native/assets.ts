/**
 * What travels inside the executable: native libraries, model weights, the starter corpus.
 *
 * Libraries and models must be real files, because native code opens them by path. They are unpacked
 * once into `<data>/runtime/<digest>/` (`unpacked.ts`).
 * In a source checkout the same things are where the repository has them.
 * @module
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { LANCEDB_BINDING_ENV, ORT_BINDING_ENV, quietNativeLibraries } from "./libraries.ts";
import { type AssetManifest, unpacked } from "./unpacked.ts";

export type ModelKind = "reranker" | "embedder" | "reader";

export interface ModelPlaces extends Record<ModelKind, string> {
  /** Where an operator's choice of another reranker is written down; no such file: the shipped one. */
  chosenReranker?: string;
}

export interface Runtime {
  models: Required<ModelPlaces>;
  /** Folder of the starter corpus release, to be installed into the data directory. */
  starter: string;
  /** Files that were unpacked and verified; empty in a source checkout. */
  verified: number;
}

const CHOSEN_RERANKER = "models/reranker.json";

/**
 * Makes libraries, models and the starter corpus available as files and points the native loaders at them.
 * @throws OperatorError with one line that says what to do
 */
export async function openRuntime(dataDir: string): Promise<Runtime> {
  quietNativeLibraries();
  return Bun.isStandaloneExecutable ? unpackedRuntime(dataDir) : checkoutRuntime(dataDir);
}

function modelPlaces(root: string, dataDir: string): Runtime["models"] {
  return {
    reranker: join(root, "models/reranker"),
    embedder: join(root, "models/embedder"),
    reader: join(root, "models/reader"),
    chosenReranker: join(dataDir, CHOSEN_RERANKER),
  };
}

function checkoutRuntime(dataDir: string): Runtime {
  const root = join(import.meta.dir, "../..");
  const pointer = join(root, "build/corpus/STARTER");
  if (!existsSync(pointer)) throw new OperatorError("the starter corpus is not built; run: bun run setup");
  return {
    models: modelPlaces(root, dataDir),
    starter: join(root, "build/corpus", readFileSync(pointer, "utf8").trim()),
    verified: 0,
  };
}

async function unpackedRuntime(dataDir: string): Promise<Runtime> {
  const embedded = join(import.meta.dir, "assets");
  const manifest = JSON.parse(await Bun.file(join(embedded, "manifest.json")).text()) as AssetManifest;
  const folder = await unpacked(embedded, dataDir, manifest);
  process.env[LANCEDB_BINDING_ENV] = join(folder, "native/lancedb.node");
  process.env[ORT_BINDING_ENV] = join(folder, "native/onnxruntime_binding.node");
  return {
    models: modelPlaces(folder, dataDir),
    starter: join(folder, "corpus", manifest.starter),
    verified: manifest.files.length,
  };
}
