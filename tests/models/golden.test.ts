/**
 * Guarantee: the program reads texts exactly as the training programs did (same tokens, same segments) and computes
 * what they computed. The expected values were written by `models/training` together with the weights.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Manifest, readManifest } from "../../src/models/manifest.ts";
import { assemblePair } from "../../src/models/pairs.ts";
import { loadEmbedder, loadReranker } from "../../src/models/session.ts";
import { loadTokenizer } from "../../src/models/tokenizer.ts";
import { EMBEDDER, RERANKER } from "./shipped.ts";

interface GoldenPairs {
  model: string;
  logit_tolerance: number;
  score_tolerance: number;
  cases: { query: string; passage: string; input_ids: number[]; token_type_ids: number[]; logit: number }[];
}

interface GoldenTexts {
  model: string;
  tolerance: number;
  cases: { text: string; input_ids: number[]; vector: number[] }[];
}

function golden<T>(dir: string): T {
  return JSON.parse(readFileSync(join(dir, "golden.json"), "utf8")) as T;
}

function manifestOf<K extends Manifest["kind"]>(dir: string, kind: K): Extract<Manifest, { kind: K }> {
  const manifest = readManifest(dir);
  if (manifest.kind !== kind) throw new Error(`${dir} holds a ${manifest.kind}`);
  return manifest as Extract<Manifest, { kind: K }>;
}

const pairs = golden<GoldenPairs>(RERANKER);
const texts = golden<GoldenTexts>(EMBEDDER);
const reranker = manifestOf(RERANKER, "reranker");
const embedder = manifestOf(EMBEDDER, "embedder");

test("the expected values belong to the shipped weights and are enough to show a fault", () => {
  expect([pairs.model, texts.model]).toEqual([reranker.id, embedder.id]);
  expect(pairs.cases.length).toBeGreaterThan(20);
  expect(texts.cases.length).toBeGreaterThan(10);
  expect(new Set(pairs.cases.flatMap((pair) => pair.token_type_ids)).size).toBe(4);
  expect(Math.max(...pairs.cases.map((pair) => pair.input_ids.length))).toBe(reranker.max_tokens);
});

test("pairs have the expected tokens and segments", async () => {
  const tokenizer = await loadTokenizer(RERANKER);
  const rules = {
    maxTokens: reranker.max_tokens,
    queryTokensMax: reranker.pair.query_tokens_max,
    exactMatchSegments: reranker.pair.exact_match_segments,
    stopwords: new Set(reranker.pair.stopwords),
  };
  for (const { query, passage, input_ids, token_type_ids } of pairs.cases) {
    const encode = (text: string) => tokenizer.encode(text, rules.maxTokens);
    const pair = assemblePair(encode(query), encode(passage), tokenizer, rules);
    expect({ query, passage, ...pair }).toEqual({ query, passage, ids: input_ids, segments: token_type_ids });
  }
});

test("pairs get the expected scores", async () => {
  const session = await loadReranker(RERANKER, reranker, 2);
  for (const { query, passage, logit } of pairs.cases) {
    const [score = Number.NaN] = await session.score(query, [passage]);
    expect(Math.abs(score - 1 / (1 + Math.exp(-logit)))).toBeLessThanOrEqual(pairs.score_tolerance);
    expect(Math.abs(Math.log(score / (1 - score)) - logit)).toBeLessThanOrEqual(pairs.logit_tolerance);
  }
});

test("texts have the expected tokens and vectors", async () => {
  const tokenizer = await loadTokenizer(EMBEDDER);
  const session = await loadEmbedder(EMBEDDER, embedder, 2);
  for (const { text, input_ids, vector } of texts.cases) {
    const { before, after } = tokenizer.template.text;
    const body = tokenizer.encode(text, embedder.max_tokens - before.length - after.length);
    const ids = [...before.map((slot) => slot.id), ...body, ...after.map((slot) => slot.id)];
    expect({ text, ids }).toEqual({ text, ids: input_ids });
    const [found = new Float32Array()] = await session.embed([text], "passage");
    const differences = vector.map((expected, i) => Math.abs(expected - (found[i] ?? Number.NaN)));
    expect(Math.max(...differences)).toBeLessThanOrEqual(texts.tolerance);
  }
});
