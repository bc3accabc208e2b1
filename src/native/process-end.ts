/**
 * Ends the process without the exit handlers of native libraries.
 *
 * Their destructors run while their own threads are still alive. One stop in a few hundred ended
 * with a segmentation fault after all the work was done. The program finishes its own work
 * (answers, database, log) before it calls this.
 * @module
 */
import { exitNow } from "./libc.ts";
import { leaveScratch } from "./scratch.ts";

export function endProcess(code: number): never {
  leaveScratch();
  exitNow(code);
  process.exit(code);
}
