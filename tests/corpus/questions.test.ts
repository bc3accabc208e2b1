/** Guarantees of known questions: each leads to the records that answer it, none is shown, and a release without them says so. */
import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@lancedb/lancedb";
import { buildRelease } from "../../src/corpus/build.ts";
import { passagesOf, readRecords, toPassage } from "../../src/corpus/documents.ts";
import { PassageIndex } from "../../src/corpus/lance.ts";
import { QuestionIndex } from "../../src/corpus/question-index.ts";
import type { EvidenceRecord } from "../../src/corpus/record.ts";
import { indexFolder, verifyRelease } from "../../src/corpus/release.ts";
import { CorpusRetriever } from "../../src/corpus/retriever.ts";
import { fuse } from "../../src/engine/evidence/fusion.ts";
import { readingOf } from "../../src/engine/evidence/reading.ts";
import { countingEmbedder } from "../support/counting-embedder.ts";
import { temporaryFolder } from "../support/folder.ts";
import { passageEmbedder, queryEmbedder } from "../support/hashed-words.ts";

/** What a record without at least so many would be hard to find by. */
const QUESTIONS_MIN = 10;
/** What says of a new question that nothing here answers it. */
const UNANSWERED_MIN = 5_000;
const ROOT = join(import.meta.dir, "../..");
const corpus = readRecords(join(ROOT, "corpus"));
const folder = temporaryFolder("questions");
afterAll(() => folder.remove());

const plain = corpus.slice(0, 30).map(({ asked: _, asked_in_vain: __, ...record }): EvidenceRecord => record);
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
  test("are known for every record, in people's words, some without an answer, and none of them is judged", () => {
    const judged = new Set(
      readFileSync(join(ROOT, "models/training/judgments/judgments.ndjson"), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { question: string }).question.trim().toLowerCase()),
    );
    expect(corpus.filter(({ asked = [] }) => asked.length < QUESTIONS_MIN).map(({ doi }) => doi)).toEqual([]);
    const asked = new Set(corpus.flatMap((record) => record.asked ?? []));
    const vain = corpus.flatMap((record) => record.asked_in_vain ?? []);
    expect(vain.length).toBeGreaterThan(UNANSWERED_MIN);
    expect(vain.filter((question) => asked.has(question))).toEqual([]);
    expect([...asked, ...vain].filter((question) => judged.has(question.trim().toLowerCase()))).toEqual([]);
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
    [`{"question":"is wine bad?","dois":["${seventh}"],"answered":true}`, "/answered"],
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
    const vain = { question: "can i iron it?", dois: [seventh], answered: false };
    writeFileSync(join(place, "questions/unanswered.ndjson"), `${JSON.stringify(vain)}\n`);
    expect(readRecords(place).map(({ asked, asked_in_vain }) => [asked, asked_in_vain])).toEqual([
      [["is wine bad?"], ["can i iron it?"]],
    ]);
  });
});

