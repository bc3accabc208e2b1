/**
 * Guarantees of `corpus refresh` when services fail: faults are retried and reported, bad answers
 * are never used, and the corpus is never damaged.
 *
 * @slow it tries each fault of each service
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { currentVersion } from "../../src/library/installed-releases.ts";
import { ensureRelease } from "../../src/library/release-in-use.ts";
import { SOURCES, type SourceName } from "../../src/refresh/source-name.ts";
import { Literature, papers, type Seen } from "./literature.ts";
import { buildStarter, FAST, HurriedClock, refresh, registeredStarter } from "./world.ts";

const home = temporaryFolder("faults");
const dataDir = join(home.path, "data");
/** Two pages of most services. */
const COUNT = 105;
let starter = "";
let library: Literature;
beforeAll(async () => {
  starter = await buildStarter(join(home.path, "starter"));
  await ensureRelease(dataDir, starter);
});
afterAll(() => home.remove());
beforeEach(() => {
  library = new Literature();
  library.registered.push(...registeredStarter());
  for (const source of SOURCES) library.holdings[source].push(...papers(COUNT));
});
afterEach(() => library.stop());

/** Nothing is kept between the tests: they are dry runs, but those with a folder of their own. */
const dry = (more = {}) =>
  refresh({ dataDir, starter, mirror: library.url, dryRun: true, ...more });

/** A request for a page of records behind the first request of its source. */
const isLaterPage = ({ source, path, parameters }: Seen): boolean =>
  source === "pubmed"
    ? path === "/efetch.fcgi" && parameters.has("WebEnv")
    : (parameters.get("cursor") ?? parameters.get("cursorMark") ?? "*") !== "*";

const headersOf = (source: SourceName) => ({
  "content-type": source === "pubmed" ? "text/xml; charset=UTF-8" : "application/json",
});

async function cutShort(seen: Seen): Promise<Response> {
  const whole = await library.protocol(seen).text();
  return new Response(whole.slice(0, Math.floor(whole.length * 0.7)), {
    headers: headersOf(seen.source),
  });
}

function endless({ source }: Seen): Response {
  const piece = new TextEncoder().encode(" ".repeat(1 << 18));
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(piece) });
  return new Response(body, { headers: headersOf(source) });
}

const FAULTS: Record<string, { answer(seen: Seen): Response | Promise<Response>; told: RegExp }> = {
  "an error": { answer: () => new Response("oops", { status: 500 }), told: /answered 500/ },
  "too many requests": {
    answer: () => new Response("slow down", { status: 429, headers: { "retry-after": "3" } }),
    told: /answered 429/,
  },
  "no answer in time": {
    answer: () => Bun.sleep(300).then(() => new Response("late")),
    told: /no complete answer/,
  },
  "half a body": { answer: cutShort, told: /damaged|cut off/ },
  "a body without end": { answer: endless, told: /larger than|no complete answer/ },
  "a web page": {
    answer: () =>
      new Response("<html>maintenance</html>", { headers: { "content-type": "text/html" } }),
    told: /should be/,
  },
  "another document": {
    answer: ({ source }) =>
      new Response(source === "pubmed" ? "<a><b/></a>" : '{"message":"hello"}', {
        headers: headersOf(source),
      }),
    told: /it is not a/,
  },
  "text that is not UTF-8": {
    answer: ({ source }) =>
      new Response(new Uint8Array([0x7b, 0x22, 0xff, 0xfe]), { headers: headersOf(source) }),
    told: /not UTF-8/,
  },
};

/**
 * What is the same for every service is tried with two of them, what each reads for itself with
 * all.
 */
const BODY_FAULTS = new Set(["half a body", "another document"]);
const faultsOf = (source: SourceName) =>
  Object.entries(FAULTS).filter(
    ([name]) => source === "pubmed" || source === "openalex" || BODY_FAULTS.has(name),
  );

/** Waits in earnest only where waiting is the point. */
const patience = (name: string) =>
  name === "no answer in time" ? { limits: () => ({ ...FAST, timeout_ms: 120 }) } : {};

describe.each(SOURCES.map((source) => [source] as const))("%s", (source) => {
  test("that fails once in every way is read to its end", async () => {
    for (const [name, { answer }] of faultsOf(source)) {
      library.seen.length = 0;
      library.failOnce((seen) => seen.source === source && isLaterPage(seen), answer);
      const report = await dry({ sources: [source], ...patience(name) });
      expect([name, library.faults.length]).toEqual([name, 0]);
      expect([name, report.sources[0]]).toMatchObject([
        name,
        { read: COUNT, added: COUNT, failures: [], unfinished: 0 },
      ]);
    }
  });

  test("that keeps failing is left after its tries, and told in one line; the others are read", async () => {
    for (const [name, { answer, told }] of faultsOf(source)) {
      library.faults.length = 0;
      library.seen.length = 0;
      library.failAlways((seen) => seen.source === source && isLaterPage(seen), answer);
      const report = await dry({
        sources: name === "half a body" ? SOURCES : [source],
        ...patience(name),
      });
      const failed = report.sources.find((each) => each.source === source);
      expect([name, failed?.failures]).toEqual([name, [expect.stringMatching(told)]]);
      expect(failed?.failures[0]).toMatch(/\(3 tries\) \(topic breathing\)$/);
      expect(failed?.failures[0]).not.toContain("\n");
      expect(failed).toMatchObject({ read: 0, unfinished: 1 });
      expect(library.requests(source).filter(isLaterPage)).toHaveLength(FAST.attempts_max);
      const others = report.sources.filter((each) => each.source !== source);
      expect(others.every(({ read, unfinished }) => read === COUNT && unfinished === 0)).toBe(true);
    }
  }, 20_000);
});

