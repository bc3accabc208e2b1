/**
 * A local server that plays the four literature services, page by page as recorded from them, and
 * misbehaves on demand.
 */
import type { SourceName } from "../../src/refresh/source-name.ts";

export interface Paper {
  doi: string;
  pmid: string;
  title: string;
  abstract: string;
  year: number;
  /** Day it entered the index. */
  entered: string;
  notice?: "retracted" | "concern";
  noAbstract?: boolean;
}

/** Papers that a search holding `word` finds. */
export function papers(count: number, word = "breathing", from = 1): Paper[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    return {
      doi: `10.5555/${word}.${n}`,
      pmid: String(10_000_000 + n + word.length * 100_000),
      title: `Slow ${word} and heart rate variability, study ${n}`,
      abstract: `In this randomized trial of ${20 + n} women, slow ${word} raised heart rate variability at rest by a small amount.`,
      year: 2020,
      entered: `2021-01-${String((n % 28) + 1).padStart(2, "0")}`,
    };
  });
}

export interface Seen {
  source: SourceName;
  path: string;
  parameters: URLSearchParams;
  headers: Headers;
  at_ms: number;
}

export type Fault = (seen: Seen) => Response | Promise<Response> | null;

const JSON_TYPE = { "content-type": "application/json;charset=utf-8" };
const XML_TYPE = { "content-type": "text/xml; charset=UTF-8" };
const BUILTIN_SOURCES: readonly SourceName[] = ["pubmed", "europepmc", "crossref", "openalex"];

export class Literature {
  readonly seen: Seen[] = [];
  /** What each source has. */
  readonly holdings: Record<SourceName, Paper[]> = {
    pubmed: [],
    europepmc: [],
    crossref: [],
    openalex: [],
  };
  /** Crossref and PubMed know these when they are asked for by name. */
  readonly registered: Paper[] = [];
  /** Asked before the protocol; the first that answers is used once. */
  readonly faults: Fault[] = [];
  /** Searches kept by the history server; emptied to forget them. */
  readonly history = new Map<string, Paper[]>();
  etag: string | null = null;
  readonly #server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 30,
    fetch: (r) => this.#answer(r),
  });

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.#server.port}`);
  }

  requests(source: SourceName, path = ""): Seen[] {
    return this.seen.filter((seen) => seen.source === source && seen.path.startsWith(path));
  }

  stop(): Promise<void> {
    return this.#server.stop(true);
  }

  /** The next request that matches is answered like this, once. */
  failOnce(
    matches: (seen: Seen) => boolean,
    answer: (seen: Seen) => Response | Promise<Response>,
  ): void {
    const fault: Fault = (seen) => {
      if (!matches(seen)) return null;
      this.faults.splice(this.faults.indexOf(fault), 1);
      return answer(seen);
    };
    this.faults.push(fault);
  }

  failAlways(
    matches: (seen: Seen) => boolean,
    answer: (seen: Seen) => Response | Promise<Response>,
  ): void {
    this.faults.push((seen) => (matches(seen) ? answer(seen) : null));
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const [, name = "", ...rest] = url.pathname.split("/");
    const source = BUILTIN_SOURCES.find((known) => known === name);
    if (source === undefined) return new Response("no such service", { status: 404 });
    const form = request.method === "POST" ? await request.text() : url.search;
    const seen: Seen = {
      source,
      path: `/${rest.join("/")}`,
      parameters: new URLSearchParams(form),
      headers: request.headers,
      at_ms: performance.now(),
    };
    this.seen.push(seen);
    for (const fault of [...this.faults]) {
      const answer = fault(seen);
      if (answer !== null) return answer;
    }
    return this.protocol(seen);
  }

  /** The undisturbed answer. */
  protocol(seen: Seen): Response {
    if (this.etag !== null && seen.headers.get("if-none-match") === this.etag) {
      return new Response(null, { status: 304 });
    }
    const response = { pubmed: pubmed, europepmc, crossref, openalex }[seen.source](this, seen);
    if (this.etag !== null) response.headers.set("etag", this.etag);
    return response;
  }

  /** Papers of the source whose subject ("Slow breathing") the search names. */
  found(source: SourceName, search: string): Paper[] {
    return this.holdings[source].filter(({ abstract }) =>
      search.includes(/slow ([a-z]+)/i.exec(abstract)?.[1] ?? "?"),
    );
  }
}

