/** `corpus publish`: puts a release into an object store, where running services follow it. */
import { UsageError } from "../contract/error.ts";
import { readPrivateKey } from "../files/signing.ts";
import { publishToBucket } from "../library/object-store.ts";
import { findRelease } from "../library/release-in-use.ts";
import { openRuntime } from "../native/assets.ts";
import { BUCKET_SETTINGS, bucketPlace } from "../service/bucket-place.ts";
import { textOption } from "./arguments.ts";
import { ISSUE_OPTIONS, issueText, readIssue } from "./bundle-issue.ts";
import { defineCommand } from "./command.ts";
import { requireDataFor } from "./new-data-dir.ts";
import { printJson, printLine } from "./output.ts";

const MEGABYTE = 1e6;

export const corpusPublish = defineCommand({
  name: "corpus publish",
  summary: "puts a release into an object store, from which `serve --corpus-url` takes it",
  positionals: ["URL"],
  settings: ["dataDir", ...BUCKET_SETTINGS],
  expectsData: true,
  options: {
    key: { value: "PEM", help: "the Ed25519 private key to sign with" },
    ...ISSUE_OPTIONS,
  },
  async run({ settings, options, positionals, json }) {
    const [url = ""] = positionals;
    const keyFile = textOption(options, "key");
    if (keyFile === undefined) throw new UsageError("corpus publish needs --key PEM");
    const asked = readIssue(options);
    const place = bucketPlace(url, settings);
    const key = readPrivateKey(keyFile);
    const name = String(options.release);
    requireDataFor(settings.dataDir, name);
    const { starter } = await openRuntime(settings.dataDir);
    const { folder } = await findRelease(settings.dataDir, starter, name);
    const { manifest, issue, bytes } = await publishToBucket(place, {
      dataDir: settings.dataDir,
      release: folder,
      key,
      ...asked,
    });
    const { version } = manifest;
    if (json) printJson({ url, version, bytes, ...issue });
    else
      printLine(
        `${version} is published at ${url}: ${(bytes / MEGABYTE).toFixed(1)} MB, ${issueText(issue)}`,
      );
    return 0;
  },
});
