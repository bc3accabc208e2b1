/**
 * Puts a release into use: examines it first, then switches with one rename.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import { inBuildFolder } from "./build-folder.ts";
import { install, installStarter, switchTo } from "./installed-releases.ts";
import { type ReleaseManifest, readManifest } from "./release.ts";
import { inconsistencyOf } from "./release-consistency.ts";
import { findRelease } from "./release-in-use.ts";
import { CorpusRetriever, type QueryEmbedder } from "./retriever.ts";

export interface CorpusPlaces {
  dataDir: string;
  /** The folder of the bundled starter release. */
  starter: string;
}

/**
 * Opens a release as the service would and looks up passages in it.
 * @throws OperatorError which names the fault
 */
export async function examineRelease(
  release: string,
  embedder: QueryEmbedder,
): Promise<ReleaseManifest> {
  const retriever = await CorpusRetriever.open(release, embedder);
  try {
    const fault = await inconsistencyOf(release, retriever);
    if (fault !== null) throw new OperatorError(`corpus release ${release}: ${fault}`);
    await retriever.probe();
    return retriever.manifest;
  } finally {
    retriever.close();
  }
}

/**
 * Examines a new release, moves it to the other releases and puts it into use.
 * @param beforeSwitch what must be saved once the release has passed and before it is in use
 */
export async function putInUse(
  { dataDir, starter }: CorpusPlaces,
  buildFolder: string,
  release: string,
  embedder: QueryEmbedder,
  beforeSwitch: () => void = () => undefined,
): Promise<ReleaseManifest> {
  const manifest = await examineRelease(release, embedder);
  await install(dataDir, buildFolder, release, manifest);
  beforeSwitch();
  switchTo(dataDir, manifest, readManifest(starter).version);
  return manifest;
}

/**
 * Puts an earlier (or any other) release into use.
 * @param name a version, the start of one, or `starter`
 * @throws OperatorError when there is no such release or it cannot be used; then the one in use
 *   does not change
 */
export async function rollBack(
  { dataDir, starter }: CorpusPlaces,
  name: string,
  embedder: QueryEmbedder,
): Promise<ReleaseManifest> {
  const release = await findRelease(dataDir, starter, name);
  return inBuildFolder(dataDir, async () => {
    const folder =
      release.folder === starter ? await installStarter(dataDir, starter) : release.folder;
    const manifest = await examineRelease(folder, embedder);
    switchTo(dataDir, manifest, readManifest(starter).version);
    return manifest;
  });
}
