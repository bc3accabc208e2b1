/**
 * Starts the workers of this program.
 * @module
 */

/** Below `src/`. */
type WorkerPath = `${string}.worker.ts`;

/**
 * This module is at the root of the sources, as the main bundle is at the root of the executable,
 * so that one path holds in both. `scripts/build.ts` puts every `*.worker.ts` into the executable.
 *
 * The options are not optional: without them Bun 1.4.5 gives a worker the environment of the
 * process's start, in which the path of the unpacked native library is not set yet.
 */
export function spawnWorker(path: WorkerPath, options: { name: string; smol?: true }): Worker {
  return new Worker(new URL(`./${path}`, import.meta.url).href, options);
}
