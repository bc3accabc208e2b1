/** Fills the disk that a folder lies on to its last byte. */
import { statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const STEP_BYTES = 1 << 20;

/** @returns the file to remove, so that there is room again */
export function fillDisk(folder: string): string {
  const { bavail, bsize } = statfsSync(folder);
  const fill = join(folder, "fill");
  try {
    for (let left = bavail * bsize; left > 0; left -= STEP_BYTES)
      writeFileSync(fill, new Uint8Array(STEP_BYTES), { flag: "a" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
  return fill;
}
