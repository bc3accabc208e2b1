/**
 * Keeps the process from holding memory that it does not use: freed memory in the C library's
 * allocator, which all native libraries share, and pages of files that only loading read.
 * @module
 */

import { FFIType, type Pointer } from "bun:ffi";
import { readFileSync } from "node:fs";
import { openLibc } from "./libc.ts";

const M_ARENA_MAX = -8;
const MADV_DONTNEED = 4;
const MADV_PAGEOUT = 21;
const HEXADECIMAL = 16;
/** By default about thirty native threads each get a heap of their own, which only grows. */
const HEAPS_MAX = 2;

function load() {
  return openLibc({
    mallopt: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    malloc_trim: { args: [FFIType.u64], returns: FFIType.i32 },
    madvise: { args: [FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
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
 * Returns the memory that loading freed or only loading read. It blocks everything else for about
 * fifty milliseconds.
 */
export function returnFreedMemory(): void {
  Bun.gc(true);
  if (allocator === null) return;
  allocator.malloc_trim(0);
  for (const { start, bytes, advice } of idleMappings(readFileSync("/proc/self/smaps", "utf8")))
    allocator.madvise(start as Pointer, bytes, advice);
}

/**
 * Finds the mapped files. Answers need few of their pages: not the code that ran once, and not what
 * was unpacked from the executable. The kernel reads a page again when it is needed.
 * @param smaps as the kernel lists the mappings of a process, each with its figures
 */
function idleMappings(smaps: string): { start: number; bytes: number; advice: number }[] {
  const mapping =
    /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+ +(\/.+)\n(?:[A-Z].*\n)*?Anonymous: +(\d+) kB/gm;
  return [...smaps.matchAll(mapping)].flatMap(
    ([, from = "", to = "", rights = "", path, changedKb]) => {
      const start = Number.parseInt(from, HEXADECIMAL);
      const bytes = Number.parseInt(to, HEXADECIMAL) - start;
      if (rights.endsWith("s")) return [];
      // No page of these can be written, and none was changed.
      if (!rights.includes("w") && changedKb === "0")
        return [{ start, bytes, advice: MADV_DONTNEED }];
      // Some pages of these were changed. The kernel knows which, and keeps them.
      return path === process.execPath ? [{ start, bytes, advice: MADV_PAGEOUT }] : [];
    },
  );
}
