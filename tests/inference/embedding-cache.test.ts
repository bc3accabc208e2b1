/**
 * Guarantee: a text is embedded once while it is cached, every text gets its own vector, and a
 * missing vector is never a vector of zeros.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { cachedEmbeddings } from "../../src/inference/embedding-cache.ts";

const vectorOf = (text: string) => new Float32Array([text.length, text.codePointAt(0) ?? 0]);

function counted(max: number) {
  const embedded: string[][] = [];
  const embed = cachedEmbeddings(max, async (texts) => {
    embedded.push([...texts]);
    return texts.map(vectorOf);
  });
  return { embed, embedded };
}

test("gives every text its own vector, in order, whatever is remembered or forgotten", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.string({ maxLength: 2 }), { maxLength: 6 })),
      fc.integer({ min: 1, max: 4 }),
      async (calls, max) => {
        const { embed, embedded } = counted(max);
        for (const texts of calls) expect(await embed(texts)).toEqual(texts.map(vectorOf));
        for (const texts of embedded) expect(texts.length).toBe(new Set(texts).size);
      },
    ),
  );
});

test("asks for what is not remembered only, once each, and for nothing where all is", async () => {
  const { embed, embedded } = counted(3);
  await embed(["hrv", "sleep", "hrv"]);
  await embed(["sleep", "iron"]);
  await embed(["iron", "hrv"]);
  await embed([]);
  expect(embedded).toEqual([["hrv", "sleep"], ["iron"]]);
});

test("texts asked for at the same time have their own vectors", async () => {
  const { embed } = counted(1);
  const both = await Promise.all([embed(["hrv", "sleep"]), embed(["sleep", "hrv", "iron"])]);
  expect(both).toEqual([["hrv", "sleep"].map(vectorOf), ["sleep", "hrv", "iron"].map(vectorOf)]);
});

test("an embedder that fails or gives too few vectors is an error, and asked again next time", async () => {
  let calls = 0;
  const embed = cachedEmbeddings(9, async (texts) => {
    calls += 1;
    if (calls === 1) throw new Error("busy");
    return calls === 2 ? [] : texts.map(vectorOf);
  });
  await expect(embed(["hrv"])).rejects.toThrow("busy");
  await expect(embed(["hrv"])).rejects.toThrow("0 vectors came for 1 texts");
  expect(await embed(["hrv"])).toEqual([vectorOf("hrv")]);
});
