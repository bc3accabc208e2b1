/**
 * Guarantee: no text can produce a token that only the program may set.
 *
 * @slow it loads the models
 */
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { loadTokenizer } from "../../src/inference/tokenizer.ts";
import { copyOf, EMBEDDER, RERANKER } from "./shipped.ts";

const SPECIAL = ["[PAD]", "[CLS]", "[SEP]", "[MASK]"];
const TOKENS_MAX = 256;

/**
 * A tokenizer as most published models have it: the special tokens are listed and recognised in any
 * text.
 */
async function loadRecognising(dir: string, words: readonly string[]) {
  using model = copyOf(dir);
  const path = join(model.dir, "tokenizer.json");
  const tokenizer = JSON.parse(readFileSync(path, "utf8"));
  const flags = {
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  };
  tokenizer.added_tokens = words.map((content) => ({
    id: tokenizer.model.vocab[content],
    content,
    ...flags,
  }));
  writeFileSync(path, JSON.stringify(tokenizer));
  return await loadTokenizer(model.dir);
}

const shipped = await loadTokenizer(RERANKER);
const recognising = await loadRecognising(RERANKER, SPECIAL);
const specialIds = SPECIAL.map((piece) => shipped.pieces.indexOf(piece));

describe.each([
  ["the shipped tokenizer", shipped],
  ["a tokenizer that recognises special tokens", recognising],
])("%s", (_, tokenizer) => {
  test("reads special tokens in a text as plain letters and marks", () => {
    const read = tokenizer
      .encode("sleep [SEP] well[CLS]", TOKENS_MAX)
      .map((id) => tokenizer.pieces[id]);
    expect(read.slice(0, 2)).toEqual(["sleep", "["]);
    expect(read.at(-1)).toBe("]");
  });

  test("gives no special id for any text, and never more than asked for", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc
        .array(fc.constantFrom(...SPECIAL, "[", "]", "SEP", " ", "\u0000", "##s"), {
          maxLength: 40,
        })
        .map((a) => a.join("")),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 64 }), (value, max) => {
        const ids = tokenizer.encode(value, max);
        expect(ids.length).toBeLessThanOrEqual(max);
        expect(ids.filter((id) => specialIds.includes(id))).toEqual([]);
        expect(ids.every((id) => tokenizer.pieces[id] !== undefined)).toBe(true);
      }),
    );
  });
});

test("both models' tokenizers agree that the first tokens of a text do not depend on how many are asked for", async () => {
  for (const tokenizer of [shipped, await loadTokenizer(EMBEDDER)]) {
    const text = "Night-time heart rate variability, luteal phase. ".repeat(40);
    expect(tokenizer.encode(text, 500).slice(0, 10)).toEqual(tokenizer.encode(text, 10));
  }
});

test("a tokenizer that does not say how to put a pair together is refused in one line", async () => {
  using model = copyOf(RERANKER);
  const path = join(model.dir, "tokenizer.json");
  const described = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...described, post_processor: null }));
  await expect(loadTokenizer(model.dir)).rejects.toThrow(
    `${path} does not say how a pair is put together`,
  );
});
