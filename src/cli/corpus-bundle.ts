/** `corpus export`, and the import of what it wrote: one signed file carries a release to a site without a network. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { OperatorError, UsageError } from "../contract/error.ts";
import { readPrivateKey, readPublicKey } from "../files/signing.ts";
import { writeBundle } from "../library/bundle.ts";
import { importBundle } from "../library/import-bundle.ts";
import { findRelease } from "../library/shelf.ts";
import { openRuntime } from "../native/assets.ts";
import { defineCommand, type Invocation, type Option } from "./command.ts";
import { onInterrupt } from "./interrupt.ts";
import { printJson, printLine } from "./output.ts";
import { type OpenInference, openInference } from "./runtime.ts";

const MEGABYTE = 1e6;

export const corpusExport = defineCommand({
  name: "corpus export",
  summary: "writes a release into one file for sites without a network",
  positionals: ["FILE"],
  settings: ["dataDir"],
  options: {
    key: { value: "PEM", help: "Ed25519 private key to sign with" },
    unsigned: { help: "leave the bundle unsigned" },
    release: { value: "VERSION", help: "a version, `starter` or `current`", default: "current" },
  },
  async run({ settings, options, positionals, json }) {
    const [path = ""] = positionals;
    const { key } = options;
    if ((typeof key === "string") === (options.unsigned === true)) {
      throw new UsageError("corpus export takes either --key PEM or --unsigned");
    }
    if (existsSync(path)) throw new OperatorError(`${path} is there already; give another name`);
    const privateKey = typeof key === "string" ? readPrivateKey(key) : null;
    const { starter } = await openRuntime(settings.dataDir);
    const { folder } = await findRelease(settings.dataDir, starter, String(options.release));
    const { manifest, signature, bytes } = await writeBundle(folder, resolve(path), privateKey);
    const signed_by = signature?.fingerprint ?? null;
    if (json) printJson({ file: path, bytes, version: manifest.version, signed_by });
    else {
      const by = signed_by === null ? "unsigned" : `signed with key ${signed_by}`;
      printLine(`${manifest.version} in ${path}: ${(bytes / MEGABYTE).toFixed(1)} MB, ${by}`);
    }
    return 0;
  },
});

export const BUNDLE_OPTIONS: Readonly<Record<string, Option>> = {
  trust: { value: "PEM", help: "Ed25519 public key that a bundle must be signed with" },
  unsigned: { help: "take a bundle without looking at its signature" },
};

/** `corpus import` of one bundle. */
export async function runBundleImport(
  path: string,
  { settings, options, json }: Omit<Invocation<"dataDir" | "inferenceThreads">, "positionals">,
): Promise<number> {
  const { trust } = options;
  if (typeof trust === "string" && options.unsigned === true) {
    throw new UsageError("a bundle is taken either with --trust PEM or with --unsigned");
  }
  if (typeof trust !== "string" && options.unsigned !== true) {
    throw new OperatorError(
      `${path} is a release bundle: say with --trust PEM whose signature it must have, or take it --unsigned`,
    );
  }
  const trusted = typeof trust === "string" ? readPublicKey(trust) : null;
  const dryRun = options["dry-run"] === true;
  const { starter, models } = await openRuntime(settings.dataDir);
  let inference: OpenInference | null = null;
  const { signal, done } = onInterrupt("the release in use stays");
  try {
    const places = { dataDir: settings.dataDir, starter };
    const report = await importBundle(path, places, {
      trusted,
      dryRun,
      signal,
      async openEmbedder() {
        inference = await openInference(models, settings);
        return inference.queryEmbedder;
      },
    });
    if (json) printJson({ ...report, dry_run: dryRun });
    else {
      const { added, removed, changed } = report.diff;
      const by =
        report.signed_by === null ? "signature not looked at" : `signed with key ${report.signed_by}`;
      printLine(`${report.version}, ${by}`);
      printLine(
        `${added.length} added, ${removed.length} removed, ${changed.length} changed since ${report.from}`,
      );
      printLine(
        dryRun ? `dry run: nothing was written; ${report.from} is in use` : `${report.version} is in use`,
      );
    }
    return 0;
  } finally {
    // The assignment happens inside a callback, which the type checker does not follow.
    await (inference as OpenInference | null)?.close();
    done();
  }
}
