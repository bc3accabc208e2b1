/**
 * What travels inside the executable: native libraries, model weights, the starter corpus.
 *
 * Libraries and models must be real files, because native code opens them by path. They are unpacked once into
 * `<data>/runtime/<digest>/`, a folder only its owner can write, and their hashes are checked at every start.
 * In a source checkout the same things are where the repository has them.
 * @module
 */
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { copyTreeDurably, firstDamaged, type ListedFile } from "../files/durable.ts";
import { LANCEDB_BINDING_ENV, ORT_BINDING_ENV, quietNativeLibraries } from "./libraries.ts";

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

/** Written by `scripts/build.ts` into the executable. */
interface AssetManifest {
  digest: string;
  starter: string;
  files: ListedFile[];
}

const OTHERS_MAY_WRITE = 0o022;
const READ_AND_EXECUTE = 0o500;
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
  // A loader would look for a relative path beside itself.
  const parent = resolve(dataDir, "runtime");
  const folder = join(parent, manifest.digest);
  if (!existsSync(folder)) {
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    await copyTreeDurably(embedded, folder, manifest.files, { fileMode: READ_AND_EXECUTE }).catch(
      (error: Error) => {
        throw new OperatorError(
          `cannot unpack into ${folder}: ${error.message}; it needs 300 MB in a folder that this user can write`,
        );
      },
    );
  }
  refuseForeignFolder(folder);
  const damaged = await firstDamaged(folder, manifest.files);
  if (damaged !== null) {
    const fault = damaged.why === "missing" ? "is missing" : "is damaged";
    throw new OperatorError(
      `${join(folder, damaged.path)} ${fault}; remove ${folder} and start again: it is unpacked anew`,
    );
  }
  process.env[LANCEDB_BINDING_ENV] = join(folder, "native/lancedb.node");
  process.env[ORT_BINDING_ENV] = join(folder, "native/onnxruntime_binding.node");
  return {
    models: modelPlaces(folder, dataDir),
    starter: join(folder, "corpus", manifest.starter),
    verified: manifest.files.length,
  };
}

/** Code is loaded from this folder: nobody else may have been able to put it there. */
function refuseForeignFolder(folder: string): void {
  const { uid, mode } = statSync(folder);
  const foreign = process.geteuid !== undefined && uid !== process.geteuid();
  if (foreign || (mode & OTHERS_MAY_WRITE) !== 0) {
    throw new OperatorError(
      `${folder} belongs to or can be written by another user; remove it or give --data-dir a private folder`,
    );
  }
}
