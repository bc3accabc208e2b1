/** Guarantees of known questions: each leads to the records that answer it, none is shown, and a release without them says so. */
import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildRelease } from "../../src/corpus/build.ts";
import { passagesOf, readRecords, toPassage } from "../../src/corpus/documents.ts";
import type { EvidenceRecord } from "../../src/corpus/record.ts";
import { indexFolder, verifyRelease } from "../../src/corpus/release.ts";
import { CorpusRetriever } from "../../src/corpus/retriever.ts";
import { fuse, readingOf } from "../../src/engine/evidence/fusion.ts";
import { countingEmbedder } from "../support/counting-embedder.ts";
import { temporaryFolder } from "../support/folder.ts";
import { passageEmbedder, queryEmbedder } from "../support/hashed-words.ts";

/** What a record without at least so many would be hard to find by. */
const QUESTIONS_MIN = 10;
const ROOT = join(import.meta.dir, "../..");
const corpus = readRecords(join(ROOT, "corpus"));
const folder = temporaryFolder("questions");
afterAll(() => folder.remove());

const plain = corpus.slice(0, 30).map(({ asked: _, ...record }): EvidenceRecord => record);
const BRIDGE = "zonked after granny's trifle, is my ticker daft?";
const withQuestions = plain.map((record, at) =>
  at === 7 || at === 9 ? { ...record, asked: [BRIDGE, `what of number ${at}`] } : record,
);
const [seventh, ninth] = [plain[7]?.doi ?? "", plain[9]?.doi ?? ""];

async function opened<T>(release: string, look: (retriever: CorpusRetriever) => Promise<T>): Promise<T> {
  const retriever = await CorpusRetriever.open(release, queryEmbedder);
  try {
    return await look(retriever);
  } finally {
    retriever.close();
  }
}

describe("the questions of the corpus", () => {
  test("are known for every record, in people's words, and none of them is judged", () => {
    const judged = new Set(
      readFileSync(join(ROOT, "models/training/judgments/judgments.ndjson"), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { question: string }).question.trim().toLowerCase()),
    );
    expect(corpus.filter(({ asked = [] }) => asked.length < QUESTIONS_MIN).map(({ doi }) => doi)).toEqual([]);
    const asked = corpus.flatMap((record) => record.asked ?? []);
    expect(asked.filter((question) => judged.has(question.trim().toLowerCase()))).toEqual([]);
  });

  // Needs Python, as training does; a checkout with Bun alone has the file as it was committed.
  test.skipIf(Bun.which("python3") === null)("are those of the training questions and grades", () => {
    const script = join(ROOT, "models/training/known_questions.py");
    const { exitCode, stderr } = Bun.spawnSync(["python3", script, "--check"]);
    expect([stderr.toString(), exitCode]).toEqual(["", 0]);
  });

  test.each([
    ['{"question":"is wine bad?","dois":["10.1000/nobody"]}', "there is no record 10.1000/nobody"],
    ['{"question":"is wine bad?","dois":[]}', "/dois"],
    ['{"question":"?","dois":["10.1000/nobody"]}', "/question"],
    [`{"question":"is wine bad?","dois":["${seventh}"],"by":"me"}`, "/by"],
    ["is wine bad?", "not JSON"],
  ])("are refused with file and line: %s", (line, why) => {
    const place = join(folder.path, "damaged");
    rmSync(place, { recursive: true, force: true });
    mkdirSync(join(place, "questions"), { recursive: true });
    writeFileSync(join(place, "records.ndjson"), `${JSON.stringify(plain[7])}\n`);
    const good = JSON.stringify({ question: "is wine bad?", dois: [seventh] });
    writeFileSync(join(place, "questions/known.ndjson"), `${good}\n${line}\n`);
    expect(() => readRecords(place)).toThrow("known.ndjson:2");
    expect(() => readRecords(place)).toThrow(why);
    writeFileSync(join(place, "questions/known.ndjson"), `${good}\n`);
    expect(readRecords(place).map(({ asked }) => asked)).toEqual([["is wine bad?"]]);
  });
});

describe("a release with known questions", () => {
  test("finds what answers a question that shares no word with it, and says by which question", async () => {
    const release = await buildRelease(join(folder.path, "a"), "starter", withQuestions, passageEmbedder);
    expect((await verifyRelease(release)).questions).toBe(3);
    await opened(release, async (retriever) => {
      const hits = await retriever.search("granny's trifle: zonked, daft ticker", 5);
      const best = hits.asked.slice(0, 2);
      expect(best.map(({ passage, question }) => [passage.id, question])).toEqual(
        [seventh, ninth].sort().map((doi) => [doi, BRIDGE]),
      );
      expect(best[0]?.score).toBeGreaterThan(0.8);
      const [first] = fuse(hits);
      expect(first?.passage.document.doi).toBe([seventh, ninth].sort()[0] ?? "");
      expect(readingOf(first as NonNullable<typeof first>)).toStartWith(`${BRIDGE} | `);
      // Only the two answer any question; the others stand for themselves.
      expect(new Set(hits.asked.map(({ passage }) => passage.id))).toEqual(new Set([seventh, ninth]));
    });
  });

  test("shows no question in what is found, cited or read", async () => {
    const release = await buildRelease(join(folder.path, "a"), "starter", withQuestions, passageEmbedder);
    await opened(release, async (retriever) => {
      const { lexical, dense, asked } = await retriever.search(BRIDGE, 30);
      for (const { passage } of [...lexical, ...dense, ...asked])
        expect(JSON.stringify(passage)).not.toContain("trifle");
    });
    const record = withQuestions[7] as EvidenceRecord;
    expect(toPassage(record)).toEqual(toPassage(plain[7] as EvidenceRecord));
    expect(passagesOf(record)).toHaveLength(1);
  });

  test("has another version than one without, and takes known vectors over", async () => {
    const a = await buildRelease(join(folder.path, "a"), "starter", withQuestions, passageEmbedder);
    const b = await buildRelease(join(folder.path, "b"), "starter", plain, passageEmbedder);
    const [named, bare] = [await verifyRelease(a), await verifyRelease(b)];
    expect(named.version).not.toBe(bare.version);
    expect(bare.questions).toBeUndefined();
    await opened(b, async (retriever) => {
      expect((await retriever.search(BRIDGE, 5)).asked).toEqual([]);
    });
    const counting = countingEmbedder(passageEmbedder);
    const more = withQuestions.map((record, at) => (at === 3 ? { ...record, asked: ["and this?"] } : record));
    const next = await opened(a, (retriever) =>
      buildRelease(join(folder.path, "c"), "local", more, counting, { reuse: retriever.index }),
    );
    expect(counting.embedded).toEqual(["and this?"]);
    expect((await verifyRelease(next)).questions).toBe(4);
  });

  test("whose table of questions is not whole is refused with what to do", async () => {
    const whole = await buildRelease(join(folder.path, "a"), "starter", withQuestions, passageEmbedder);
    const release = join(folder.path, "cut");
    cpSync(whole, release, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(release, "manifest.json"), "utf8"));
    const write = (value: unknown) => writeFileSync(join(release, "manifest.json"), JSON.stringify(value));
    write({ ...manifest, questions: 4 });
    await expect(CorpusRetriever.open(release, queryEmbedder)).rejects.toThrow(
      "holds 3 of 4 known questions",
    );
    rmSync(join(indexFolder(release), "questions.lance"), { recursive: true });
    write(manifest);
    await expect(CorpusRetriever.open(release, queryEmbedder)).rejects.toThrow("is missing");
  });
});
