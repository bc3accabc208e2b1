/**
 * Guarantees of `corpus import`, `diff` and `rollback`: an import is complete or changes nothing,
 * our records have precedence, and an earlier release can be restored.
 *
 * @slow it starts the program
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { OperatorError } from "../../src/contract/error.ts";
import { type ImportReport, importFiles } from "../../src/library/import.ts";
import { openRuntime } from "../../src/native/assets.ts";
import { embeddersOnDemand } from "../../src/service/embedders.ts";
import { nbib } from "../support/medline.ts";
import { SOURCE } from "../support/program.ts";
import { corpus, corpusJson, samples, writeNbib } from "./samples.ts";
import { smallCorpus } from "./small-corpus.ts";

const folder = temporaryFolder("import");
const fresh = join(folder.path, "fresh");
const data = join(folder.path, "data");
/** The version of the bundled starter; `base` is what the imports add to. */
let starter = "";
afterAll(() => folder.remove());

interface Status {
  version: string;
  documents: number;
  evidence_records: number;
  articles: number;
  passages: number;
  releases: string[];
  coverage: { cell: string; records: number; target: number }[];
}
const status = () => corpusJson<Status>(data, "status");
const names = () => readdirSync(join(data, "corpus")).sort();

let base: Status;
beforeAll(async () => {
  starter = (await smallCorpus(fresh)).starter;
  cpSync(fresh, data, { recursive: true });
  base = await status();
});

