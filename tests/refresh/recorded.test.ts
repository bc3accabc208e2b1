/**
 * Guarantee: answers of the services can be read. Made-up ones are in the tree. The recorded ones
 * are not part of the project; without them their tests are skipped.
 */
import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import type { SourceName } from "../../src/refresh/source-name.ts";
import { parseStrategy } from "../../src/refresh/strategy.ts";
import { ANSWERS } from "../ingest/formats/made-up-exports.ts";
import { SHARED } from "../support/shared.ts";
import { Literature } from "./literature.ts";
import { buildStarter, refresh, registeredStarter } from "./world.ts";

const samples = join(SHARED, "bibliographic-samples");
const isThere = existsSync(samples);

const home = temporaryFolder("recorded");
let library: Literature;
afterAll(() => home.remove());
beforeEach(() => {
  library = new Literature();
  library.registered.push(...registeredStarter());
});
afterEach(() => library.stop());

/** A topic as wide as the recorded searches were. */
const topics = parseStrategy(
  `format: 1
published: { from: 1990-01-01 }
languages: [en]
article_types: [journal article]
results_max: 1
groups: { wide: [language models, breathing, and, the, for] }
topics: [{ id: recorded, title: Recorded, all: [wide] }]`,
  "recorded.yaml",
);

const XML = "text/xml; charset=UTF-8";
const JSON_TYPE = "application/json";
const recorded: [SourceName, string, string][] = [
  ["pubmed", "pubmed_xml/efetch-39789012.xml", XML],
  ["pubmed", "pubmed_xml/pubmed-29768149.xml", XML],
  ["crossref", "crossref_json/crossref-1.json", JSON_TYPE],
  ["openalex", "openalex_json/openalex-1.json", JSON_TYPE],
];
const madeUp: [SourceName, string, string][] = [
  ["pubmed", ANSWERS.pubmed, XML],
  ["crossref", ANSWERS.crossref, JSON_TYPE],
  ["openalex", ANSWERS.openalex, JSON_TYPE],
];

test.each(madeUp)("a made-up answer of %s", requireReadable);
if (!isThere) test.skip(`recorded answers: ${samples} is not there`, () => undefined);
else
  test.each(recorded)("%s as in %s", (source, file, type) =>
    requireReadable(source, readFileSync(join(samples, file)), type),
  );

async function requireReadable(source: SourceName, body: string | Uint8Array, type: string) {
  const starter = await buildStarter(join(home.path, "starter"));
  library.failAlways(
    ({ path }) => path === "/esearch.fcgi",
    () => Response.json({ esearchresult: { count: "1", webenv: "w", querykey: "1" } }),
  );
  library.failOnce(
    (seen) => seen.source === source && seen.path !== "/esearch.fcgi",
    () => new Response(body, { headers: { "content-type": type } }),
  );
  const report = await refresh({
    dataDir: join(home.path, "data"),
    starter,
    mirror: library.url,
    topics,
    sources: [source],
    dryRun: true,
  });
  expect(report.sources[0]).toMatchObject({ failures: [], unfinished: 0 });
  expect(report.added.length).toBeGreaterThan(0);
  expect(report.added.every(({ doi, title }) => doi.startsWith("10.") && title.length > 10)).toBe(
    true,
  );
}
