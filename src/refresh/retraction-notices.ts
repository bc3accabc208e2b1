/**
 * Looks up retractions and expressions of concern about documents at Crossref and PubMed.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { normaliseDoi } from "../ingest/formats/doi.ts";
import { PubmedReader } from "../ingest/formats/pubmed.ts";
import { kindOfUpdate, type NoticeKind } from "../ingest/formats/retraction.ts";
import { bodyFault, HttpFault } from "./http.ts";
import { parseJson } from "./json-body.ts";
import { pubmedIdentity } from "./pubmed.ts";
import type { ServiceClient } from "./service-client.ts";

const DOIS_PER_REQUEST = 50;
const PMIDS_PER_REQUEST = 200;
const NOT_FOUND = 404;

export interface Notice {
  kind: NoticeKind;
  found_in: string;
}

export interface CheckedDocument {
  doi: string;
  pmid?: string | undefined;
}

export interface Notices {
  byDoi: Map<string, Notice>;
  /** DOIs that neither service knows. */
  unknown: string[];
}

export interface NoticeServices {
  crossref: ServiceClient;
  pubmed: ServiceClient;
  pubmedKey: string | null;
}

/** @throws HttpFault where one of the services cannot be asked; then nothing is known */
export async function askForNotices(
  documents: readonly CheckedDocument[],
  services: NoticeServices,
  onProgress: (done: number, total: number) => void,
): Promise<Notices> {
  const byDoi = new Map<string, Notice>();
  const answered = new Set<string>();
  const answer = (doi: string, kind: NoticeKind | null, found_in: string) => {
    answered.add(doi);
    // A retraction outweighs an expression of concern of the other service.
    if (kind !== null && byDoi.get(doi)?.kind !== "retracted") byDoi.set(doi, { kind, found_in });
  };
  const withPmid = documents.flatMap(({ doi, pmid }) =>
    pmid === undefined ? [] : [{ doi, pmid }],
  );
  const total = documents.length + withPmid.length;
  let done = 0;
  const progress = (count: number) => {
    done += count;
    onProgress(done, total);
  };
  for (const batch of crossrefBatches(documents.map(({ doi }) => doi))) {
    for (const work of await crossrefWorks(services.crossref, batch)) {
      const doi = normaliseDoi(work.DOI);
      if (doi !== null) answer(doi, kindOf(work), "Crossref");
    }
    progress(batch.length);
  }
  for (let at = 0; at < withPmid.length; at += PMIDS_PER_REQUEST) {
    const batch = withPmid.slice(at, at + PMIDS_PER_REQUEST);
    const dois = new Map(batch.map(({ doi, pmid }) => [pmid, doi]));
    for (const { pmid, kind } of await pubmedKinds(services, [...dois.keys()])) {
      const doi = dois.get(pmid);
      if (doi !== undefined) answer(doi, kind, "PubMed");
    }
    progress(batch.length);
  }
  return { byDoi, unknown: documents.map(({ doi }) => doi).filter((doi) => !answered.has(doi)) };
}

/** A comma or colon would end the value in their filter, so such a DOI is asked for by itself. */
function crossrefBatches(dois: readonly string[]): string[][] {
  const plain = dois.filter((doi) => !/[,:]/.test(doi));
  const batches = dois.filter((doi) => /[,:]/.test(doi)).map((doi) => [doi]);
  for (let at = 0; at < plain.length; at += DOIS_PER_REQUEST)
    batches.push(plain.slice(at, at + DOIS_PER_REQUEST));
  return batches;
}

const Updates = Type.Optional(Type.Array(Type.Object({ type: Type.Optional(Type.String()) })));
const Work = Type.Object({ DOI: Type.String(), "updated-by": Updates, "update-to": Updates });
const List = Type.Object({
  status: Type.Literal("ok"),
  message: Type.Object({ items: Type.Array(Work) }),
});
const Single = Type.Object({ status: Type.Literal("ok"), message: Work });
type Work = Static<typeof Work>;

async function crossrefWorks(client: ServiceClient, dois: readonly string[]): Promise<Work[]> {
  const [only = ""] = dois;
  if (dois.length === 1 && /[,:]/.test(only)) return crossrefWork(client, only);
  const answer = await client.get({
    path: "/works",
    accept: "json",
    parameters: {
      filter: dois.map((doi) => `doi:${doi}`).join(","),
      select: "DOI,updated-by,update-to",
      rows: String(dois.length),
      mailto: client.contact,
    },
    read(text) {
      const value = parseJson(text);
      if (!Value.Check(List, value)) throw bodyFault("it is not a list of works");
      return value.message.items;
    },
  });
  return answer?.value ?? [];
}

async function crossrefWork(client: ServiceClient, doi: string): Promise<Work[]> {
  try {
    const answer = await client.get({
      path: `/works/${encodeURIComponent(doi)}`,
      accept: "json",
      parameters: { mailto: client.contact },
      read(text) {
        const value = parseJson(text);
        if (!Value.Check(Single, value)) throw bodyFault("it is not a work");
        return value.message;
      },
    });
    return answer === null ? [] : [answer.value];
  } catch (error) {
    if (error instanceof HttpFault && error.status === NOT_FOUND) return [];
    throw error;
  }
}

/** The same for the notice itself, which is no evidence either. */
function kindOf(work: Work): NoticeKind | null {
  const kinds = [...(work["updated-by"] ?? []), ...(work["update-to"] ?? [])].map(({ type = "" }) =>
    kindOfUpdate(type),
  );
  if (kinds.includes("retracted")) return "retracted";
  return kinds.includes("concern") ? "concern" : null;
}

async function pubmedKinds(
  { pubmed, pubmedKey }: NoticeServices,
  pmids: readonly string[],
): Promise<{ pmid: string; kind: NoticeKind | null }[]> {
  const answer = await pubmed.get({
    path: "/efetch.fcgi",
    post: true,
    accept: "xml",
    parameters: {
      db: "pubmed",
      id: pmids.join(","),
      retmode: "xml",
      ...pubmedIdentity(pubmed, pubmedKey),
    },
    read: readKinds,
  });
  return answer?.value ?? [];
}

function readKinds(text: string): { pmid: string; kind: NoticeKind | null }[] {
  if (!/<PubmedArticleSet\b/.test(text)) throw bodyFault("it is not a set of articles");
  const reader = new PubmedReader();
  try {
    return [...reader.write(text), ...reader.end()].flatMap((found) => {
      if (!("draft" in found) || found.draft.pmid === undefined) return [];
      const { pmid, retracted, concern } = found.draft;
      return [
        { pmid, kind: retracted === true ? "retracted" : concern === true ? "concern" : null },
      ];
    });
  } catch (error) {
    throw bodyFault(`the XML is damaged: ${(error as Error).message}`);
  }
}