describe("importing", () => {
  test("a dry run reports and changes nothing", async () => {
    const before = names();
    const file = writeNbib(folder.path, "dry.nbib", samples(3));
    const report = await corpusJson<ImportReport>(data, "import", file, "--dry-run");
    expect(report.files).toMatchObject([
      { read: 3, added: 3, updated: 0, unchanged: 0, rejected: 0 },
    ]);
    expect(report.published).toBeNull();
    expect((await status()).version).toBe(base.version);
    expect(names()).toEqual(before);
  });

  test("articles stand beside the evidence records, are found, and are verified", async () => {
    const file = writeNbib(folder.path, "walks.nbib", samples(6));
    const report = await corpusJson<ImportReport>(data, "import", file);
    expect(report.files).toMatchObject([
      { file: "walks.nbib", read: 6, added: 6, rejected: 0, refused: null },
    ]);
    expect(report.from).toBe(base.version);
    const now = await status();
    expect(now.version).toBe(String(report.published));
    expect(now).toMatchObject({
      evidence_records: base.documents,
      articles: 6,
      documents: base.documents + 6,
    });
    expect(now.passages).toBeGreaterThanOrEqual(base.passages + 6);
    // Articles are no evidence records: they do not count towards coverage.
    expect(now.coverage).toEqual(base.coverage);
    const hits = await corpusJson<{ doi: string; passage: string }[]>(
      data,
      "search",
      "evening walks and heart rate variability at night",
    );
    // Records of ours on the same subject may stand before them.
    expect(hits.slice(0, 3).some(({ doi }) => doi.startsWith("10.5555/walk."))).toBe(true);
    expect(new Set(hits.map((hit) => hit.passage)).size).toBe(hits.length);
    expect((await corpus(data, "verify")).code).toBe(0);
  });

  test("a search that is explained tells what either encoder says of each guidance entry", async () => {
    const words = ["search", "does wine in the evening lower my HRV", "--top", "3", "--explain"];
    const { guidance, records } = await corpusJson<{
      guidance: { id: string; answers: number; cosine: number; reader: number }[];
      records: unknown[];
    }>(data, ...words);
    expect([guidance.length, records.length]).toEqual([3, 3]);
    for (const { answers, cosine, reader } of guidance) {
      expect(answers).toBeWithin(0, 1.000_01);
      for (const each of [cosine, reader]) expect(each).toBeWithin(-1.000_01, 1.000_01);
      // Two encoders, two cosines.
      expect(cosine).not.toBe(reader);
    }
    expect(guidance.map(({ answers }) => answers)).toEqual(
      guidance.map(({ answers }) => answers).toSorted((a, b) => b - a),
    );
    const { stdout } = await corpus(data, ...words);
    expect(stdout.split("\n", 1)[0]?.split(/\s+/)).toEqual([
      "answers",
      "cosine",
      "reader",
      "guidance",
      "question",
    ]);
  });

  test("the same file again, packed or not, is no new release; a changed article is updated", async () => {
    const before = await status();
    const packed = join(folder.path, "walks-again.nbib.gz");
    writeFileSync(packed, gzipSync(nbib(samples(6))));
    const again = await corpusJson<ImportReport>(data, "import", packed);
    expect(again.files[0]).toMatchObject({ read: 6, unchanged: 6 });
    expect(again.published).toBeNull();
    const [first, ...rest] = samples(6);
    if (first === undefined) throw new Error("no samples");
    const file = writeNbib(folder.path, "newer.nbib", [{ ...first, year: 2024 }, ...rest]);
    const newer = await corpusJson<ImportReport>(data, "import", file);
    expect(newer.files[0]).toMatchObject({ read: 6, updated: 1, unchanged: 5, added: 0 });
    const diff = await corpusJson<object>(data, "diff", before.version, "current");
    expect(diff).toMatchObject({
      added: [],
      removed: [],
      changed: [{ doi: first.doi, members: ["year"] }],
      unchanged: before.documents - 1,
    });
  });

  test("the same content has the same name, in whatever order it came", async () => {
    const elsewhere = join(folder.path, "elsewhere");
    const other = join(folder.path, "other");
    for (const place of [elsewhere, other]) cpSync(fresh, place, { recursive: true });
    const one = writeNbib(folder.path, "one.nbib", samples(2, 101));
    const two = writeNbib(folder.path, "two.nbib", samples(2, 103));
    const there = await corpusJson<ImportReport>(elsewhere, "import", one, two);
    await corpusJson<ImportReport>(other, "import", two);
    const here = await corpusJson<ImportReport>(other, "import", one);
    expect(here.published).toBe(String(there.published));
  });

  test("an evidence record of ours is never replaced by an article, and its reader is told", async () => {
    const [line = ""] = readFileSync(
      join(data, "corpus", base.version, "records.ndjson"),
      "utf8",
    ).split("\n");
    const ours = JSON.parse(line) as { doi: string };
    const before = await status();
    const file = writeNbib(folder.path, "theirs.nbib", [
      { doi: ours.doi, title: "Something else altogether" },
    ]);
    const report = await corpusJson<ImportReport>(data, "import", file);
    expect(report.files[0]).toMatchObject({ read: 1, rejected: 1, added: 0, updated: 0 });
    expect(report.files[0]?.reasons[0]?.reason).toContain("evidence record");
    expect((await status()).version).toBe(before.version);
  });

  test("research that was retracted is never added, and what the corpus had of it is taken out", async () => {
    const [sample] = samples(1);
    if (sample === undefined) throw new Error("no samples");
    const types = ["Journal Article", "Retracted Publication"];
    const file = writeNbib(folder.path, "retracted.nbib", [
      { ...sample, types },
      { ...sample, doi: "10.5555/never-here", types },
    ]);
    const report = await corpusJson<ImportReport>(data, "import", file);
    expect(report.files[0]).toMatchObject({ read: 2, withdrawn: 1, rejected: 1, added: 0 });
    const diff = await corpusJson<{ removed: { doi: string }[] }>(
      data,
      "diff",
      report.from,
      "current",
    );
    expect(diff.removed.map(({ doi }) => doi)).toEqual([sample.doi]);
  });

  test("what one file says was retracted no other file of the import brings in, whichever comes first", async () => {
    const [sample] = samples(1, 301);
    if (sample === undefined) throw new Error("no samples");
    const plain = writeNbib(folder.path, "plain.nbib", [sample]);
    const types = ["Retracted Publication"];
    const retracted = writeNbib(folder.path, "later-retracted.nbib", [{ ...sample, types }]);
    const before = await status();
    const after = await corpusJson<ImportReport>(data, "import", plain, retracted);
    expect(after.files).toMatchObject([{ added: 1 }, { withdrawn: 1 }]);
    expect(after.published).toBeNull();
    const first = await corpusJson<ImportReport>(data, "import", retracted, plain);
    expect(first.files).toMatchObject([{ rejected: 1 }, { rejected: 1 }]);
    expect(first.files[1]?.reasons).toEqual([
      { place: `plain.nbib (${sample.doi})`, reason: `${sample.doi} was retracted` },
    ]);
    expect(first.published).toBeNull();
    expect((await status()).version).toBe(before.version);
  });

  test("a retraction takes an evidence record out, though it comes without an abstract", async () => {
    const elsewhere = join(folder.path, "flagged");
    cpSync(fresh, elsewhere, { recursive: true });
    const [line = ""] = readFileSync(
      join(data, "corpus", base.version, "records.ndjson"),
      "utf8",
    ).split("\n");
    const { doi } = JSON.parse(line) as { doi: string };
    const file = join(folder.path, "flagged.json");
    writeFileSync(
      file,
      JSON.stringify([
        { id: "https://openalex.org/W1", doi, abstract_inverted_index: null, is_retracted: true },
      ]),
    );
    const report = await corpusJson<ImportReport>(elsewhere, "import", file, "--dry-run");
    expect(report.files).toMatchObject([{ read: 1, withdrawn: 1, rejected: 0 }]);
  });

  test("where more is left out than the report names, it says how much of it --json names", async () => {
    const file = join(folder.path, "nothing.bib");
    writeFileSync(
      file,
      Array.from({ length: 10_050 }, (_, i) => `@misc{k${i}, title={x}}\n`).join(""),
    );
    const { stdout } = await corpus(data, "import", file, "--dry-run");
    expect(stdout).toContain("… and 10030 more: --json names the first 10000\n");
  });

  test("one bad file refuses all of them, with one line that names it", async () => {
    const before = names();
    const good = writeNbib(folder.path, "good.nbib", samples(2, 201));
    const bad = join(folder.path, "../../etc/../escape.nbib");
    const binary = join(folder.path, "binary.ris");
    writeFileSync(binary, Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 131) % 251)));
    const bomb = join(folder.path, "laughs.xml");
    writeFileSync(
      bomb,
      '<?xml version="1.0"?><!DOCTYPE PubmedArticleSet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><PubmedArticleSet>&b;</PubmedArticleSet>',
    );
    const cut = join(folder.path, "cut.nbib.gz");
    writeFileSync(cut, gzipSync(nbib(samples(50))).subarray(0, 300));
    for (const hostile of [bad, binary, bomb, cut]) {
      const outcome = await corpus(data, "import", good, hostile);
      expect(outcome.code).toBe(1);
      expect(outcome.stderr.trim().split("\n").length).toBe(1);
      expect(outcome.stderr).toMatch(
        /nothing was imported: (escape\.nbib|binary\.ris|laughs\.xml|cut\.nbib\.gz)/,
      );
    }
    expect(names()).toEqual(before);
  });

  test("a wrong format is a usage error", async () => {
    const outcome = await corpus(data, "import", "x.nbib", "--format", "word");
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain("--format");
  });
});

