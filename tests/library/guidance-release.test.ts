/**
 * Guarantees of the guidance in a release: it is part of the version, only its own reader finds it,
 * all records that it cites are in the release, and it is complete.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { OperatorError } from "../../src/contract/error.ts";
import type { GuidanceEntry } from "../../src/engine/guidance/entry.ts";
import { readRecords } from "../../src/ingest/documents.ts";
import { buildRelease } from "../../src/library/build.ts";
import { readGuidanceFile } from "../../src/library/guidance-file.ts";
import { examineRelease } from "../../src/library/put-in-use.ts";
import {
  type GuidanceReader,
  guidanceFile,
  manifestFile,
  type ReleaseManifest,
  readManifest,
  releaseVersion,
} from "../../src/library/release.ts";
import { CorpusRetriever } from "../../src/library/retriever.ts";
import { claimOn, guidanceEntry } from "../support/guidance.ts";
import {
  passageEmbedder as embedder,
  queryEmbedder,
  guidanceReader as reader,
  vectorOf,
} from "../support/hashed-words.ts";

const records = readRecords(join(import.meta.dir, "../../corpus")).slice(0, 12);
const [first = "", second = "", third = ""] = records.map(({ doi }) => doi);
const GONE = "10.1000/not-in-this-corpus";
const entries: GuidanceEntry[] = [
  guidanceEntry("blue-light-after-ten", [first], {
    asked: ["does my phone keep me up", "screens at 11pm"],
  }),
  guidanceEntry("cold-showers", [second, third]),
  guidanceEntry("warm-socks", [third]),
];
const otherReader: GuidanceReader = { ...reader, digest: "b".repeat(64) };

const folder = temporaryFolder("guidance-release");
afterAll(() => folder.remove());

let places = 0;
function build(
  kind: ReleaseManifest["kind"] = "starter",
  guided: readonly GuidanceEntry[] = entries,
) {
  const parent = join(folder.path, String(places++));
  return buildRelease(parent, kind, records, embedder, { guidance: { entries: guided, reader } });
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: Error) => reason,
  );
  expect(error).toBeInstanceOf(OperatorError);
  expect(error?.message).not.toContain("\n");
  return error?.message ?? "";
}

describe("the name of a release", () => {
  const named = (guided: readonly GuidanceEntry[], by: Pick<GuidanceReader, "digest"> = reader) =>
    releaseVersion(records, { entries: guided, reader: by }, embedder.digest);

  test("is another for another reader, an entry more, and any word of one", () => {
    const [one, ...others] = entries;
    if (one === undefined) throw new Error("no entries");
    const versions = [
      named(entries),
      named(entries, otherReader),
      named(others),
      named([{ ...one, limits: "Few people were studied for this so far." }, ...others]),
      releaseVersion(records, null, embedder.digest),
    ];
    expect(new Set(versions).size).toBe(versions.length);
    expect(named(structuredClone(entries))).toBe(named(entries));
  });

  test("does not depend on a reader that it has no guidance for", () => {
    expect(named([], otherReader)).toBe(releaseVersion(records, null, embedder.digest));
  });
});

describe("a release with guidance", () => {
  test("finds each entry by its own question, best first, and gives the vector of its question", async () => {
    const retriever = await CorpusRetriever.open(await build(), queryEmbedder);
    for (const { id, question } of entries) {
      const hits = retriever.guidanceNear(vectorOf(question), entries.length);
      const cosines = hits.map(({ cosine }) => cosine);
      expect(hits.map(({ entry }) => entry.id)[0]).toBe(id);
      expect(cosines[0]).toBeCloseTo(1, 5);
      expect(cosines).toEqual(cosines.toSorted((a, b) => b - a));
      expect(hits.map(({ embedder_cosine }) => embedder_cosine)).toEqual(hits.map(() => 0));
      expect(retriever.guidanceVector(id)).toEqual(vectorOf(question));
    }
    expect(retriever.guidanceNear(vectorOf("socks"), 2)).toHaveLength(2);
    expect(retriever.guidanceVector("no-such-entry")).toBeNull();
    retriever.close();
  });

  test("finds for a question what is near by both encoders, and only what fits", async () => {
    const turned: GuidanceReader = {
      ...reader,
      read: async (texts) => texts.map((text) => ({ vector: vectorOf(text).reverse() })),
    };
    const parent = join(folder.path, String(places++));
    const release = await buildRelease(parent, "starter", records, embedder, {
      guidance: { entries, reader: turned },
    });
    const retriever = await CorpusRetriever.open(release, { ...queryEmbedder, reader: turned });
    const [one, two] = entries;
    if (one === undefined || two === undefined) throw new Error("no entries");
    const found = (asked: GuidanceEntry, read: GuidanceEntry, fits = (_: GuidanceEntry) => true) =>
      retriever.guidanceFor(
        asked.question,
        vectorOf(read.question).reverse(),
        entries.length,
        fits,
      );

    const [both] = await found(one, one);
    expect(both?.entry.id).toBe(one.id);
    expect(
      [both?.cosine, both?.embedder_cosine].map((each) => Math.round(100 * (each ?? 0))),
    ).toEqual([100, 100]);
    const apart = await found(one, two);
    const cosinesOf = ({ id }: GuidanceEntry) => apart.find(({ entry }) => entry.id === id);
    expect(cosinesOf(one)?.embedder_cosine).toBeCloseTo(1, 5);
    expect(cosinesOf(one)?.cosine).toBeLessThan(0.99);
    expect(cosinesOf(two)?.cosine).toBeCloseTo(1, 5);
    expect(cosinesOf(two)?.embedder_cosine).toBeLessThan(0.99);
    expect(
      (await found(one, one, ({ id }) => id !== one.id)).map(({ entry }) => entry.id),
    ).not.toContain(one.id);
    expect(
      await retriever.guidanceFor(one.question, vectorOf(one.question).reverse(), 2, () => true),
    ).toHaveLength(2);
    retriever.close();
  });

  test("compares a question with the mean of the ways of asking, and with their words", async () => {
    const retriever = await CorpusRetriever.open(await build(), queryEmbedder);
    const hitsOf = (question: string) =>
      retriever.guidanceFor(question, vectorOf(question), entries.length, () => true);
    const [asked, ...others] = await hitsOf("screens at 11pm").then((hits) =>
      hits.toSorted((a, b) => b.asked_cosine - a.asked_cosine),
    );
    expect(asked?.entry.id).toBe("blue-light-after-ten");
    expect(asked?.shared_words).toBeCloseTo(1, 5);
    // The other way of asking shares no word with this one, so the mean is halfway.
    expect(asked?.asked_cosine).toBeWithin(0.5, 0.95);
    for (const each of others) expect(each.shared_words).toBeLessThan(0.5);
    // Without ways of asking, the question of the entry stands for them.
    const socks = (await hitsOf("warm socks")).find(({ entry }) => entry.id === "warm-socks");
    expect(socks?.asked_cosine).toBeCloseTo(
      retriever.guidanceNear(vectorOf("warm socks"), 3).find((hit) => hit.entry === socks?.entry)
        ?.asked_cosine ?? 0,
      5,
    );
    retriever.close();
  });

  test("holds its entries as they were written", async () => {
    const release = await build();
    expect(readGuidanceFile(guidanceFile(release))).toEqual([...entries]);
    expect(readManifest(release).guidance).toEqual({
      entries: entries.length,
      reader: reader.digest,
    });
    await examineRelease(release, queryEmbedder);
  });

  test("gives the records that an entry rests on, and nothing for a DOI it has not", async () => {
    const retriever = await CorpusRetriever.open(await build(), queryEmbedder);
    const found = await retriever.records([second, GONE, first, second]);
    expect(found.map(({ document }) => document.doi).sort()).toEqual([first, second].sort());
    retriever.close();
  });

  test.each([
    ["starter", "the starter corpus is installed anew"],
    ["local", "import any file again"],
  ] as const)("is refused by another reader, with one line: a %s one", async (kind, remedy) => {
    const release = await build(kind);
    const other = { ...queryEmbedder, reader: otherReader };
    const line = await refusalOf(CorpusRetriever.open(release, other));
    for (const part of [release, "another reader", remedy]) expect(line).toContain(part);
  });

  test("that is none is opened whatever the reader", async () => {
    const release = await build("starter", []);
    expect(readManifest(release).guidance).toBeUndefined();
    expect(existsSync(guidanceFile(release))).toBe(false);
    const retriever = await CorpusRetriever.open(release, {
      ...queryEmbedder,
      reader: otherReader,
    });
    expect(retriever.guidanceNear(vectorOf("socks"), 5)).toEqual([]);
    retriever.close();
  });
});

describe("an entry rests on records of its release:", () => {
  test("claims whose records are missing are left out, and with its last claim the entry", async () => {
    const half = guidanceEntry("half-known", [], {
      claims: [
        { ...claimOn([first, GONE], "One record of two is here."), against: [GONE, second] },
        claimOn([GONE], "No record of this is here."),
      ],
    });
    const gone = guidanceEntry("not-known", [GONE]);
    const release = await build("starter", [...entries, half, gone]);
    const kept = readGuidanceFile(guidanceFile(release));
    expect(kept.map(({ id }) => id)).toEqual([...entries.map(({ id }) => id), "half-known"]);
    expect(kept.at(-1)?.claims).toEqual([
      { ...claimOn([first], "One record of two is here."), against: [second] },
    ]);
    await examineRelease(release, queryEmbedder);
  });

  test("where none is left, the release has no guidance", async () => {
    const release = await build("starter", [guidanceEntry("not-known", [GONE])]);
    expect(readManifest(release).guidance).toBeUndefined();
    await examineRelease(release, queryEmbedder);
  });
});

describe("damaged guidance is refused with one line:", () => {
  const open = (release: string) => CorpusRetriever.open(release, queryEmbedder);

  /** As somebody would who edits a release and its manifest with it. */
  function rewrite(release: string, text: string, guidance?: ReleaseManifest["guidance"]): void {
    const manifest = readManifest(release);
    writeFileSync(guidanceFile(release), text);
    const sha256 = new Bun.CryptoHasher("sha256").update(text).digest("hex");
    const files = manifest.files.map((file) =>
      file.path === "guidance.ndjson" ? { ...file, bytes: Buffer.byteLength(text), sha256 } : file,
    );
    writeFileSync(
      manifestFile(release),
      JSON.stringify({ ...manifest, files, ...(guidance && { guidance }) }),
    );
  }

  test("a file that is not the listed one", async () => {
    const release = await build();
    const path = guidanceFile(release);
    const bytes = readFileSync(path);
    for (const damaged of [bytes.subarray(1), Buffer.concat([bytes, bytes])]) {
      writeFileSync(path, damaged);
      expect(await refusalOf(open(release))).toContain(`${path} is damaged`);
    }
  });

  test("a line that cannot be read", async () => {
    const release = await build();
    rewrite(release, '{"id":"cold-sho');
    expect(await refusalOf(open(release))).toContain(
      `the guidance of corpus release ${release} cannot be read`,
    );
  });

  test("an entry without vectors, and a count that is not so", async () => {
    const release = await build();
    const lines = readFileSync(guidanceFile(release), "utf8");
    const strange = `${JSON.stringify(guidanceEntry("strange", [first]))}\n`;
    rewrite(release, lines + strange, { entries: 4, reader: reader.digest });
    expect(await refusalOf(open(release))).toContain("holds 3 of 4 guidance entries");
    rewrite(release, lines, { entries: 2, reader: reader.digest });
    expect(await refusalOf(open(release))).toContain("of 2 guidance entries");
  });

  test("a word that was changed together with the manifest", async () => {
    const release = await build();
    rewrite(
      release,
      readFileSync(guidanceFile(release), "utf8").replace("a little", "a great deal"),
    );
    expect(await refusalOf(examineRelease(release, queryEmbedder))).toContain(
      "its documents are those of",
    );
  });
});
