/**
 * The end of the process, without what native libraries do at an ordinary exit.
 *
 * Their destructors run beside their own threads, which are still alive then: one stop in some
 * hundred ended with a segmentation fault after all the work was done. What the program itself has
 * to finish (answers, database, log) is finished before this is called.
 * @module
 */
import { exitNow } from "./libc.ts";
import { leaveScratch } from "./scratch.ts";

export function endProcess(code: number): never {
  leaveScratch();
  exitNow(code);
  process.exit(code);
}