function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), { status, headers: JSON_TYPE });
}

function xml(body: string): Response {
  return new Response(
    `<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n${body}`,
    { headers: XML_TYPE },
  );
}

function pubmed(library: Literature, { path, parameters }: Seen): Response {
  const get = (name: string) => parameters.get(name) ?? "";
  if (path === "/esearch.fcgi") {
    const day = (name: string) => get(name).replaceAll("/", "-");
    const found = library
      .found("pubmed", get("term"))
      .filter(({ entered }) => entered >= day("mindate") && entered <= day("maxdate"));
    const env = `MCID_${library.history.size + 1}`;
    library.history.set(env, found);
    return json({
      header: { type: "esearch", version: "0.3" },
      esearchresult: {
        count: String(found.length),
        retmax: "0",
        retstart: "0",
        querykey: "1",
        webenv: env,
        idlist: [],
      },
    });
  }
  if (parameters.has("id")) {
    const ids = get("id").split(",");
    return xml(articleSet(library.registered.filter(({ pmid }) => ids.includes(pmid))));
  }
  const kept = library.history.get(get("WebEnv"));
  if (kept === undefined) {
    return new Response(
      "<eFetchResult>\n\t<ERROR>Unable to obtain query #1</ERROR>\n</eFetchResult>",
      {
        headers: XML_TYPE,
      },
    );
  }
  const at = Number(get("retstart"));
  return xml(articleSet(kept.slice(at, at + Number(get("retmax")))));
}

function articleSet(papersOfPage: readonly Paper[]): string {
  return `<PubmedArticleSet>\n${papersOfPage.map(pubmedArticle).join("\n")}\n</PubmedArticleSet>`;
}

function pubmedArticle(paper: Paper): string {
  const notices = { retracted: "RetractionIn", concern: "ExpressionOfConcernIn" } as const;
  const corrections =
    paper.notice === undefined
      ? ""
      : `<CommentsCorrectionsList><CommentsCorrections RefType="${notices[paper.notice]}"><RefSource>J Test. 2022</RefSource></CommentsCorrections></CommentsCorrectionsList>`;
  const abstract = paper.noAbstract
    ? ""
    : `<Abstract><AbstractText>${paper.abstract}</AbstractText></Abstract>`;
  return `<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">${paper.pmid}</PMID><Article PubModel="Print"><Journal><JournalIssue CitedMedium="Internet"><PubDate><Year>${paper.year}</Year></PubDate></JournalIssue><Title>Journal of Tests</Title></Journal><ArticleTitle>${Bun.escapeHTML(paper.title)}.</ArticleTitle><ELocationID EIdType="doi" ValidYN="Y">${Bun.escapeHTML(paper.doi)}</ELocationID>${abstract}<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Rivera</LastName><ForeName>Ana</ForeName><Initials>A</Initials></Author></AuthorList><PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType></PublicationTypeList></Article>${corrections}</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">${paper.pmid}</ArticleId><ArticleId IdType="doi">${Bun.escapeHTML(paper.doi)}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>`;
}

/** A page of a list behind an opaque cursor. */
function cut(all: readonly Paper[], cursor: string, size: number) {
  const at = cursor === "*" ? 0 : Number(cursor.replace("AoJ", ""));
  return {
    page: all.slice(at, at + size),
    next: `AoJ${Math.min(at + size, all.length)}`,
    isEnd: at + size >= all.length,
  };
}

