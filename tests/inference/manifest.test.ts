/**
 * Guarantee: an incomplete or damaged model folder is never used, and one line says which file is
 * wrong and what to do.
 *
 * @slow it loads the models
 */
import { describe, expect, test } from "bun:test";
import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../src/contract/error.ts";
import { startInference } from "../../src/inference/client.ts";
import {
  type Manifest,
  modelDigest,
  type ReaderManifest,
  readManifest,
  verifyModel,
} from "../../src/inference/manifest.ts";
import { shippedModels } from "../../src/native/assets.ts";
import { openInference } from "../../src/service/runtime.ts";
import { copyOf, EMBEDDER, failureOf, MATCHER, READER, RERANKER, SHIPPED } from "./shipped.ts";

const root = join(import.meta.dir, "../..");
const WEIGHTS = "onnx/model_quantized.onnx";

function expectOneLine(error: Error, ...words: string[]): void {
  expect(error).toBeInstanceOf(OperatorError);
  expect(error.message).not.toContain("\n");
  for (const word of [...words, "put back the model folder"]) expect(error.message).toContain(word);
}

test("the shipped models are whole", async () => {
  expect((await verifyModel(RERANKER, "reranker")).dir).toBe(RERANKER);
  expect((await verifyModel(EMBEDDER, "embedder")).dir).toBe(EMBEDDER);
  expect((await verifyModel(READER, "reader")).dir).toBe(READER);
  expect((await verifyModel(MATCHER, "matcher")).dir).toBe(MATCHER);
});

describe("a damaged folder is refused:", () => {
  test("one flipped bit in the weights", async () => {
    using model = copyOf(RERANKER);
    const path = join(model.dir, WEIGHTS);
    const bytes = readFileSync(path);
    const middle = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    writeFileSync(path, bytes);
    expectOneLine(
      await failureOf(verifyModel(model.dir, "reranker")),
      WEIGHTS,
      "does not have its listed hash",
    );
  });

  test("a missing file", async () => {
    using model = copyOf(EMBEDDER);
    rmSync(join(model.dir, "tokenizer.json"));
    expectOneLine(
      await failureOf(verifyModel(model.dir, "embedder")),
      "tokenizer.json",
      "is missing",
    );
  });

  test("a cut file", async () => {
    using model = copyOf(EMBEDDER);
    truncateSync(join(model.dir, WEIGHTS), 1000);
    expectOneLine(await failureOf(verifyModel(model.dir, "embedder")), WEIGHTS, "wrong size");
  });

  test("no folder at all", async () => {
    expectOneLine(
      await failureOf(verifyModel("/nonexistent/model", "embedder")),
      "/nonexistent/model",
      "manifest.json",
    );
  });

  test.each<[string, (path: string) => unknown, string]>([
    ["whose weights are missing", (path) => rmSync(path), "is missing"],
    ["whose weights are cut", (path) => truncateSync(path, 1000), "wrong size"],
  ])("a matcher %s, before any model is loaded", async (_, damage, fault) => {
    using model = copyOf(MATCHER);
    damage(join(model.dir, WEIGHTS));
    const start = startInference({ ...SHIPPED, matcherDir: model.dir, threads: 1 }, () => {
      throw new Error("a worker was started");
    });
    expectOneLine(await failureOf(start), model.dir, WEIGHTS, fault);
  });

  test("weights that match the manifest but are no model", async () => {
    using model = copyOf(RERANKER);
    writeFileSync(join(model.dir, WEIGHTS), "not a model");
    model.edit((manifest) => {
      const listed = manifest.files.find((file) => file.path === WEIGHTS);
      if (listed === undefined) throw new Error("not listed");
      listed.bytes = "not a model".length;
      listed.sha256 = new Bun.CryptoHasher("sha256").update("not a model").digest("hex");
    });
    const start = startInference({
      ...SHIPPED,
      rerankerDir: model.dir,
      threads: 1,
    });
    expectOneLine(await failureOf(start), WEIGHTS);
  });
});

