/**
 * Native libraries. The executable loads them from the unpacked runtime folder by absolute path.
 * @module
 */
import { setEnv } from "./libc.ts";
import { limitHeaps } from "./memory.ts";

/**
 * Read by the rewritten loader of onnxruntime-node (see `scripts/build.ts`), in the main thread and
 * in the worker.
 */
export const ORT_BINDING_ENV = "PHASEWISE_ORT_BINDING";
/** Read by LanceDB's own loader. */
export const LANCEDB_BINDING_ENV = "NAPI_RS_NATIVE_LIBRARY_PATH";

/**
 * Must run before the first native library is loaded.
 * @throws OperatorError where the process may not create code at run time
 */
export function quietNativeLibraries(): void {
  limitHeaps();
  // Without a level LanceDB prints a warning on every hybrid query.
  setEnv("LANCEDB_LOG", "error");
  // This version has no telemetry. The variable keeps a later one silent.
  setEnv("ORT_DISABLE_TELEMETRY", "1");
}
