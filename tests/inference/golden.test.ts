/**
 * Guarantee: the program tokenises texts exactly as the training programs did (same tokens, same
 * segments) and computes the same values. `models/training` wrote the expected values together with
 * the weights.
 *
 * @slow it loads the models
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CrossEncoderManifest,
  type Manifest,
  readManifest,
} from "../../src/inference/manifest.ts";
import { assemblePair } from "../../src/inference/pairs.ts";
import { loadCrossEncoder, loadEmbedder, loadReader } from "../../src/inference/session.ts";
import { loadTokenizer } from "../../src/inference/tokenizer.ts";
import { EMBEDDER, MATCHER, READER, RERANKER } from "./shipped.ts";

interface GoldenPairs {
  model: string;
  logit_tolerance: number;
  score_tolerance: number;
  cases: {
    query: string;
    passage: string;
    input_ids: number[];
    token_type_ids: number[];
    logit: number;
  }[];
}

interface GoldenTexts {
  model: string;
  tolerance: number;
  cases: { text: string; input_ids: number[]; vector: number[] }[];
}

interface GoldenMessages {
  model: string;
  tolerance: number;
  logit_tolerance: number;
  cases: { text: string; input_ids: number[]; vector: number[]; understanding: number[] }[];
}

function golden<T>(dir: string): T {
  return JSON.parse(readFileSync(join(dir, "golden.json"), "utf8")) as T;
}

function manifestOf<K extends Manifest["kind"]>(
  dir: string,
  kind: K,
): Extract<Manifest, { kind: K }> {
  const manifest = readManifest(dir);
  if (manifest.kind !== kind) throw new Error(`${dir} holds a ${manifest.kind}`);
  return manifest as Extract<Manifest, { kind: K }>;
}

const pairs = golden<GoldenPairs>(RERANKER);
const texts = golden<GoldenTexts>(EMBEDDER);
const messages = golden<GoldenMessages>(READER);
const reranker = manifestOf(RERANKER, "reranker");
const embedder = manifestOf(EMBEDDER, "embedder");
const reader = manifestOf(READER, "reader");
const matcher = manifestOf(MATCHER, "matcher");
const matches = golden<GoldenPairs>(MATCHER);

const PAIRS: [string, string, CrossEncoderManifest, GoldenPairs][] = [
  ["the reranker", RERANKER, reranker, pairs],
  ["the matcher", MATCHER, matcher, matches],
];

/** What a model is fed for a single text. */
async function idsBy(
  dir: string,
  manifest: { max_tokens: number },
): Promise<(text: string) => number[]> {
  const tokenizer = await loadTokenizer(dir);
  const { before, after } = tokenizer.template.text;
  const room = manifest.max_tokens - before.length - after.length;
  return (text) => [
    ...before.map((slot) => slot.id),
    ...tokenizer.encode(text, room),
    ...after.map((slot) => slot.id),
  ];
}

/** The largest difference; not a number where one list is shorter. */
function apart(expected: readonly number[], found: Float32Array | undefined): number {
  if (expected.length !== found?.length) return Number.NaN;
  return Math.max(...expected.map((value, at) => Math.abs(value - (found[at] ?? Number.NaN))));
}

test("the expected values belong to the shipped weights and are enough to show a fault", () => {
  expect([pairs, texts, messages, matches].map(({ model }) => model)).toEqual(
    [reranker, embedder, reader, matcher].map(({ id }) => id),
  );
  expect(pairs.cases.length).toBeGreaterThan(20);
  expect(matches.cases.length).toBeGreaterThan(10);
  expect(texts.cases.length).toBeGreaterThan(10);
  expect(messages.cases.length).toBeGreaterThan(10);
  for (const { vector, understanding } of messages.cases)
    expect([vector.length, understanding.length]).toEqual([
      reader.dimensions,
      reader.labels.length,
    ]);
  expect(new Set(pairs.cases.flatMap((pair) => pair.token_type_ids)).size).toBe(4);
  expect(Math.max(...pairs.cases.map((pair) => pair.input_ids.length))).toBe(reranker.max_tokens);
});

test.each(PAIRS)("pairs of %s have the expected tokens and segments", async (...given) => {
  const [, dir, manifest, expected] = given;
  const tokenizer = await loadTokenizer(dir);
  const rules = {
    maxTokens: manifest.max_tokens,
    queryTokensMax: manifest.pair.query_tokens_max,
    exactMatchSegments: manifest.pair.exact_match_segments,
    stopwords: new Set(manifest.pair.stopwords),
  };
  for (const { query, passage, input_ids, token_type_ids } of expected.cases) {
    const encode = (text: string) => tokenizer.encode(text, rules.maxTokens);
    const pair = assemblePair(encode(query), encode(passage), tokenizer, rules);
    expect({ query, passage, ...pair }).toEqual({
      query,
      passage,
      ids: input_ids,
      segments: token_type_ids,
    });
  }
});

test.each(PAIRS)("pairs of %s get the expected scores", async (_, dir, manifest, expected) => {
  const { score_tolerance, logit_tolerance, cases } = expected;
  const session = await loadCrossEncoder(dir, manifest, 2);
  for (const { query, passage, logit } of cases) {
    const [score = Number.NaN] = await session.score(query, [passage]);
    expect(Math.abs(score - 1 / (1 + Math.exp(-logit)))).toBeLessThanOrEqual(score_tolerance);
    expect(Math.abs(Math.log(score / (1 - score)) - logit)).toBeLessThanOrEqual(logit_tolerance);
  }
});

test("texts have the expected tokens and vectors", async () => {
  const idsOf = await idsBy(EMBEDDER, embedder);
  const session = await loadEmbedder(EMBEDDER, embedder, 2);
  for (const { text, input_ids, vector } of texts.cases) {
    expect({ text, ids: idsOf(text) }).toEqual({ text, ids: input_ids });
    const [found] = await session.embed([text], "passage");
    expect(apart(vector, found)).toBeLessThanOrEqual(texts.tolerance);
  }
});

test("messages have the expected tokens and vectors, and the heads say of them what they should", async () => {
  const idsOf = await idsBy(READER, reader);
  const session = await loadReader(READER, reader, 2);
  for (const { text, input_ids, vector, understanding } of messages.cases) {
    expect({ text, ids: idsOf(text) }).toEqual({ text, ids: input_ids });
    const [found] = await session.read([text]);
    expect(apart(vector, found?.vector)).toBeLessThanOrEqual(messages.tolerance);
    expect(apart(understanding, found?.logits)).toBeLessThanOrEqual(messages.logit_tolerance);
  }
});