describe("a manifest is refused", () => {
  const faults: [string, (manifest: Manifest) => unknown, string][] = [
    [
      "that lists a file outside",
      (m) => m.files.push({ path: "../x", bytes: 1, sha256: "0".repeat(64) }),
      "../x",
    ],
    [
      "that does not list the weights",
      (m) => m.files.splice(0, m.files.length, ...m.files.filter((f) => f.path !== WEIGHTS)),
      WEIGHTS,
    ],
    ["of another format", (m) => Object.assign(m, { format: 2 }), "/format"],
    ["without self-test", (m) => Reflect.deleteProperty(m, "self_test"), "/self_test"],
    [
      "with weights in another folder",
      (m) => Object.assign(m, { weights: "../model.onnx" }),
      "/weights",
    ],
    ["with an unknown activation", (m) => Object.assign(m, { activation: "tanh" }), "/activation"],
    [
      "with a hash that is none",
      (m) => Object.assign(m.files[0] ?? {}, { sha256: "abc" }),
      "sha256",
    ],
  ];
  test.each(faults)("%s", (_, change, named) => {
    using model = copyOf(RERANKER);
    model.edit(change);
    expect(() => readManifest(model.dir)).toThrow(named);
    expect(() => readManifest(model.dir)).toThrow(OperatorError);
  });

  test("of a matcher whose scores would be no probabilities", () => {
    using model = copyOf(MATCHER);
    model.edit((m) => Object.assign(m, { activation: "identity" }));
    expect(() => readManifest(model.dir)).toThrow("/activation");
  });

  test("that is not JSON", () => {
    using model = copyOf(RERANKER);
    writeFileSync(join(model.dir, "manifest.json"), "{");
    expect(() => readManifest(model.dir)).toThrow("is not JSON");
  });

  const readerFaults: [string, (manifest: Manifest) => unknown, string][] = [
    ["without labels", (m) => Reflect.deleteProperty(m, "labels"), "/labels"],
    ["with a label of no head", (m) => Object.assign(m, { labels: ["emergency"] }), "/labels/0"],
    [
      "with a label twice",
      (m) => Object.assign(m, { labels: ["kind:help", "kind:help"] }),
      "/labels",
    ],
    ["without thresholds", (m) => Reflect.deleteProperty(m, "thresholds"), "/thresholds"],
    [
      "with a threshold that is no probability",
      (m) => Object.assign(m, { thresholds: { emergency: 1.1 } }),
      "/thresholds/emergency",
    ],
  ];
  test.each(readerFaults)("of a reader %s", (_, change, named) => {
    using model = copyOf(READER);
    model.edit(change);
    expect(() => readManifest(model.dir)).toThrow(named);
    expect(() => readManifest(model.dir)).toThrow(OperatorError);
  });
});

describe("the digest", () => {
  const manifest = readManifest(RERANKER);

  test("is the same whatever the order of members and files", () => {
    const turned = Object.fromEntries(Object.entries(manifest).reverse()) as Manifest;
    turned.files = manifest.files.toReversed();
    expect(modelDigest(turned)).toBe(modelDigest(manifest));
  });

  test("changes with any file's hash and any rule of use", () => {
    const other = structuredClone(manifest);
    Object.assign(other.files[0] ?? {}, { sha256: "0".repeat(64) });
    const longer = { ...manifest, max_tokens: manifest.max_tokens + 1 };
    expect(new Set([manifest, other, longer].map(modelDigest)).size).toBe(3);
  });
});

describe("start-up is refused", () => {
  test("when a model no longer computes what its maker measured", async () => {
    using model = copyOf(RERANKER);
    model.edit(
      (m) =>
        m.kind === "reranker" &&
        Object.assign(m.self_test, { score: m.self_test.score > 0.5 ? 0 : 1 }),
    );
    const start = startInference({
      ...SHIPPED,
      rerankerDir: model.dir,
      threads: 1,
    });
    expectOneLine(await failureOf(start), model.dir, "self-test");
  });

  test("when the matcher no longer computes what its maker measured", async () => {
    using model = copyOf(MATCHER);
    model.edit(
      (m) =>
        m.kind === "matcher" &&
        Object.assign(m.self_test, { score: m.self_test.score > 0.5 ? 0 : 1 }),
    );
    const start = startInference({ ...SHIPPED, matcherDir: model.dir, threads: 1 });
    expectOneLine(await failureOf(start), model.dir, "matcher", "self-test");
  });

  test("when the reader no longer reads as its maker measured", async () => {
    using model = copyOf(READER);
    model.edit((m) => m.kind === "reader" && m.self_test.first_8.fill(1));
    const start = startInference({
      ...SHIPPED,
      readerDir: model.dir,
      threads: 1,
    });
    expectOneLine(await failureOf(start), model.dir, "self-test");
  });

  test("when the reader tells more or fewer things than its manifest says", async () => {
    using model = copyOf(READER);
    model.edit((m) => m.kind === "reader" && m.labels.push("more:still"));
    const start = startInference({
      ...SHIPPED,
      readerDir: model.dir,
      threads: 1,
    });
    expectOneLine(await failureOf(start), model.dir);
  });

  test.each<[string, (manifest: ReaderManifest) => unknown, string]>([
    [
      "a category",
      (m) => m.labels.splice(m.labels.indexOf("safety:emergency"), 1, "safety:none"),
      "safety:emergency",
    ],
    [
      "the threshold of a category",
      (m) => Reflect.deleteProperty(m.thresholds, "self_harm"),
      "self_harm",
    ],
  ])("when the reader does not know %s that the engine asks it for", async (_, change, named) => {
    using model = copyOf(READER);
    model.edit((m) => m.kind === "reader" && change(m));
    const places = { ...shippedModels(root), reader: model.dir };
    expectOneLine(
      await failureOf(openInference(places, { inferenceThreads: 1 })),
      `does not tell ${named}`,
    );
  });

  test("when folders are swapped", async () => {
    const places = { ...SHIPPED, threads: 1 };
    const swaps = [
      [{ rerankerDir: EMBEDDER, embedderDir: RERANKER }, "is not a reranker"],
      [{ embedderDir: READER, readerDir: EMBEDDER }, "is not an embedder"],
      [{ readerDir: EMBEDDER }, "is not a reader"],
      [{ matcherDir: RERANKER }, "is not a matcher"],
      [{ rerankerDir: MATCHER }, "is not a reranker"],
    ] as const;
    for (const [swapped, fault] of swaps)
      expect((await failureOf(startInference({ ...places, ...swapped }))).message).toContain(fault);
  });
});