describe("what a service asks for", () => {
  const limited = (retryAfter: string) => () =>
    new Response("", { status: 429, headers: { "retry-after": retryAfter } });
  const isOpenAlex = ({ source }: Seen) => source === "openalex";

  test("as a pause in seconds or until a date is given", async () => {
    for (const header of ["7", new Date(Date.now() + 9_000).toUTCString()]) {
      const clock = new HurriedClock();
      library.failOnce(isOpenAlex, limited(header));
      await dry({ sources: ["openalex"], clock });
      expect(clock.pauses.filter((ms) => ms >= 6_900 && ms <= 9_000)).toHaveLength(1);
    }
  });

  test("as a pause that is too long ends the reading of that source at once", async () => {
    library.failAlways(isOpenAlex, limited("86400"));
    const report = await dry({ sources: ["openalex"] });
    expect(report.sources[0]?.failures[0]).toContain("asks to come back in 86400 s");
    expect(library.requests("openalex")).toHaveLength(1);
  });

  test("as a redirect is done on the same host, and refused to any other", async () => {
    const elsewhere = new Literature();
    try {
      library.failOnce(
        isOpenAlex,
        () => new Response(null, { status: 302, headers: { location: "/openalex/moved" } }),
      );
      expect((await dry({ sources: ["openalex"] })).sources[0]).toMatchObject({ failures: [] });
      expect(library.requests("openalex", "/moved")).toHaveLength(1);
      for (const location of [
        `${elsewhere.url}openalex/works`,
        "https://example.org/",
        "file:///etc/passwd",
        "//x",
      ]) {
        library.faults.length = 0;
        library.failAlways(
          isOpenAlex,
          () => new Response(null, { status: 307, headers: { location } }),
        );
        const report = await dry({ sources: ["openalex"] });
        expect(report.sources[0]?.failures[0]).toContain("another host");
      }
      expect(elsewhere.seen).toEqual([]);
    } finally {
      await elsewhere.stop();
    }
  });

  test("never shows a key in what is told or kept", async () => {
    library.failAlways(isOpenAlex, () => new Response("", { status: 401 }));
    const report = await dry({ sources: ["openalex"], keys: { pubmed: null, openalex: "s3cret" } });
    expect(report.sources[0]?.failures[0]).toMatch(
      /OpenAlex: it answered 401: .* PHASEWISE_OPENALEX_KEY \(topic breathing\)/,
    );
    expect(JSON.stringify(report)).not.toContain("s3cret");
  });

  test("is not taken from a connection that breaks off in the middle of a body", async () => {
    let connections = 0;
    const broken = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        data(socket) {
          connections++;
          socket.end(
            'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"meta":{"count":',
          );
        },
      },
    });
    try {
      const report = await dry({
        sources: ["openalex"],
        mirror: new URL(`http://127.0.0.1:${broken.port}`),
      }).catch(String);
      // Crossref cannot be asked for retractions there either.
      expect(report).toContain("nothing was published");
      expect(report).toContain("the connection failed");
      expect(connections).toBe(2 * FAST.attempts_max);
    } finally {
      broken.stop(true);
    }
  });

  test("is refused where it is not encrypted", async () => {
    const report = await dry({ sources: ["openalex"], mirror: new URL("http://192.0.2.1/") }).catch(
      String,
    );
    expect(report).toContain("the address is not https");
  });
});

describe("a position that is lost", () => {
  test("on PubMed's history server is searched for again, without loss", async () => {
    library.holdings.pubmed.push(...papers(COUNT, "breathing", COUNT + 1));
    library.failOnce(
      ({ parameters }) => parameters.get("retstart") === "200",
      (seen) => {
        library.history.clear();
        return library.protocol(seen);
      },
    );
    const report = await dry({ sources: ["pubmed"] });
    expect(report.sources[0]).toMatchObject({ added: 2 * COUNT, failures: [] });
  });

  const gone: Record<string, (seen: Seen) => Response> = {
    "an error": () => new Response("no such cursor", { status: 404 }),
    "an empty page": ({ source }) =>
      Response.json(
        source === "crossref"
          ? { status: "ok", message: { "total-results": COUNT, "next-cursor": "x", items: [] } }
          : { meta: { count: COUNT, next_cursor: null }, results: [] },
      ),
  };
  test.each(["crossref", "openalex"] as const)(
    "at %s by the next run is read from the beginning",
    async (source) => {
      // What came with the first page of a run that was not published says nothing about the next
      // run.
      library.etag = '"v1"';
      for (const [name, answer] of Object.entries(gone)) {
        const own = join(home.path, `${source}-${name}`);
        const run = () =>
          refresh({ dataDir: own, starter, mirror: library.url, sources: [source] });
        library.failAlways(isLaterPage, () => new Response("", { status: 503 }));
        expect((await run()).sources[0]).toMatchObject({ unfinished: 1 });
        library.faults.length = 0;
        library.failOnce(isLaterPage, answer);
        expect((await run()).sources[0]).toMatchObject({ read: COUNT, added: COUNT, failures: [] });
      }
    },
  );

  test("that answers with errors run after run is given up for the beginning", async () => {
    const own = join(home.path, "stuck");
    const run = () =>
      refresh({ dataDir: own, starter, mirror: library.url, sources: ["crossref"] });
    library.failAlways(
      ({ source, parameters }) => source === "crossref" && parameters.get("cursor") === "AoJ100",
      () => new Response("", { status: 500 }),
    );
    const firstPages = () =>
      library.requests("crossref").filter(({ parameters }) => parameters.get("cursor") === "*")
        .length;
    await run();
    await run();
    expect(firstPages()).toBe(1);
    await run();
    expect(firstPages()).toBe(2);
    expect(currentVersion(own)).toBe(currentVersion(dataDir));
  });
});
