/**
 * Guarantees of `corpus refresh`: new articles become one release, known ones stay, retracted ones
 * are removed.
 *
 * @slow it builds releases
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { isArticle } from "../../src/ingest/article.ts";
import { currentVersion } from "../../src/library/installed-releases.ts";
import { SOURCES } from "../../src/refresh/source-name.ts";
import { Literature, papers } from "./literature.ts";
import {
  buildStarter,
  documentsInUse,
  refresh,
  registeredStarter,
  starterRecords,
  strategy,
} from "./world.ts";

const home = temporaryFolder("refresh");
let starter = "";
let library: Literature;
let dataDir = "";
let number = 0;
beforeAll(async () => {
  starter = await buildStarter(join(home.path, "starter"));
});
afterAll(() => home.remove());
beforeEach(() => {
  library = new Literature();
  library.registered.push(...registeredStarter());
  dataDir = join(home.path, `data-${++number}`);
});
afterEach(() => library.stop());

const run = (more = {}) => refresh({ dataDir, starter, mirror: library.url, ...more });
const first = <T>(list: readonly T[]): T => {
  const [item] = list;
  if (item === undefined) throw new Error("empty");
  return item;
};

describe("a refresh", () => {
  test("reads every page of every source, and each article once", async () => {
    const all = papers(430);
    library.holdings.pubmed.push(...all.slice(0, 410));
    library.holdings.europepmc.push(...all.slice(300, 415));
    library.holdings.crossref.push(...all.slice(400, 420));
    library.holdings.openalex.push(...all.slice(150, 430));
    library.registered.push(...all);
    const report = await run();
    expect(
      report.sources.map(({ source, read, added, duplicate }) => [source, read, added, duplicate]),
    ).toEqual([
      ["pubmed", 410, 410, 0],
      ["europepmc", 115, 5, 110],
      ["crossref", 20, 5, 15],
      ["openalex", 280, 10, 270],
    ]);
    expect(
      library.requests("pubmed", "/efetch").filter(({ parameters }) => parameters.has("WebEnv")),
    ).toHaveLength(3);
    const documents = await documentsInUse(dataDir, starter);
    expect([...documents.keys()].sort()).toEqual(
      [...all, ...starterRecords].map(({ doi }) => doi).sort(),
    );
    expect(report.published).toBe(currentVersion(dataDir));
    // Where several sources have one, the best one's record is kept.
    const formats = ["410", "415", "420", "430"].map((n) =>
      documents.get(`10.5555/breathing.${n}`),
    );
    expect(
      formats.map((document) => document && isArticle(document) && document.source_format),
    ).toEqual(["pubmed", "europepmc", "crossref", "openalex"]);
  });

  test("says who is asking, under the rules of each service", async () => {
    for (const source of SOURCES) library.holdings[source].push(...papers(1));
    await run({ dryRun: true, keys: { pubmed: "pk", openalex: "ok" } });
    for (const seen of library.seen) {
      expect(seen.headers.get("user-agent")).toContain("mailto:tester@example.org");
      const name = { pubmed: "email", europepmc: "email", crossref: "mailto", openalex: "mailto" }[
        seen.source
      ];
      expect(seen.parameters.get(name)).toBe("tester@example.org");
      const key = { pubmed: "pk", europepmc: null, crossref: null, openalex: "ok" }[seen.source];
      expect(seen.parameters.get("api_key")).toBe(key);
    }
    expect(first(library.requests("pubmed", "/esearch")).parameters.get("tool")).toBe("phasewise");
  });

  test("counts every record exactly once, with the reason for what is left out", async () => {
    const [one, two, three] = papers(3);
    if (one === undefined || two === undefined || three === undefined) throw new Error("no papers");
    library.holdings.pubmed.push(
      one,
      { ...two, noAbstract: true },
      { ...three, notice: "retracted" },
    );
    library.holdings.crossref.push(
      {
        ...first(papers(1, "breathing", 9)),
        title: "Another subject",
        abstract: "Slow breathing of whales.",
      },
      {
        ...first(papers(1, "breathing", 10)),
        abstract: "Slow breathing and heart rate variability, a note.",
      },
      { ...first(papers(1, "breathing", 11)), year: 1987 },
    );
    const report = await run({ dryRun: true });
    for (const source of report.sources) {
      const { read, added, updated, unchanged, duplicate, rejected, retracted, reasons } = source;
      expect(added + updated + unchanged + duplicate + rejected + retracted).toBe(read);
      expect(Object.values(reasons).reduce((sum, count) => sum + count, 0)).toBe(rejected);
    }
    expect(report.sources[0]).toMatchObject({
      read: 3,
      added: 1,
      rejected: 1,
      retracted: 1,
      reasons: { "no abstract": 1 },
    });
    expect(report.sources[2]?.reasons).toEqual({
      "not about the topic": 1,
      "not one of the article types that are wanted": 1,
      "published outside the years that are searched": 1,
    });
  });

  test("done again finds nothing new, keeps the release, and asks only for what came since", async () => {
    library.holdings.pubmed.push(...papers(5));
    const once = await run();
    const release = currentVersion(dataDir);
    const window = () =>
      library.requests("pubmed", "/esearch").map(({ parameters }) => parameters.get("mindate"));
    expect(window()).toEqual(["2000/01/01"]);
    const again = await run();
    expect(again).toMatchObject({ published: null, added: [], updated: [], from: once.published });
    expect(currentVersion(dataDir)).toBe(release);
    const weekAgo = new Date(Date.now() - 7 * 86_400_000)
      .toISOString()
      .slice(0, 10)
      .replaceAll("-", "/");
    expect(window()).toEqual(["2000/01/01", weekAgo]);
    await run({ since: "2020-05-06" });
    expect(window().at(-1)).toBe("2020/05/06");
  });

  test("for later days only leaves the days before them to the next one", async () => {
    library.holdings.pubmed.push(...papers(5));
    const options = { sources: ["pubmed"] as const };
    expect((await run({ ...options, since: "2022-01-01" })).added).toEqual([]);
    expect((await run(options)).added).toHaveLength(5);
  });

  test("updates an article that its own or a better source tells differently, never with a lesser one", async () => {
    const [paper] = papers(1);
    if (paper === undefined) throw new Error("no paper");
    library.holdings.europepmc.push(paper);
    await run();
    library.holdings.openalex.push({ ...paper, title: `${paper.title}, as OpenAlex has it` });
    expect(await run({ since: "2000-01-01" })).toMatchObject({ published: null });
    library.holdings.pubmed.push({ ...paper, title: `${paper.title}: a correction` });
    const report = await run({ since: "2000-01-01" });
    expect(report.updated.map(({ doi }) => doi)).toEqual([paper.doi]);
    expect((await documentsInUse(dataDir, starter)).get(paper.doi)?.title).toEndWith(
      "a correction",
    );
  });

  test("never replaces a record of ours", async () => {
    const ours = first(starterRecords);
    library.holdings.pubmed.push({ ...first(papers(1)), doi: ours.doi });
    const report = await run({ sources: ["pubmed"] });
    expect(report.sources[0]).toMatchObject({ read: 1, unchanged: 1 });
    expect((await documentsInUse(dataDir, starter)).get(ours.doi)).toEqual(ours);
  });

  test("shows the difference before anything is published", async () => {
    library.holdings.pubmed.push(...papers(2));
    const shown: { added: number; inUse: string | null }[] = [];
    await run({
      onDiff: (report: { added: unknown[] }) =>
        shown.push({ added: report.added.length, inUse: currentVersion(dataDir) }),
    });
    expect(shown.map(({ added }) => added)).toEqual([2]);
    expect(shown[0]?.inUse).not.toBe(currentVersion(dataDir));
  });

  test("as a dry run changes nothing, not even where the next one begins", async () => {
    library.holdings.pubmed.push(...papers(2));
    const report = await run({ dryRun: true });
    expect(report.added).toHaveLength(2);
    expect(report.published).toBeNull();
    expect([...(await documentsInUse(dataDir, starter)).keys()].sort()).toEqual(
      starterRecords.map(({ doi }) => doi).sort(),
    );
    expect(existsSync(join(dataDir, "corpus/refresh/pubmed"))).toBe(false);
    expect((await run()).added).toHaveLength(2);
  });

  test("leaves only its state behind, and none of the pages", async () => {
    library.holdings.openalex.push(...papers(120));
    await run();
    const folder = join(dataDir, "corpus/refresh");
    const left = (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
      name.includes("."),
    );
    expect(left.sort()).toEqual(
      [".lock", ...SOURCES.map((source) => `${source}/breathing/state.json`)].sort(),
    );
    expect(
      readdirSync(join(dataDir, "corpus")).filter((name) => name.startsWith("building-")),
    ).toEqual([]);
  });

  test("reads at most what the strategy says, and counts the rest", async () => {
    library.holdings.openalex.push(...papers(250));
    const [topic] = strategy(["breathing"]);
    if (topic === undefined) throw new Error("no topic");
    const report = await run({
      sources: ["openalex"],
      topics: [{ ...topic, resultsMax: 150 }],
      dryRun: true,
    });
    expect(report.sources[0]).toMatchObject({ read: 200, added: 200, left_out: 50 });
  });

  test("sends the validator of a first page, and takes 304 for an answer", async () => {
    library.etag = '"v1"';
    library.holdings.europepmc.push(...papers(3));
    const options = { sources: ["europepmc"] as const };
    const sent = () =>
      library
        .requests("europepmc")
        .filter(({ parameters }) => parameters.get("cursorMark") === "*")
        .map(({ headers }) => headers.get("if-none-match"));
    await run(options);
    await run(options);
    // The second had another window, and so another question.
    expect(sent()).toEqual([null, null]);
    const report = await run(options);
    expect(sent()).toEqual([null, null, '"v1"']);
    expect(report.sources[0]).toMatchObject({ read: 0, unfinished: 0, failures: [] });
    // A day that is named is read for real.
    await run({ ...options, since: "2000-01-01" });
    await run({ ...options, since: "2000-01-01" });
    expect(sent().slice(3)).toEqual([null, null]);
    expect((await documentsInUse(dataDir, starter)).size).toBe(starterRecords.length + 3);
  });

  test("cuts a search that PubMed does not hand out whole into shorter spans", async () => {
    library.holdings.pubmed.push(...papers(20));
    library.failAlways(
      ({ path, parameters }) => {
        const days =
          Date.parse(parameters.get("maxdate") ?? "") - Date.parse(parameters.get("mindate") ?? "");
        return path === "/esearch.fcgi" && days > 3_000 * 86_400_000;
      },
      () => Response.json({ esearchresult: { count: "25000", webenv: "big", querykey: "1" } }),
    );
    const report = await run({ sources: ["pubmed"], dryRun: true });
    expect(report.sources[0]).toMatchObject({ read: 20, added: 20, left_out: 0, failures: [] });
    expect(
      library
        .requests("pubmed", "/efetch")
        .some(({ parameters }) => parameters.get("WebEnv") === "big"),
    ).toBe(false);
  });
});

describe("retractions and concerns", () => {
  const flagged = starterRecords.slice(0, 2).map(({ doi }) => doi);
  const flag = (doi: string | undefined, notice: "retracted" | "concern") => {
    const paper = library.registered.find((known) => known.doi === doi);
    if (paper === undefined) throw new Error("not registered");
    paper.notice = notice;
  };

  test("take documents of the release in use out of the next one, and are listed", async () => {
    flag(flagged[0], "retracted");
    flag(flagged[1], "concern");
    const report = await run();
    expect(new Map(report.excluded.map(({ doi, kind }) => [doi, kind as string]))).toEqual(
      new Map([
        [flagged[0] ?? "", "retracted"],
        [flagged[1] ?? "", "concern"],
      ]),
    );
    const documents = await documentsInUse(dataDir, starter);
    expect(flagged.filter((doi) => documents.has(doi))).toEqual([]);
    expect(documents.size).toBe(starterRecords.length - 2);
    expect(report.checked).toBe(starterRecords.length);
  });

  test("are found where only one of the two services tells of them", async () => {
    flag(flagged[0], "retracted");
    library.failAlways(
      ({ source, path }) => source === "crossref" && path === "/works",
      () => Response.json({ status: "ok", message: { items: [], "total-results": 0 } }),
    );
    expect((await run({ dryRun: true })).excluded).toMatchObject([
      { doi: flagged[0], found_in: "PubMed" },
    ]);
  });

  test("of an article that was just read keep it out, whichever source knows", async () => {
    const [paper] = papers(1);
    if (paper === undefined) throw new Error("no paper");
    library.holdings.pubmed.push(paper);
    library.holdings.openalex.push({ ...paper, notice: "retracted" });
    const report = await run();
    expect(report.added).toEqual([]);
    expect(report.sources[0]).toMatchObject({ read: 1, added: 0, retracted: 1 });
    expect((await documentsInUse(dataDir, starter)).has(paper.doi)).toBe(false);
  });

  test("that cannot be looked up stop the release; what was read is used by the next run", async () => {
    library.holdings.openalex.push(...papers(3));
    library.failAlways(
      ({ source, parameters }) =>
        source === "crossref" && (parameters.get("filter") ?? "").includes("doi:"),
      () => new Response("down", { status: 503 }),
    );
    await expect(run({ sources: ["openalex"] })).rejects.toThrow(
      /nothing was published.*Crossref: it answered 503/,
    );
    expect((await documentsInUse(dataDir, starter)).size).toBe(starterRecords.length);
    library.faults.length = 0;
    const before = library.requests("openalex").length;
    expect((await run({ sources: ["openalex"] })).added).toHaveLength(3);
    expect(library.requests("openalex")).toHaveLength(before);
  });

  test("are looked up for a DOI whose characters Crossref's filter would misread", async () => {
    const odd = { ...first(papers(1)), doi: "10.1002/(sici)1097:breathing.1,b" };
    library.holdings.openalex.push(odd);
    library.registered.push({ ...odd, notice: "retracted" });
    const report = await run({ sources: ["openalex"] });
    expect(report.sources[0]).toMatchObject({ read: 1, retracted: 1 });
    expect(
      library.requests("crossref", "/works/").map(({ path }) => decodeURIComponent(path)),
    ).toEqual([`/works/${odd.doi}`]);
  });
});