describe("a release with known questions", () => {
  test("finds what answers a question that shares no word with it, and says by which question", async () => {
    const release = await buildRelease(join(folder.path, "a"), "starter", withQuestions, passageEmbedder);
    expect((await verifyRelease(release)).questions?.count).toBe(3);
    await opened(release, async (retriever) => {
      const hits = await retriever.search("granny's trifle: zonked, daft ticker", 5);
      const best = hits.asked.slice(0, 2);
      expect(best.map(({ passage, question }) => [passage.id, question])).toEqual(
        [seventh, ninth].sort().map((doi) => [doi, BRIDGE]),
      );
      expect(best[0]?.score).toBeGreaterThan(0.8);
      const [first] = fuse(hits);
      expect(first?.passage.document.doi).toBe([seventh, ninth].sort()[0] ?? "");
      expect(readingOf(first as NonNullable<typeof first>)).toStartWith(`always most ${BRIDGE} | `);
      // Only the two answer any question; the others stand for themselves.
      expect(new Set(hits.asked.map(({ passage }) => passage.id))).toEqual(new Set([seventh, ninth]));
    });
  });

  test("compares vectors of any length, each number of them", async () => {
    const longer = (vector: Float32Array) => Float32Array.from([...vector.map((value) => 0.8 * value), 0.6]);
    const embedder = {
      ...passageEmbedder,
      dimensions: passageEmbedder.dimensions + 1,
      embedPassages: async (texts: readonly string[]) =>
        (await passageEmbedder.embedPassages([...texts])).map(longer),
    };
    const release = await buildRelease(join(folder.path, "odd"), "starter", withQuestions, embedder);
    const index = await PassageIndex.open(indexFolder(release));
    const [query = new Float32Array()] = await embedder.embedPassages([BRIDGE]);
    expect((await index.asked(BRIDGE, query, 5, [])).asked[0]?.score).toBeCloseTo(1, 5);
    index.close();
  });

  test("lets other work of the process have its turn while many are compared", async () => {
    const MANY = 20_000;
    const connection = await connect(join(folder.path, "many"));
    const row = (_: unknown, at: number) => ({
      text: `question ${String(at).padStart(5, "0")}`,
      answers: JSON.stringify([`doc ${at}`]),
      vector: at === MANY - 1 ? [0, 1] : [1, 0],
    });
    const table = await connection.createTable("questions", Array.from({ length: MANY }, row));
    const words = await connection.createTable("words", [{ word: "question", in_vain: 0, all: MANY }]);
    const index = await QuestionIndex.read(table, words);
    connection.close();
    let turns = 0;
    let timer = setImmediate(function tick() {
      turns++;
      timer = setImmediate(tick);
    });
    const passage = { id: "doc 19999" };
    const found = await index.nearest(new Float32Array([0, 1]), 5, [], new Map([[passage.id, passage]]));
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(2);
    // The last of them is compared as the first is.
    expect(found.asked.map(({ score, question }) => [score, question])).toEqual([[1, "question 19999"]]);
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
    expect((await verifyRelease(next)).questions?.count).toBe(4);
  });

  test("shares its questions with the next release that has the same ones, and not with one that has others", async () => {
    const a = await buildRelease(join(folder.path, "a"), "starter", withQuestions, passageEmbedder);
    const fewer = await buildRelease(
      join(folder.path, "fewer"),
      "local",
      withQuestions.slice(1),
      passageEmbedder,
    );
    const other = withQuestions.map((record, at) => (at === 9 ? { ...record, asked: [BRIDGE] } : record));
    const changed = await buildRelease(join(folder.path, "changed"), "local", other, passageEmbedder);
    await opened(a, async (inUse) => {
      const open = (release: string) => CorpusRetriever.open(release, queryEmbedder, inUse);
      const [same, different] = [await open(fewer), await open(changed)];
      expect(same.index.questions).toBe(inUse.index.questions);
      expect(different.index.questions?.size).toBe(2);
      inUse.close();
      const found = await same.search(BRIDGE, 5);
      expect(found.asked[0]?.question).toBe(BRIDGE);
      same.close();
      different.close();
    });
  });

  test("whose table of questions is not whole is refused with what to do", async () => {
    const whole = await buildRelease(join(folder.path, "a"), "starter", withQuestions, passageEmbedder);
    const release = join(folder.path, "cut");
    cpSync(whole, release, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(release, "manifest.json"), "utf8"));
    const write = (value: unknown) => writeFileSync(join(release, "manifest.json"), JSON.stringify(value));
    write({ ...manifest, questions: { ...manifest.questions, count: 4 } });
    await expect(CorpusRetriever.open(release, queryEmbedder)).rejects.toThrow(
      "holds 3 of 4 known questions",
    );
    rmSync(join(indexFolder(release), "questions.lance"), { recursive: true });
    write(manifest);
    await expect(CorpusRetriever.open(release, queryEmbedder)).rejects.toThrow("is missing");
  });
});

