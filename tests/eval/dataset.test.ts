/**
 * Guarantee: a collection is read as BEIR defines it, and a damaged one is refused with one line
 * that names file and line.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { OperatorError } from "../../src/contract/error.ts";
import { buildCollection } from "../../src/eval/collection.ts";
import { openDataset } from "../../src/eval/dataset.ts";
import { evenlySpread } from "../../src/eval/retrieval.ts";
import { passageEmbedder } from "../support/hashed-words.ts";
import { DOCUMENTS, QRELS, qrels, writeCollection } from "./collection.ts";

const folders: ReturnType<typeof temporaryFolder>[] = [];
afterAll(() => {
  for (const folder of folders) folder.remove();
});

function collection(options?: { gzip?: boolean; header?: boolean }): string {
  const folder = temporaryFolder("dataset");
  folders.push(folder);
  return writeCollection(folder.path, options);
}

async function documentsOf(dir: string) {
  return Array.fromAsync((await openDataset(dir, "test")).documents());
}

describe.each([
  ["plain, with a header", {}],
  ["without a header", { header: false }],
  ["gzip", { gzip: true }],
])("a collection that is %s", (_, options) => {
  test("gives judged queries with graded judgments", async () => {
    const { queries, left_out } = await openDataset(collection(options), "test");
    expect(queries.map((query) => query.id)).toEqual(["q-self", "q-sleep", "q-iron", "q-harbour"]);
    expect([...(queries[0]?.grades ?? [])]).toEqual([
      ["hrv", 2],
      ["hrv-2", 1],
      ["iron", 0],
    ]);
    expect(left_out).toEqual({ nothing_relevant: 1, unknown: 1 });
  });

  test("gives every document with its title in front", async () => {
    const documents = await documentsOf(collection(options));
    expect(documents.map((document) => document.id)).toEqual(
      DOCUMENTS.map((document) => document._id),
    );
    expect(documents[0]?.text).toBe(
      "Heart rate variability across the menstrual cycle. It is lower in the luteal phase.",
    );
    expect(documents[1]?.text).toBe("Heart rate variability falls with alcohol.");
    expect(documents[2]?.text).toStartWith("Sleep before menstruation? Women");
    expect(documents[3]?.text).toContain("line\u2028separator");
  });
});

test("numbers as ids, a missing title, Windows line ends and a missing last line end are read", async () => {
  const dir = collection();
  writeFileSync(
    join(dir, "corpus.jsonl"),
    '{"_id":7,"text":"ä"}\r\n{"_id":"8","title":null,"text":""}',
  );
  writeFileSync(join(dir, "queries.jsonl"), '{"_id":1,"text":"q"}');
  writeFileSync(join(dir, "qrels/test.tsv"), "1\t7\t1\r\n1\t8\t0");
  const { queries } = await openDataset(dir, "test");
  expect(queries.map(({ id, grades }) => [id, ...grades])).toEqual([["1", ["7", 1], ["8", 0]]]);
  expect(await documentsOf(dir)).toEqual([
    { id: "7", text: "ä", passages: ["ä"] },
    { id: "8", text: "", passages: [""] },
  ]);
});

test("a byte order mark is no part of what it stands before", async () => {
  const dir = collection({ header: false });
  for (const name of ["corpus.jsonl", "queries.jsonl", "qrels/test.tsv"])
    writeFileSync(join(dir, name), `\uFEFF${readFileSync(join(dir, name), "utf8")}`);
  const { queries, left_out } = await openDataset(dir, "test");
  const plain = await openDataset(collection({ header: false }), "test");
  expect([queries, left_out]).toEqual([plain.queries, plain.left_out]);
  expect(await documentsOf(dir)).toHaveLength(DOCUMENTS.length);
});

test("a number too long to be read to its last digit is refused, not rounded", async () => {
  const dir = collection();
  writeFileSync(join(dir, "corpus.jsonl"), '{"_id":12345678901234567,"text":"zebra"}');
  await expect(documentsOf(dir)).rejects.toThrow("put longer numbers in quotes");
});

describe("a document that is longer than the embedder reads", () => {
  const sentence = (at: number) => `Sentence ${at} is about ten words long and says little.`;
  const long = Array.from({ length: 40 }, (_, at) => sentence(at)).join(" ");
  const lines = [
    { _id: "titled", title: "Sleep of sailors", text: `${long} The last word is zanzibar.` },
    { _id: "bare", text: `${long} The last word is quebec.` },
    { _id: "all-title", title: "word ".repeat(300), text: "" },
    { _id: "short", title: "Naps", text: sentence(1) },
  ];
  const dir = () => {
    const written = collection();
    writeFileSync(
      join(written, "corpus.jsonl"),
      lines.map((line) => JSON.stringify(line)).join("\n"),
    );
    return written;
  };

  test("is given in passages, nothing left out, its title in front of each; a short one is one", async () => {
    const [titled, bare, allTitle, short] = await documentsOf(dir());
    expect(titled?.passages.length).toBeGreaterThan(2);
    for (const passage of titled?.passages ?? [])
      expect(passage).toStartWith("Sleep of sailors. Sentence ");
    const rest = titled?.passages
      .map((passage) => passage.slice("Sleep of sailors. ".length))
      .join(" ");
    expect(`Sleep of sailors. ${rest}`).toBe(titled?.text ?? "");
    expect(bare?.passages.join(" ")).toBe(bare?.text ?? "");
    expect(allTitle?.passages).toEqual([allTitle?.text ?? ""]);
    expect(short?.passages).toEqual([short?.text ?? ""]);
  });

  test("is found by what stands at its end, which an embedder that reads only the beginning would miss", async () => {
    const READ_WORDS = 125;
    const count = (text: string, word: string) => text.split(word).length - 1;
    const vectorOf = (text: string) => {
      const vector = [
        count(text, "zanzibar"),
        count(text, "quebec"),
        count(text, "Sentence") + 0.1,
      ];
      const length = Math.hypot(...vector);
      return new Float32Array(vector.map((value) => value / length));
    };
    const shortSighted = {
      ...passageEmbedder,
      dimensions: 3,
      embedPassages: async (texts: readonly string[]) =>
        texts.map((text) => vectorOf(text.split(" ").slice(0, READ_WORDS).join(" "))),
    };
    const built = temporaryFolder("long");
    folders.push(built);
    const documents = (await openDataset(dir(), "test")).documents();
    const { index } = await buildCollection(built.path, documents, shortSighted, () => undefined);
    for (const [word, id] of [
      ["zanzibar", "titled"],
      ["quebec", "bare"],
    ] as const) {
      const [first, second] = await index.nearest(vectorOf(word), lines.length);
      expect(first?.passage.id).toBe(id);
      expect(first?.score).toBeGreaterThan(second?.score ?? 1);
    }
    const stored = await index.vectors(["titled", "short"]);
    for (const { vector } of stored.values()) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    index.close();
  });
});

test("other members of a document, whatever they are, are left alone", async () => {
  const dir = collection();
  const others = [{ url: "x" }, { asked: ["is wine bad?"] }, null, "text", [1], 7];
  const lines = others.map((metadata, id) =>
    JSON.stringify({ _id: id, text: "t", metadata, more: metadata }),
  );
  writeFileSync(join(dir, "corpus.jsonl"), lines.join("\n"));
  expect(await documentsOf(dir)).toEqual(
    others.map((_, id) => ({ id: String(id), text: "t", passages: ["t"] })),
  );
});

describe("is refused with one line that names the place:", () => {
  const put = (name: string, text: string) => (dir: string) => writeFileSync(join(dir, name), text);
  const add = (name: string, text: string) => (dir: string) =>
    appendFileSync(join(dir, name), text);
  const last = DOCUMENTS.length + 1;
  const faults: [string, (dir: string) => void, string][] = [
    ["no corpus", (dir) => rmSync(join(dir, "corpus.jsonl")), "corpus.jsonl is missing"],
    ["no queries", (dir) => rmSync(join(dir, "queries.jsonl")), "queries.jsonl is missing"],
    ["no judgments", (dir) => rmSync(join(dir, "qrels"), { recursive: true }), "there is no split"],
    [
      "a document that is not JSON",
      add("corpus.jsonl", '{"_id":"x","te'),
      `corpus.jsonl:${last}: not JSON`,
    ],
    ["a document without text", add("corpus.jsonl", '{"_id":"x"}'), `corpus.jsonl:${last}: /text`],
    [
      "a document twice",
      add("corpus.jsonl", '{"_id":"hrv","text":""}'),
      `corpus.jsonl:${last}: document hrv`,
    ],
    ["a query without id", add("queries.jsonl", '{"text":"x"}'), "queries.jsonl:6: /_id"],
    ["a judgment of two columns", add("qrels/test.tsv", "q\td\n"), `test.tsv:${QRELS.length + 2}:`],
    ["a grade in words", add("qrels/test.tsv", "q\td\tgood\n"), `test.tsv:${QRELS.length + 2}:`],
    [
      "judgments with spaces",
      put("qrels/test.tsv", qrels(false).replaceAll("\t", " ")),
      "test.tsv:1:",
    ],
    ["only unknown queries", put("qrels/test.tsv", "x\thrv\t1\n"), "judges no query"],
    ["an empty file of judgments", put("qrels/test.tsv", ""), "judges no query"],
  ];
  test.each(faults)("%s", async (_, damage, place) => {
    const dir = collection();
    damage(dir);
    const error = await documentsOf(dir).then(
      () => null,
      (reason: Error) => reason,
    );
    expect(error).toBeInstanceOf(OperatorError);
    expect(error?.message).toContain(place);
    expect(error?.message).toContain(dir);
    expect(error?.message).not.toContain("\n");
  });

  test("a cut gzip", async () => {
    const dir = collection({ gzip: true });
    const path = join(dir, "corpus.jsonl.gz");
    writeFileSync(path, readFileSync(path).subarray(0, 60));
    await expect(documentsOf(dir)).rejects.toThrow(`${path} cannot be read`);
  });

  test("another split: the ones that are there are named", async () => {
    await expect(openDataset(collection(), "dev")).rejects.toThrow("there is test: give --split");
  });

  test("no folder at all", async () => {
    await expect(openDataset("/nonexistent/set", "test")).rejects.toThrow(
      "no dataset folder /nonexistent/set",
    );
  });
});

test("a sample of the queries is spread evenly and always the same", () => {
  const items = Array.from({ length: 10 }, (_, i) => i);
  expect(evenlySpread(items, 5)).toEqual([1, 3, 5, 7, 9]);
  expect(evenlySpread(items, 3)).toHaveLength(3);
  for (const count of [10, 99, undefined]) expect(evenlySpread(items, count)).toEqual(items);
});
