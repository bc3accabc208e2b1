/** Guarantees of the second look: where no questions are known, what is like the best passages comes nearer; where some are, nothing changes. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { buildRelease } from "../../src/corpus/build.ts";
import { readRecords } from "../../src/corpus/documents.ts";
import { lookAgain } from "../../src/corpus/feedback.ts";
import { type Hit, PassageIndex } from "../../src/corpus/lance.ts";
import type { EvidenceRecord } from "../../src/corpus/record.ts";
import { indexFolder } from "../../src/corpus/release.ts";
import { CorpusRetriever } from "../../src/corpus/retriever.ts";
import { buildCollection } from "../../src/eval/collection.ts";
import { temporaryFolder } from "../support/folder.ts";
import { passageEmbedder, queryEmbedder } from "../support/hashed-words.ts";

const DEPTH = 20;
const folder = temporaryFolder("feedback");
afterAll(() => folder.remove());

async function* collection() {
  const texts = {
    kindred: "seaweed wrap menopause flushes",
    named: "kelp seaweed wrap bathing",
    other: "tractor engine gearbox oil",
  };
  for (const [id, text] of Object.entries(texts)) yield { id, text, passages: [text], questions: {} };
}

describe("the second look", () => {
  test("finds what shares no word with the question but some with what answers it", async () => {
    const { index } = await buildCollection(
      join(folder.path, "c"),
      collection(),
      passageEmbedder,
      () => undefined,
    );
    const vector = await queryEmbedder.embedQuery("kelp");
    const nearest = (moved: Float32Array) => index.nearest(moved, DEPTH);
    const dense = await nearest(vector);
    const lexical = await index.fullText("kelp", DEPTH);
    const scores = (hits: readonly Hit<null>[]) =>
      Object.fromEntries(hits.map(({ passage, score }) => [passage.id, score]));
    const [before, after] = [
      scores(dense),
      scores(await lookAgain(index, vector, { lexical, dense }, nearest)),
    ];
    expect(Math.abs((before.kindred ?? 1) - (before.other ?? 0))).toBeLessThan(0.01);
    expect(after.kindred).toBeGreaterThan((after.other ?? 1) + 0.05);
    expect(after.named).toBeGreaterThan(after.kindred ?? 1);
    for (const score of Object.values(after)) expect(score).toBeLessThanOrEqual(1);
    // Nothing found is nothing to move towards.
    expect(await lookAgain(index, vector, { lexical: [], dense: [] }, nearest)).toEqual([]);
    index.close();
  });

  test("is taken by a release without known questions, and by no other", async () => {
    const plain = readRecords(join(import.meta.dir, "../../corpus"))
      .slice(0, 40)
      .map(({ asked: _, asked_in_vain: __, ...record }): EvidenceRecord => record);
    const asked = plain.map((record, at) =>
      at === 3 ? { ...record, asked: ["which sofa for a parrot?"] } : record,
    );
    for (const [name, records] of Object.entries({ plain, asked })) {
      const release = await buildRelease(join(folder.path, name), "starter", records, passageEmbedder);
      const retriever = await CorpusRetriever.open(release, queryEmbedder);
      const index = await PassageIndex.open(indexFolder(release));
      const once = await index.nearest(await queryEmbedder.embedQuery("wine and sleep"), 10);
      const { dense } = await retriever.search("wine and sleep", 10);
      const same = dense.every(({ score }, at) => Math.abs(score - (once[at]?.score ?? 0)) < 1e-6);
      expect([name, same]).toEqual([name, name === "asked"]);
      index.close();
      retriever.close();
    }
  });
});
