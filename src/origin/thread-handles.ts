/** Whether a new thread can be started without harm. */
import { closeSync, openSync } from "node:fs";

/** How many file handles a new thread may need. Without them Bun 1.4.5 ends the whole process. */
const HANDLES_OF_A_THREAD = 32;

/** @throws Error where fewer file handles are free than a new thread may need */
export function requireThreadHandles(): void {
  const handles: number[] = [];
  try {
    while (handles.length < HANDLES_OF_A_THREAD) handles.push(openSync("/dev/null", "r"));
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}
