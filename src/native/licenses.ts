/**
 * The licences of everything in the executable that was not made here.
 * @module
 */
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";

/** Beside the embedded files, but never unpacked. */
export const LICENSES_ASSET = "licenses.json";

export interface Licenses {
  notice: string;
  components: { name: string; version: string; license: string; text: string }[];
}

/** @throws OperatorError in a checkout that was never built */
export async function readLicenses(): Promise<Licenses> {
  const folder = Bun.isStandaloneExecutable
    ? join(import.meta.dir, "assets")
    : join(import.meta.dir, "../../build/assets");
  const file = Bun.file(join(folder, LICENSES_ASSET));
  if (!(await file.exists()))
    throw new OperatorError("the licences are collected by the build; run: bun run build");
  return (await file.json()) as Licenses;
}
