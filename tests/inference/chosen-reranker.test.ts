/**
 * Guarantee: a reranker that the operator chose is used only while every file is the one that was
 * examined. Otherwise one line names the file and the remedy.
 *
 * @slow it loads the models
 */
import { afterAll, beforeEach, expect, test } from "bun:test";
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { OperatorError } from "../../src/contract/error.ts";
import { readChosenReranker, writeChosenReranker } from "../../src/inference/chosen-reranker.ts";
import { startInference } from "../../src/inference/client.ts";
import { foreignManifest } from "./foreign-manifest.ts";
import { failureOf, SHIPPED } from "./shipped.ts";

const folder = temporaryFolder("choice");
afterAll(() => folder.remove());

const dir = join(folder.path, "reranker");
const note = join(folder.path, "models/reranker.json");

beforeEach(async () => {
  rmSync(dir, { recursive: true, force: true });
  cpSync(join(import.meta.dir, "fixtures/deberta-v3"), dir, { recursive: true });
  writeChosenReranker(note, dir, await foreignManifest(dir));
});

const start = () =>
  startInference({
    ...SHIPPED,
    reranker: readChosenReranker(note),
    threads: 1,
  });

/** Keeps the size, so that only the hash can tell. */
function flipBit(path: string): void {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  writeFileSync(path, bytes);
}

const FILES = ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model.onnx"];

test.each(FILES)("a flipped bit, a cut and a missing %s each stop the start", async (file) => {
  const path = join(dir, file);
  const faults: [() => void, string][] = [
    [() => flipBit(path), "does not have its listed hash"],
    [() => truncateSync(path, 10), "wrong size"],
    [() => rmSync(path), "is missing"],
  ];
  for (const [damage, word] of faults) {
    damage();
    const error = await failureOf(start());
    expect(error).toBeInstanceOf(OperatorError);
    expect(error.message).not.toContain("\n");
    for (const part of [path, word, "models use reranker default"])
      expect(error.message).toContain(part);
  }
});

test("a folder that is gone stops the start", async () => {
  rmSync(dir, { recursive: true });
  expect((await failureOf(start())).message).toContain(`${join(dir, "config.json")} is missing`);
});
