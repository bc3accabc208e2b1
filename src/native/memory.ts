/**
 * Stops the C library's allocator, which all native libraries share, from keeping freed memory.
 * @module
 */
import { FFIType } from "bun:ffi";
import { openLibc } from "./libc.ts";

const M_ARENA_MAX = -8;
/** By default about thirty native threads each get a heap of their own, which only grows. */
const HEAPS_MAX = 2;

function load() {
  return openLibc({
    mallopt: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    malloc_trim: { args: [FFIType.u64], returns: FFIType.i32 },
  });
}

let allocator: ReturnType<typeof load> | null = null;

/** Must run before the first native library is loaded. */
export function limitHeaps(): void {
  if (process.platform !== "linux") return;
  allocator ??= load();
  allocator.mallopt(M_ARENA_MAX, HEAPS_MAX);
}

/**
 * Returns the memory that loading freed. It blocks everything else for about fifty milliseconds.
 */
export function returnFreed(): void {
  Bun.gc(true);
  allocator?.malloc_trim(0);
}