describe("going back", () => {
  test("to a version by its beginning, to the starter, and not to what is not there", async () => {
    const now = await status();
    const back = await corpusJson<{ from: string; version: string }>(data, "rollback", "starter");
    expect(back).toEqual({ from: now.version, version: starter });
    expect((await status()).version).toBe(starter);
    await corpusJson(data, "rollback", now.version.slice(0, 14));
    expect((await status()).version).toBe(now.version);
    const outcome = await corpus(data, "rollback", "corpus-0000");
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("corpus status lists them");
  });

  test("a damaged release is refused and the one in use stays", async () => {
    const now = await status();
    const other = now.releases.find((version) => version !== now.version && version !== starter);
    if (other === undefined) throw new Error("no third release");
    const path = join(data, "corpus", other, "records.ndjson");
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(1));
    const outcome = await corpus(data, "rollback", other);
    writeFileSync(path, bytes);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("records.ndjson");
    expect((await status()).version).toBe(now.version);
  });
});

describe("an import that is ended", () => {
  const file = join(folder.path, "many.nbib");
  beforeAll(() => writeFileSync(file, nbib(samples(400, 1001))));

  async function endedAfter(ms: number, signal: NodeJS.Signals): Promise<string> {
    const child = Bun.spawn([...SOURCE, "corpus", "import", file, "--data-dir", data], {
      env: {},
      stdout: "ignore",
      stderr: "pipe",
    });
    await Bun.sleep(ms);
    child.kill(signal);
    await child.exited;
    return new Response(child.stderr).text();
  }

  /** Kills an import so long after it has begun to build. */
  async function killedAtWork(ms: number): Promise<void> {
    const child = Bun.spawn([...SOURCE, "corpus", "import", file, "--data-dir", data], {
      env: {},
      stdio: ["ignore", "ignore", "ignore"],
    });
    while (child.exitCode === null && !isBuilding()) await Bun.sleep(5);
    await Bun.sleep(ms);
    child.kill("SIGKILL");
    await child.exited;
  }

  function isBuilding(): boolean {
    return names().some((name) => name.startsWith("building-"));
  }

  test("by kill -9 at any moment leaves the old release in use, whole, and nothing half-imported", async () => {
    const before = await status();
    let caughtAtWork = 0;
    const kills = [
      () => endedAfter(150, "SIGKILL"),
      ...[0, 100, 400, 900].map((ms) => () => killedAtWork(ms)),
    ];
    for (const kill of kills) {
      await kill();
      if (isBuilding()) caughtAtWork++;
      const verified = await corpus(data, "verify");
      expect(verified.code).toBe(0);
      expect(isBuilding()).toBe(false);
      const now = await status();
      // A machine fast enough may have finished; then the new release is whole.
      expect([before.documents, before.documents + 400]).toContain(now.documents);
      if (now.documents !== before.documents) await corpusJson(data, "rollback", before.version);
    }
    expect((await status()).version).toBe(before.version);
    expect(caughtAtWork).toBeGreaterThan(0);
  });

  test("by ^C says so in one line and clears up by itself", async () => {
    const before = await status();
    const said = await endedAfter(700, "SIGINT");
    expect(names().filter((name) => name.startsWith("building-"))).toEqual([]);
    if (said !== "") expect(said).toBe("interrupted: nothing was imported\n");
    else await corpusJson(data, "rollback", before.version);
    expect((await status()).version).toBe(before.version);
  });

  test("while a file is read is an interruption, not a fault of that file", async () => {
    const stop = new AbortController();
    const path = writeNbib(folder.path, "stopped.nbib", samples(3));
    const { starter: bundled, models } = await openRuntime(join(folder.path, "stopped"));
    const reading = importFiles([path], {
      dataDir: join(folder.path, "stopped"),
      starter: bundled,
      dryRun: false,
      signal: stop.signal,
      embedders: embeddersOnDemand(models, { inferenceThreads: 1 }),
      onProgress: () => stop.abort(new OperatorError("interrupted: nothing was imported")),
    });
    await expect(reading).rejects.toThrow(/^interrupted: nothing was imported$/);
  });

  test("two at once: one of them is asked to come back later", async () => {
    const outcomes = await Promise.all([
      corpus(data, "import", file),
      corpus(data, "import", file),
    ]);
    const failed = outcomes.filter(({ code }) => code !== 0);
    // Where the first is done before the second begins, both succeed.
    for (const { stderr } of failed) expect(stderr).toContain("another corpus command");
    expect(failed.length).toBeLessThan(2);
    expect((await corpus(data, "verify")).code).toBe(0);
  });
});
