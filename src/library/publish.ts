/**
 * Making a release the one in use: examined first, switched with one rename.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import { agreementFault } from "./agreement.ts";
import { type ReleaseManifest, readManifest } from "./release.ts";
import { CorpusRetriever, type QueryEmbedder } from "./retriever.ts";
import { findRelease, installStarter, shelve, switchTo } from "./shelf.ts";
import { inWorkshop } from "./workshop.ts";

export interface ShelfPlaces {
  dataDir: string;
  /** Folder of the bundled starter release. */
  starter: string;
}

/** Opens a release as the service would and looks passages up in it. @throws OperatorError naming the fault */
export async function examine(release: string, embedder: QueryEmbedder): Promise<ReleaseManifest> {
  const retriever = await CorpusRetriever.open(release, embedder);
  try {
    const fault = await agreementFault(release, retriever);
    if (fault !== null) throw new OperatorError(`corpus release ${release}: ${fault}`);
    await retriever.probe();
    return retriever.manifest;
  } finally {
    retriever.close();
  }
}

/**
 * Examines a release that was made in a workshop, puts it on the shelf and in use.
 * @param beforeSwitch what has to be kept when the release is found good and not yet in use
 */
export async function publish(
  { dataDir, starter }: ShelfPlaces,
  workshop: string,
  release: string,
  embedder: QueryEmbedder,
  beforeSwitch: () => void = () => undefined,
): Promise<ReleaseManifest> {
  const manifest = await examine(release, embedder);
  await shelve(dataDir, workshop, release, manifest);
  beforeSwitch();
  switchTo(dataDir, manifest, readManifest(starter).version);
  return manifest;
}

/**
 * Puts an earlier (or any other) release of the shelf in use.
 * @param name a version, the beginning of one, or `starter`
 * @throws OperatorError when there is no such release, or it cannot be used; the one in use stays then
 */
export function rollBack(
  { dataDir, starter }: ShelfPlaces,
  name: string,
  embedder: QueryEmbedder,
): Promise<ReleaseManifest> {
  return inWorkshop(dataDir, async () => {
    const found = await findRelease(dataDir, starter, name);
    const folder = found.folder === starter ? await installStarter(dataDir, starter) : found.folder;
    const manifest = await examine(folder, embedder);
    switchTo(dataDir, manifest, readManifest(starter).version);
    return manifest;
  });
}
