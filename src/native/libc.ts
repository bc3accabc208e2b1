/**
 * The few calls of the C library that the program needs and Bun does not offer.
 * @module
 */
import { dlopen, FFIType, ptr } from "bun:ffi";
import { OperatorError } from "../contract/error.ts";

const SYMBOLS = {
  setenv: { args: [FFIType.ptr, FFIType.ptr, FFIType.i32], returns: FFIType.i32 },
  _exit: { args: [FFIType.i32], returns: FFIType.void },
} as const;

/** @throws OperatorError where the process may not create code at run time */
export function openLibc<const S extends Parameters<typeof dlopen>[1]>(symbols: S) {
  try {
    return dlopen(process.platform === "darwin" ? "libSystem.B.dylib" : "libc.so.6", symbols)
      .symbols;
  } catch (error) {
    if (!/JIT/.test(String(error))) throw error;
    throw new OperatorError(
      "this process may not make code while it runs, and the models need that: set MemoryDenyWriteExecute=no in its unit, and leave BUN_JSC_useJIT unset",
      { cause: error },
    );
  }
}

const load = () => openLibc(SYMBOLS);

let libc: ReturnType<typeof load> | null = null;

/**
 * Sets a variable in the real environment of the process, because native code does not see
 * assignments to `process.env`.
 * @throws OperatorError where the process may not create code at run time
 */
export function setEnv(name: string, value: string): void {
  libc ??= load();
  libc.setenv(ptr(Buffer.from(`${name}\0`)), ptr(Buffer.from(`${value}\0`)), 1);
}

/** Ends the process immediately; needs an earlier `setEnv`. */
export function exitNow(code: number): void {
  libc?._exit(code);
}