describe("questions that nothing answers", () => {
  const VAIN = "which sofa for my parrot?";
  const vain = withQuestions.map((record, at) =>
    at === 3 || at === 4 ? { ...record, asked_in_vain: [VAIN, `sofa number ${at}`] } : record,
  );

  test("tell of one like them that it has no answer, and lead nowhere", async () => {
    const release = await buildRelease(join(folder.path, "vain"), "starter", vain, passageEmbedder);
    expect((await verifyRelease(release)).questions?.count).toBe(6);
    await opened(release, async (retriever) => {
      const [near, far] = [await retriever.search(VAIN, 30), await retriever.search(BRIDGE, 30)];
      expect(near.answered).toBeLessThan(0.4);
      expect(far.answered).toBeGreaterThan(0.8);
      expect(near.asked.map(({ question }) => question)).not.toContain(VAIN);
      expect(new Set(near.asked.map(({ passage }) => passage.id))).toEqual(new Set([seventh, ninth]));
      for (const candidate of fuse(near)) {
        const known = [seventh, ninth].includes(candidate.passage.id);
        // Of a passage that no question is known of, the other passages' questions say nothing.
        expect(candidate.answered).toBe(known ? near.answered : null);
        expect(readingOf(candidate).startsWith("never none ")).toBe(known);
      }
    });
  });

  test("give way to a record that answers one of them", async () => {
    const answering = vain.map((record, at) => (at === 20 ? { ...record, asked: [VAIN] } : record));
    const release = await buildRelease(join(folder.path, "answered"), "starter", answering, passageEmbedder);
    await opened(release, async (retriever) => {
      const { asked, answered } = await retriever.search(VAIN, 30);
      expect(answered).toBeGreaterThan(0.8);
      expect(asked[0]).toMatchObject({ question: VAIN, passage: { id: plain[20]?.doi } });
    });
  });

  test("make the words that only they use tell of something else, and answered ones take that from a word", async () => {
    const many = (what: string) => Array.from({ length: 6 }, (_, n) => `${what} number ${n}`);
    const release = await buildRelease(
      join(folder.path, "words"),
      "starter",
      plain.map((record, at) =>
        at === 0
          ? { ...record, asked: many("hammock"), asked_in_vain: [...many("parrot"), "hammocks?"] }
          : record,
      ),
      passageEmbedder,
    );
    await opened(release, async (retriever) => {
      const strange = ["hammock", "number", "unheard", "parrot"].map((word) => retriever.strangeness(word));
      expect(strange[0]).toBe(0);
      expect(strange[1]).toBeGreaterThan(0.3);
      expect(strange[2]).toBeCloseTo(2 / 3);
      expect(strange[3]).toBe(1);
      const wording = (question: string) => retriever.index.questions?.wording(question, 1) ?? null;
      // Six of the seven questions with a hammock have an answer, none of the six with a parrot; seven of all thirteen have none.
      const odds = (inVain: number) => Math.log((1 - inVain) / inVain);
      const ofWord = (inVain: number, all: number) =>
        odds((inVain + 4 * (7 / 13)) / (all + 4)) - odds(7 / 13);
      expect(wording("Hammocks")).toBeCloseTo(ofWord(1, 7), 6);
      expect(wording("parrot!")).toBeCloseTo(ofWord(6, 6), 6);
      expect(wording("unheard")).toBeCloseTo(0, 6);
      expect(wording("parrot hammock parrot")).toBeCloseTo((ofWord(1, 7) + ofWord(6, 6)) / Math.SQRT2, 6);
      // Thirteen questions tell nothing.
      expect(retriever.index.questions?.wording("parrot")).toBeNull();
      expect((await retriever.search("parrot", 5)).wording).toBeNull();
    });
    const bare = await buildRelease(join(folder.path, "b"), "starter", plain, passageEmbedder);
    await opened(bare, async (retriever) => {
      expect((await retriever.search(VAIN, 5)).answered).toBeNull();
      expect(retriever.strangeness("hammock")).toBe(1);
    });
  });
});
