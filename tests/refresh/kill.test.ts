/**
 * Guarantee: a refresh that is killed or interrupted at any moment continues without loss and
 * without duplicates.
 *
 * @slow it starts programs
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { SOURCES } from "../../src/refresh/source-name.ts";
import { Literature, papers, type Seen } from "./literature.ts";
import {
  buildStarter,
  documentsInUse,
  refresh,
  registeredStarter,
  starterRecords,
} from "./world.ts";

const home = temporaryFolder("kill");
let starter = "";
let library: Literature;
const breathing = papers(220);
const caffeine = papers(30, "caffeine");
beforeAll(async () => {
  starter = await buildStarter(join(home.path, "starter"));
});
afterAll(() => home.remove());
beforeEach(() => {
  library = new Literature();
  library.registered.push(...registeredStarter());
  library.holdings.pubmed.push(...breathing.slice(0, 215), ...caffeine);
  library.holdings.openalex.push(...breathing, ...caffeine);
  library.holdings.crossref.push(...breathing.slice(0, 150));
});
afterEach(() => library.stop());

const expected = [...breathing, ...caffeine, ...starterRecords].map(({ doi }) => doi).sort();

function start(dataDir: string) {
  return Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, "child.ts"),
      dataDir,
      starter,
      library.url.href,
      "breathing",
      "caffeine",
    ],
    { env: {}, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  );
}

/** Kills the child when it sends a request like that; resolves to whether it came so far. */
async function killAt(dataDir: string, moment: (seen: Seen) => boolean): Promise<boolean> {
  const child = start(dataDir);
  library.failAlways(moment, (seen) => {
    child.kill("SIGKILL");
    return library.protocol(seen);
  });
  await child.exited;
  library.faults.length = 0;
  return child.signalCode === "SIGKILL";
}

function requestNumber(n: number): () => boolean {
  let count = 0;
  return () => ++count >= n;
}

const MOMENTS: Record<string, (seen: Seen) => boolean> = {
  "the second request": requestNumber(2),
  "the fourth request": requestNumber(4),
  "the last page": ({ source, parameters }) =>
    source === "openalex" && parameters.get("cursor") === "AoJ200",
  "the first look-up": ({ parameters }) => parameters.get("filter")?.startsWith("doi:") === true,
  "the last look-up": ({ parameters }) =>
    parameters.get("id")?.split(",").length === expected.length - 200,
};

const pageOf = ({ source, path, parameters }: Seen) =>
  [
    source,
    path,
    parameters.get("query.bibliographic"),
    parameters.get("filter"),
    parameters.get("cursor"),
  ].join(" ");

test("killed while it builds the release", async () => {
  const dataDir = join(home.path, "building");
  const child = start(dataDir);
  const isBuilding = () => {
    const root = join(dataDir, "corpus");
    const buildFolder = existsSync(root)
      ? readdirSync(root).find((name) => name.startsWith("building-"))
      : undefined;
    const inside = buildFolder === undefined ? [] : readdirSync(join(root, buildFolder));
    return inside.some((name) => name.startsWith("building-"));
  };
  while (child.exitCode === null && !isBuilding()) await Bun.sleep(1);
  child.kill("SIGKILL");
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  expect((await documentsInUse(dataDir, starter)).size).toBe(starterRecords.length);
  const before = library.requests("openalex").length;
  const next = start(dataDir);
  expect(await next.exited).toBe(0);
  expect([...(await documentsInUse(dataDir, starter)).keys()].sort()).toEqual(expected);
  expect(library.requests("openalex")).toHaveLength(before);
}, 30_000);

test("killed again and again, while reading and while looking up", async () => {
  const dataDir = join(home.path, "again");
  for (const [name, moment] of Object.entries(MOMENTS)) {
    expect([name, await killAt(dataDir, moment)]).toEqual([name, true]);
  }
  // Whatever was going on, the corpus in use is the old one, whole.
  expect((await documentsInUse(dataDir, starter)).size).toBe(starterRecords.length);
  const child = start(dataDir);
  const report = JSON.parse(await new Response(child.stdout).text());
  expect(await child.exited).toBe(0);
  expect(report.sources.map(({ failures }: { failures: string[] }) => failures)).toEqual([
    [],
    [],
    [],
    [],
  ]);
  expect([...(await documentsInUse(dataDir, starter)).keys()].sort()).toEqual(expected);
  // A page that was kept is not asked for again; at most the one of the moment of death is.
  const pages = library.requests("openalex").map(pageOf);
  const asked = new Map<string, number>();
  for (const page of pages) asked.set(page, (asked.get(page) ?? 0) + 1);
  expect(asked.size).toBe(4);
  expect(pages.length).toBeLessThanOrEqual(asked.size + 3);
  expect(
    readdirSync(join(dataDir, "corpus")).filter((name) => name.startsWith("building-")),
  ).toEqual([]);
}, 30_000);

test("interrupted, it ends with the reason, and the next one reads the rest", async () => {
  const dataDir = join(home.path, "interrupted");
  const controller = new AbortController();
  library.failOnce(
    ({ parameters }) => parameters.get("cursor") === "AoJ100",
    (seen) => {
      controller.abort(new Error("interrupted by the operator"));
      return library.protocol(seen);
    },
  );
  const options = { dataDir, starter, mirror: library.url, sources: ["openalex"] as const };
  await expect(refresh({ ...options, signal: controller.signal })).rejects.toThrow(
    "interrupted by the operator",
  );
  const before = library.requests("openalex").length;
  expect((await refresh(options)).sources[0]).toMatchObject({ read: 220, added: 220 });
  expect(library.requests("openalex").length - before).toBeLessThanOrEqual(2);
});

test("only one refresh is at work on a data directory", async () => {
  const dataDir = join(home.path, "two");
  const options = { dataDir, starter, mirror: library.url, sources: ["openalex"] as const };
  const both = await Promise.allSettled([refresh(options), refresh(options)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(String(both.find((each) => each.status === "rejected")?.reason)).toContain(
    "another refresh is running",
  );
  expect(SOURCES.length).toBe(4);
});