function europepmc(library: Literature, { parameters }: Seen): Response {
  const all = library.found("europepmc", parameters.get("query") ?? "");
  const cursor = parameters.get("cursorMark") ?? "*";
  const { page, next, isEnd } = cut(all, cursor, Number(parameters.get("pageSize")));
  return json({
    version: "6.9",
    hitCount: all.length,
    nextCursorMark: isEnd && cursor !== "*" ? cursor : next,
    request: { queryString: parameters.get("query"), resultType: "core" },
    resultList: {
      result: page.map((paper) => ({
        id: paper.pmid,
        source: "MED",
        pmid: paper.pmid,
        doi: paper.doi,
        title: `${paper.title}.`,
        authorString: "Rivera A.",
        authorList: {
          author: [{ fullName: "Rivera A", firstName: "Ana", lastName: "Rivera", initials: "A" }],
        },
        journalInfo: { yearOfPublication: paper.year, journal: { title: "Journal of Tests" } },
        pubYear: String(paper.year),
        abstractText: paper.abstract,
        pubTypeList: { pubType: ["Journal Article"] },
        ...(paper.notice && {
          commentCorrectionList: {
            commentCorrection: [
              { type: paper.notice === "retracted" ? "Retraction in" : "Expression of concern in" },
            ],
          },
        }),
      })),
    },
  });
}

function crossref(library: Literature, { path, parameters }: Seen): Response {
  const work = (paper: Paper) => ({
    DOI: paper.doi.toUpperCase(),
    title: [paper.title],
    author: [{ given: "Ana", family: "Rivera", sequence: "first" }],
    issued: { "date-parts": [[paper.year, 3, 1]] },
    "container-title": ["Journal of Tests"],
    abstract: `<jats:p>${paper.abstract}</jats:p>`,
    type: "journal-article",
    ...(paper.notice && {
      "updated-by": [
        {
          type: paper.notice === "retracted" ? "retraction" : "expression_of_concern",
          DOI: "10.5555/notice",
        },
      ],
    }),
  });
  const [, , single] = path.split("/");
  if (single !== undefined) {
    const paper = library.registered.find(({ doi }) => doi === decodeURIComponent(single));
    if (paper === undefined) return new Response("Resource not found.", { status: 404 });
    return json({ status: "ok", "message-type": "work", message: work(paper) });
  }
  const filter = parameters.get("filter") ?? "";
  const asked = [...filter.matchAll(/(?:^|,)doi:([^,]+)/g)].map((match) => match[1]);
  if (asked.length > 0) {
    const items = library.registered
      .filter(({ doi }) => asked.includes(doi))
      .map((paper) => {
        const { DOI, "updated-by": updated } = work(paper) as {
          DOI: string;
          "updated-by"?: unknown;
        };
        return { DOI, ...(updated !== undefined && { "updated-by": updated }) };
      });
    return json({
      status: "ok",
      "message-type": "work-list",
      message: { "total-results": items.length, items },
    });
  }
  const all = library.found("crossref", parameters.get("query.bibliographic") ?? "");
  const { page, next } = cut(all, parameters.get("cursor") ?? "*", Number(parameters.get("rows")));
  return json({
    status: "ok",
    "message-type": "work-list",
    "message-version": "1.0.0",
    message: {
      facets: {},
      "total-results": all.length,
      items: page.map(work),
      "items-per-page": 100,
      "next-cursor": next,
    },
  });
}

function openalex(library: Literature, { parameters }: Seen): Response {
  const all = library.found("openalex", parameters.get("filter") ?? "");
  const { page, next, isEnd } = cut(
    all,
    parameters.get("cursor") ?? "*",
    Number(parameters.get("per_page")),
  );
  return json({
    meta: {
      count: all.length,
      db_response_time_ms: 12,
      page: null,
      per_page: 100,
      next_cursor: isEnd ? null : next,
    },
    results: page.map((paper) => ({
      id: `https://openalex.org/W${paper.pmid}`,
      doi: `https://doi.org/${paper.doi}`,
      title: paper.title,
      publication_year: paper.year,
      ids: { pmid: `https://pubmed.ncbi.nlm.nih.gov/${paper.pmid}` },
      primary_location: { source: { display_name: "Journal of Tests" } },
      authorships: [{ raw_author_name: "Ana Rivera", author: { display_name: "Ana Rivera" } }],
      type: "article",
      is_retracted: paper.notice === "retracted",
      abstract_inverted_index: invertedIndex(paper.abstract),
    })),
  });
}

function invertedIndex(text: string): Record<string, number[]> {
  const index: Record<string, number[]> = {};
  for (const [at, word] of text.split(" ").entries()) {
    index[word] = [...(index[word] ?? []), at];
  }
  return index;
}
