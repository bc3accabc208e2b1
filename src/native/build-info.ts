/**
 * Identifies the build: a digest of every source that can change the words of an answer.
 * @module
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };

declare const PHASEWISE_ENGINE_DIGEST: string | undefined;

/** The program's version; the contract and the answers have versions of their own. */
export const VERSION = manifest.version;

/** Folders whose code can change a recommendation for the same input. */
const DECIDING_FOLDERS = [
  "engine",
  "tenants",
  "inference",
  "library",
  "ingest",
  "contract",
  "origin",
] as const;

/**
 * A digest of the deciding sources of a checkout, by path and content, and of the versions of their
 * dependencies, because another model runtime may compute other numbers.
 */
export function digestSources(sourceRoot: string): string {
  const hasher = new Bun.CryptoHasher("sha256");
  const { engines, dependencies } = JSON.parse(
    readFileSync(join(sourceRoot, "../package.json"), "utf8"),
  );
  hasher.update(`${JSON.stringify([engines, dependencies])}\n`);
  for (const folder of DECIDING_FOLDERS) {
    const paths = [...new Bun.Glob("**/*.ts").scanSync(join(sourceRoot, folder))].sort();
    for (const path of paths) {
      hasher.update(`${folder}/${path}\n`);
      hasher.update(readFileSync(join(sourceRoot, folder, path)));
    }
  }
  return hasher.digest("hex");
}

/** In the executable the build fixes it; in a checkout it is computed from the sources. */
function engineDigest(): string {
  return typeof PHASEWISE_ENGINE_DIGEST === "string"
    ? PHASEWISE_ENGINE_DIGEST
    : digestSources(join(import.meta.dir, ".."));
}

/** Opaque; equal for equal builds, models and corpus. */
export function modelVersion(modelDigests: readonly string[], corpusVersion: string): string {
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(JSON.stringify([engineDigest(), ...modelDigests, corpusVersion]));
  return `pw-${hasher.digest("hex").slice(0, 20)}`;
}

/** The build as a UUID (version 8: custom), for the gateway's trace member. */
export function buildId(): string {
  const hex = new Bun.CryptoHasher("sha256").update(`build ${engineDigest()}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
