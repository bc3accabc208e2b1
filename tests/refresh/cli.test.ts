/**
 * Guarantees of the command line of `corpus refresh`: without a contact it asks no service, and ^C
 * ends it in order.
 *
 * @slow it starts the program
 */
import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { run, SOURCE } from "../support/program.ts";
import { Literature, papers } from "./literature.ts";

const home = temporaryFolder("refresh-cli");
let number = 0;
let dataDir = "";
let library: Literature;
afterAll(() => home.remove());
beforeEach(() => {
  library = new Literature();
  dataDir = join(home.path, `data-${++number}`);
});
afterEach(() => library.stop());

const words = (...more: string[]) => [
  ...SOURCE,
  "corpus",
  "refresh",
  "--data-dir",
  dataDir,
  "--literature-mirror",
  library.url.href,
  ...more,
];
const known = ["--contact", "tester@example.org"];

test("what cannot be understood is told in one line with exit 2, and nobody is asked", async () => {
  writeFileSync(join(home.path, "mine.yaml"), "format: 1\n");
  const wrong: [string[], number, RegExp][] = [
    [[], 2, /needs --contact EMAIL/],
    [["--contact", "nobody"], 2, /--contact must be an e-mail address/],
    [[...known, "--since", "2026-02-30"], 2, /--since must be a past day/],
    [[...known, "--since", "2999-01-01"], 2, /--since must be a past day/],
    [
      [...known, "--source", "arxiv"],
      2,
      /--source must be one of pubmed, europepmc, crossref, openalex/,
    ],
    [[...known, "--topic", "knitting"], 2, /no topic "knitting"/],
    [
      [...known, "--literature-mirror", "http://example.org/"],
      2,
      /--literature-mirror must be an https address/,
    ],
    [[...known, "--strategy", join(home.path, "none.yaml")], 1, /none\.yaml cannot be read/],
    [[...known, "--strategy", join(home.path, "mine.yaml")], 1, /mine\.yaml: /],
  ];
  const outcomes = await Promise.all(wrong.map(([more]) => run(words(...more))));
  for (const [i, { code, stdout, stderr }] of outcomes.entries()) {
    const [, expected, told] = wrong[i] ?? [];
    expect([stderr, code, stdout]).toEqual([expect.stringMatching(told ?? /^$/), expected, ""]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  }
  expect(library.seen).toEqual([]);
  expect(existsSync(dataDir)).toBe(false);
});

test("refused by the services it ends with one line, exit 1, and the corpus as it was", async () => {
  library.failAlways(
    () => true,
    () => new Response("", { status: 401 }),
  );
  const { code, stdout, stderr } = await run(words(...known, "--topic", "naps", "--json"));
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(
    /^nothing was published, because retractions could not be looked up: Crossref: it answered 401\n$/,
  );
});

test("interrupted while it reads, it says what became of the work", async () => {
  library.holdings.openalex.push(...papers(250));
  const child = Bun.spawn(words(...known, "--source", "openalex", "--topic", "slow-breathing"), {
    cwd: "/",
    env: {},
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  library.failOnce(
    ({ parameters }) => parameters.get("cursor") === "AoJ100",
    () => {
      child.kill("SIGINT");
      return new Promise<Response>(() => undefined);
    },
  );
  expect(await child.exited).toBe(1);
  expect(await new Response(child.stderr).text()).toMatch(
    /^interrupted: the corpus is as it was, .* run it again/,
  );
  expect(await new Response(child.stdout).text()).toBe("");
  expect(existsSync(join(dataDir, "corpus/refresh/openalex/slow-breathing/page-000001.json"))).toBe(
    true,
  );
});
