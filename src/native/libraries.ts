/**
 * Native libraries: in the compiled executable they are loaded from the unpacked runtime folder, by absolute path.
 * @module
 */
import { dlopen, FFIType, ptr } from "bun:ffi";

/** Read by the rewritten loader of onnxruntime-node (see `scripts/build.ts`), in the main thread and in the worker. */
export const ORT_BINDING_ENV = "PHASEWISE_ORT_BINDING";
/** Read by LanceDB's own loader. */
export const LANCEDB_BINDING_ENV = "NAPI_RS_NATIVE_LIBRARY_PATH";

/**
 * Sets variables in the real environment of the process: native code does not see assignments to `process.env`.
 * Must run before the first native library is loaded.
 */
export function quietNativeLibraries(): void {
  const libc = dlopen(process.platform === "darwin" ? "libSystem.B.dylib" : "libc.so.6", {
    setenv: { args: [FFIType.ptr, FFIType.ptr, FFIType.i32], returns: FFIType.i32 },
  });
  for (const [name, value] of [
    // Without a level LanceDB prints warnings on every hybrid query.
    ["LANCEDB_LOG", "error"],
    // This version has no telemetry; the switch is set so that a later one would be born silent.
    ["ORT_DISABLE_TELEMETRY", "1"],
  ] as const) {
    libc.symbols.setenv(ptr(Buffer.from(`${name}\0`)), ptr(Buffer.from(`${value}\0`)), 1);
  }
  libc.close();
}
