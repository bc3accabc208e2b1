/**
 * The folder of recorded material beside the project; it is not part of it, and tests that use it
 * skip without it.
 */
import { join } from "node:path";

export const SHARED = join(import.meta.dir, "../../../shared");
