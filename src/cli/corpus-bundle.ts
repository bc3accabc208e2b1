/**
 * `corpus export` and the import of its file: a signed bundle carries a release to a site without a
 * network.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { OperatorError, UsageError } from "../contract/error.ts";
import { fingerprintOf, readPrivateKey, readPublicKey } from "../files/signing.ts";
import { inBuildFolder } from "../library/build-folder.ts";
import { writeBundle } from "../library/bundle.ts";
import { takeExportNumber } from "../library/bundle-numbers.ts";
import { type BundleReport, importBundle } from "../library/import-bundle.ts";
import { findRelease } from "../library/release-in-use.ts";
import { openRuntime } from "../native/assets.ts";
import { embeddersOnDemand } from "../service/embedders.ts";
import type { StateSettings } from "../service/state.ts";
import { storeTime } from "../service/store-time.ts";
import { storePath } from "../store/sqlite/index.ts";
import { ISSUE_OPTIONS, issueText, readIssue } from "./bundle-issue.ts";
import { defineCommand, type Invocation, type Option } from "./command.ts";
import { onInterrupt } from "./interrupt.ts";
import { requireDataFor } from "./new-data-dir.ts";
import { printJson, printLine } from "./output.ts";
import { withStore } from "./with-store.ts";

const MEGABYTE = 1e6;

/** The store's time; the machine's where nothing was served yet. */
async function timeOf(settings: StateSettings): Promise<number> {
  if (settings.state === null && !existsSync(storePath(settings.dataDir))) return Date.now();
  return withStore(settings, storeTime);
}

export const corpusExport = defineCommand({
  name: "corpus export",
  summary: "writes a release into one file for sites without a network",
  positionals: ["FILE"],
  settings: ["dataDir"],
  expectsData: true,
  options: {
    key: { value: "PEM", help: "the Ed25519 private key to sign with" },
    unsigned: { help: "leaves the bundle unsigned, without a number and a last day" },
    ...ISSUE_OPTIONS,
  },
  async run({ settings, options, positionals, json }) {
    const [path = ""] = positionals;
    const { key } = options;
    if ((typeof key === "string") === (options.unsigned === true)) {
      throw new UsageError("give corpus export either --key PEM or --unsigned");
    }
    const { sequence: asked, expires } = readIssue(options);
    if (asked !== undefined && typeof key !== "string")
      throw new UsageError("--sequence needs --key PEM");
    if (existsSync(path)) throw new OperatorError(`${path} exists already; give another name`);
    const privateKey = typeof key === "string" ? readPrivateKey(key) : null;
    requireDataFor(settings.dataDir, String(options.release));
    const { starter } = await openRuntime(settings.dataDir);
    const { folder } = await findRelease(settings.dataDir, starter, String(options.release));
    let signing: Parameters<typeof writeBundle>[2] = null;
    if (privateKey !== null) {
      const fingerprint = fingerprintOf(privateKey);
      const number = () => takeExportNumber(settings.dataDir, fingerprint, asked);
      signing = {
        key: privateKey,
        issue: { sequence: await inBuildFolder(settings.dataDir, number), expires },
      };
    }
    const { manifest, signature, bytes } = await writeBundle(folder, resolve(path), signing);
    const { version } = manifest;
    const signed_by = signature?.fingerprint ?? null;
    const { issue = null } = signing ?? {};
    if (json) {
      const sequence = issue?.sequence ?? null;
      printJson({
        file: path,
        bytes,
        version,
        signed_by,
        sequence,
        expires: issue?.expires ?? null,
      });
    } else {
      const by = issue === null ? "unsigned" : `signed with key ${signed_by}, ${issueText(issue)}`;
      printLine(`${version} in ${path}: ${(bytes / MEGABYTE).toFixed(1)} MB, ${by}`);
    }
    return 0;
  },
});

export const BUNDLE_OPTIONS: Readonly<Record<string, Option>> = {
  trust: { value: "PEM", help: "the Ed25519 public key that must have signed the bundle" },
  unsigned: { help: "takes a bundle without checking its signature" },
  "allow-older": {
    help: "takes a signed bundle that is older than the last one, has expired or has no number",
  },
};

/** `corpus import` of one bundle. */
export async function runBundleImport(
  path: string,
  {
    settings,
    options,
    json,
  }: Omit<Invocation<keyof StateSettings | "inferenceThreads">, "positionals">,
): Promise<number> {
  const { trust } = options;
  if (typeof trust === "string" && options.unsigned === true) {
    throw new UsageError("give either --trust PEM or --unsigned, not both");
  }
  if (typeof trust !== "string" && options.unsigned !== true) {
    throw new OperatorError(
      `${path} is a release bundle: name the key that signed it with --trust PEM, or give --unsigned`,
    );
  }
  const trusted = typeof trust === "string" ? readPublicKey(trust) : null;
  const dryRun = options["dry-run"] === true;
  const { starter, models } = await openRuntime(settings.dataDir);
  const embedders = embeddersOnDemand(models, settings);
  const { signal, done } = onInterrupt("the release in use stays");
  try {
    const places = { dataDir: settings.dataDir, starter };
    const report = await importBundle(path, places, {
      trusted,
      allowOlder: options["allow-older"] === true,
      nowMs: await timeOf(settings),
      dryRun,
      signal,
      embedder: embedders.queryEmbedder,
    });
    if (json) printJson({ ...report, dry_run: dryRun });
    else printReport(report, dryRun);
    return 0;
  } finally {
    await embedders.close();
    done();
  }
}

function printReport(report: BundleReport, dryRun: boolean): void {
  const { version, from, signed_by } = report;
  const { added, removed, changed } = report.diff;
  const by =
    signed_by === null
      ? "signature not looked at"
      : `signed with key ${signed_by}, ${issueText(report)}`;
  printLine(`${version}, ${by}`);
  printLine(
    `${added.length} added, ${removed.length} removed, ${changed.length} changed since ${from}`,
  );
  if (dryRun) printLine(`dry run: nothing was written; ${from} is in use`);
  else printLine(version === from ? `${version} is already in use` : `${version} is in use`);
}
