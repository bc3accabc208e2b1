/**
 * Checks that the documents of a release, its manifest and its index agree.
 * @module
 */

import { parseDocument } from "../ingest/documents.ts";
import { DocumentFile } from "./document-file.ts";
import { readGuidanceFile } from "./guidance-file.ts";
import { guidanceFile, type ReleaseManifest, recordsFile, releaseVersion } from "./release.ts";
import type { CorpusRetriever } from "./retriever.ts";

/**
 * The first disagreement, or null. The retriever must be of this release, whose files are already
 * verified.
 */
export async function inconsistencyOf(
  release: string,
  retriever: CorpusRetriever,
): Promise<string | null> {
  const file = DocumentFile.open(recordsFile(release));
  try {
    return documentFault(release, file, retriever.manifest) ?? (await indexFault(file, retriever));
  } finally {
    file.close();
  }
}

function documentFault(
  release: string,
  file: DocumentFile,
  manifest: ReleaseManifest,
): string | null {
  if (file.size !== manifest.documents) {
    return `the manifest counts ${manifest.documents} documents, the records are ${file.size}`;
  }
  for (const doi of file.dois()) parseDocument(file.line(doi) ?? "", doi);
  const guidance =
    manifest.guidance === undefined
      ? null
      : {
          entries: readGuidanceFile(guidanceFile(release)),
          reader: { digest: manifest.guidance.reader },
        };
  const version = releaseVersion(
    file,
    guidance,
    manifest.embedder.digest,
    manifest.text_analysis,
    manifest,
  );
  return version === manifest.version
    ? null
    : `its documents are those of ${version}, not ${manifest.version}`;
}

async function indexFault(file: DocumentFile, retriever: CorpusRetriever): Promise<string | null> {
  const ids = new Set<string>();
  const indexed = new Set<string>();
  for await (const { id, document } of retriever.indexed()) {
    if (ids.has(id)) return `passage ${id} is in the index twice`;
    ids.add(id);
    indexed.add(document.doi);
    if (!file.has(document.doi)) return `${document.doi} is in the index but not in the records`;
  }
  const absent = file.dois().find((doi) => !indexed.has(doi));
  return absent === undefined ? null : `${absent} is in the records but not in the index`;
}
