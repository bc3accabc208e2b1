/**
 * Collects new documents for the next release. The release in use does not change until that one is
 * published.
 * @module
 */
import { join } from "node:path";
import { inBuildFolder } from "./build-folder.ts";
import { CorpusDraft } from "./corpus-draft.ts";
import { DocumentFile } from "./document-file.ts";
import { type ReleaseManifest, recordsFile, verifyRelease } from "./release.ts";
import { releaseInBuildFolder } from "./release-in-use.ts";

export interface Staging {
  buildFolder: string;
  /** The folder and the manifest of the release in use, verified. */
  inUse: string;
  manifest: ReleaseManifest;
  /** The documents of the release in use. */
  base: DocumentFile;
  draft: CorpusDraft;
}

/**
 * Runs `work` in a folder of its own, with an empty draft on top of the release in use.
 * @throws OperatorError when that release is damaged or another command is at work
 */
export function inStaging<T>(
  { dataDir, starter }: { dataDir: string; starter: string },
  work: (staging: Staging) => Promise<T>,
): Promise<T> {
  return inBuildFolder(dataDir, async (buildFolder) => {
    const inUse = await releaseInBuildFolder(dataDir, starter);
    const manifest = await verifyRelease(inUse);
    const base = DocumentFile.open(recordsFile(inUse));
    const staged = DocumentFile.create(join(buildFolder, "staged.ndjson"));
    try {
      return await work({
        buildFolder,
        inUse,
        manifest,
        base,
        draft: new CorpusDraft(base, staged),
      });
    } finally {
      staged.close();
      base.close();
    }
  });
}
