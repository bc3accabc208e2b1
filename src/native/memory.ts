/**
 * Keeps the C library's allocator, which all native libraries share, from holding what was freed.
 * @module
 */
import { FFIType } from "bun:ffi";
import { openLibc } from "./libc.ts";

const M_ARENA_MAX = -8;
/** By default each of some thirty native threads gets a heap of its own, which only grows. */
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

/** Gives back what loading has left behind; holds up everything else for some fifty milliseconds. */
export function returnFreed(): void {
  Bun.gc(true);
  allocator?.malloc_trim(0);
}
