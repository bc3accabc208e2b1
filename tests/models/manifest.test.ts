/** Guarantee: a model folder that is not whole is never used, and one line says which file is wrong and what to do. */
import { describe, expect, test } from "bun:test";
import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../src/contract/error.ts";
import { startInference } from "../../src/models/client.ts";
import { type Manifest, modelDigest, readManifest, verifyModel } from "../../src/models/manifest.ts";
import { copyOf, EMBEDDER, failureOf, RERANKER } from "./shipped.ts";

const WEIGHTS = "onnx/model_quantized.onnx";

function expectOneLine(error: Error, ...words: string[]): void {
  expect(error).toBeInstanceOf(OperatorError);
  expect(error.message).not.toContain("\n");
  for (const word of [...words, "put back the model folder"]) expect(error.message).toContain(word);
}

test("the shipped models are whole", async () => {
  expect((await verifyModel(RERANKER)).kind).toBe("reranker");
  expect((await verifyModel(EMBEDDER)).kind).toBe("embedder");
});

describe("a damaged folder is refused:", () => {
  test("one flipped bit in the weights", async () => {
    using model = copyOf(RERANKER);
    const path = join(model.dir, WEIGHTS);
    const bytes = readFileSync(path);
    const middle = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    writeFileSync(path, bytes);
    expectOneLine(await failureOf(verifyModel(model.dir)), WEIGHTS, "does not have its listed hash");
  });

  test("a missing file", async () => {
    using model = copyOf(EMBEDDER);
    rmSync(join(model.dir, "tokenizer.json"));
    expectOneLine(await failureOf(verifyModel(model.dir)), "tokenizer.json", "is missing");
  });

  test("a cut file", async () => {
    using model = copyOf(EMBEDDER);
    truncateSync(join(model.dir, WEIGHTS), 1000);
    expectOneLine(await failureOf(verifyModel(model.dir)), WEIGHTS, "wrong size");
  });

  test("no folder at all", async () => {
    expectOneLine(await failureOf(verifyModel("/nonexistent/model")), "/nonexistent/model", "manifest.json");
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
    const start = startInference({ rerankerDir: model.dir, embedderDir: EMBEDDER, threads: 1 });
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
    ["with weights in another folder", (m) => Object.assign(m, { weights: "../model.onnx" }), "/weights"],
    ["with an unknown activation", (m) => Object.assign(m, { activation: "tanh" }), "/activation"],
    ["with a hash that is none", (m) => Object.assign(m.files[0] ?? {}, { sha256: "abc" }), "sha256"],
  ];
  test.each(faults)("%s", (_, change, named) => {
    using model = copyOf(RERANKER);
    model.edit(change);
    expect(() => readManifest(model.dir)).toThrow(named);
    expect(() => readManifest(model.dir)).toThrow(OperatorError);
  });

  test("that is not JSON", () => {
    using model = copyOf(RERANKER);
    writeFileSync(join(model.dir, "manifest.json"), "{");
    expect(() => readManifest(model.dir)).toThrow("is not JSON");
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
      (m) => m.kind === "reranker" && Object.assign(m.self_test, { score: m.self_test.score > 0.5 ? 0 : 1 }),
    );
    const start = startInference({ rerankerDir: model.dir, embedderDir: EMBEDDER, threads: 1 });
    expectOneLine(await failureOf(start), model.dir, "self-test");
  });

  test("when the two folders are swapped", async () => {
    const start = startInference({ rerankerDir: EMBEDDER, embedderDir: RERANKER, threads: 1 });
    expect((await failureOf(start)).message).toContain("is not a reranker");
  });
});
