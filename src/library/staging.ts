/**
 * Collects new documents for the next release. The release in use does not change until that one is
 * published.
 * @module
 */
import { join } from "node:path";
import { DocumentFile } from "./document-file.ts";
import { Intake } from "./intake.ts";
import { type ReleaseManifest, recordsFile, verifyRelease } from "./release.ts";
import { currentRelease } from "./shelf.ts";
import { inWorkshop } from "./workshop.ts";

export interface Staging {
  workshop: string;
  /** The folder and the manifest of the release in use, verified. */
  inUse: string;
  manifest: ReleaseManifest;
  /** The documents of the release in use. */
  base: DocumentFile;
  intake: Intake;
}

/**
 * Runs `work` in a folder of its own, with an empty intake for the release in use.
 * @throws OperatorError when that release is damaged or another command is at work
 */
export function inStaging<T>(
  { dataDir, starter }: { dataDir: string; starter: string },
  work: (staging: Staging) => Promise<T>,
): Promise<T> {
  return inWorkshop(dataDir, async (workshop) => {
    const inUse = await currentRelease(dataDir, starter);
    const manifest = await verifyRelease(inUse);
    const base = DocumentFile.open(recordsFile(inUse));
    const staged = DocumentFile.create(join(workshop, "staged.ndjson"));
    try {
      return await work({ workshop, inUse, manifest, base, intake: new Intake(base, staged) });
    } finally {
      staged.close();
      base.close();
    }
  });
}
