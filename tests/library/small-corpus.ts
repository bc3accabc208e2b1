/**
 * A data directory with a small release in use: some shipped records and the guidance that rests on
 * them, with the shipped vectors. A command does to it what it does to the starter, in a fraction
 * of the time. Tests of the executable, of a running service and of guidance have the starter.
 */
import { buildRelease } from "../../src/library/build.ts";
import { inBuildFolder } from "../../src/library/build-folder.ts";
import { DocumentFile } from "../../src/library/document-file.ts";
import { readGuidanceFile } from "../../src/library/guidance-file.ts";
import { putInUse } from "../../src/library/put-in-use.ts";
import { guidanceFile, readManifest, recordsFile } from "../../src/library/release.ts";
import { CorpusRetriever } from "../../src/library/retriever.ts";
import { openRuntime } from "../../src/native/assets.ts";
import { embeddersOnDemand } from "../../src/service/embedders.ts";

const RECORDS = 24;

/** @returns the version in use, and that of the starter, which is not installed */
export async function smallCorpus(dataDir: string): Promise<{ version: string; starter: string }> {
  const { starter, models } = await openRuntime(dataDir);
  const { passageEmbedder, queryEmbedder } = embeddersOnDemand(models, { inferenceThreads: 1 });
  const entries = readGuidanceFile(guidanceFile(starter));
  const documents = DocumentFile.open(recordsFile(starter));
  const known = await CorpusRetriever.open(starter, queryEmbedder);
  try {
    const { version } = await inBuildFolder(dataDir, async (buildFolder) => {
      const release = await buildRelease(
        buildFolder,
        "local",
        [...documents].slice(0, RECORDS),
        passageEmbedder,
        { guidance: { entries, reader: queryEmbedder.reader }, known },
      );
      return putInUse({ dataDir, starter }, buildFolder, release, queryEmbedder);
    });
    return { version, starter: readManifest(starter).version };
  } finally {
    known.close();
    documents.close();
  }
}
