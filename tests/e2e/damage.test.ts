/**
 * Guarantee: a missing or damaged part stops the start with one line that names it and says what to
 * do.
 *
 * @slow it drives the executable
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { issueKey, run, serve } from "../support/program.ts";

const folder = temporaryFolder("damage");
const data = join(folder.path, "data");
afterAll(() => folder.remove());

function find(pattern: RegExp): string {
  const found = (readdirSync(data, { recursive: true }) as string[]).find((name) =>
    pattern.test(name),
  );
  if (found === undefined) throw new Error(`nothing like ${pattern} in the data directory`);
  return join(data, found);
}

async function startFails(): Promise<string> {
  const outcome = await run([EXECUTABLE, "serve", "--port", "0", "--data-dir", data]);
  expect(outcome.code).toBe(1);
  const lines = outcome.stderr.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
  expect(lines.length).toBe(1);
  expect(outcome.stdout).not.toContain("ready");
  expect(lines[0]).not.toMatch(/\bat .*:\d+:\d+|\$bunfs/);
  return lines[0] ?? "";
}

describe.skipIf(!HAS_EXECUTABLE)("a damaged part", () => {
  beforeAll(async () => {
    await issueKey([EXECUTABLE], data);
    const service = await serve([EXECUTABLE], data);
    expect(await service.stop()).toBe(0);
  });

  test.each([
    [
      "the reranker's weights",
      /reranker\/onnx\/model_quantized\.onnx$/,
      /reranker.*(damaged|missing)/,
    ],
    ["the embedder's tokenizer", /embedder\/tokenizer\.json$/, /tokenizer\.json/],
    ["the reader's weights", /reader\/onnx\/model_quantized\.onnx$/, /reader.*(damaged|missing)/],
    [
      "the matcher's weights",
      /matcher\/onnx\/model_quantized\.onnx$/,
      /matcher.*(damaged|missing)/,
    ],
    ["the inference library", /native\/libonnxruntime\.so\.1$/, /libonnxruntime/],
    ["the index library", /native\/lancedb\.node$/, /lancedb\.node/],
    [
      "the corpus index",
      /^corpus\/corpus-[0-9a-f]+\/index\/passages\.lance\/data\/.*\.lance$/,
      /corpus/,
    ],
    ["the corpus records", /^corpus\/corpus-[0-9a-f]+\/records\.ndjson$/, /records\.ndjson/],
    ["the guidance", /^corpus\/corpus-[0-9a-f]+\/guidance\.ndjson$/, /guidance\.ndjson/],
    ["the state store", /phasewise\.sqlite$/, /sqlite|database/],
  ])("%s", async (_, pattern, names) => {
    const path = find(pattern);
    const kept = join(folder.path, "kept");
    copyFileSync(path, kept);
    chmodSync(path, 0o600);
    const bytes = readFileSync(path);
    const start = Math.floor(bytes.length / 2);
    if (pattern.source.includes("sqlite")) bytes.fill(0x41, 0, 100);
    else bytes[start] = (bytes[start] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
    try {
      expect(await startFails()).toMatch(names);
      rmSync(path);
      // A missing database is a fresh one; every other part is missed.
      if (!pattern.source.includes("sqlite")) expect(await startFails()).toMatch(names);
    } finally {
      copyFileSync(kept, path);
    }
  });

  test("a taken port", async () => {
    const taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const outcome = await run([
      EXECUTABLE,
      "serve",
      "--port",
      String(taken.port),
      "--data-dir",
      data,
    ]);
    taken.stop();
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/port/i);
  });

  test("a wrong flag is a usage error that names it", async () => {
    const outcome = await run([
      EXECUTABLE,
      "serve",
      "--port",
      "99999",
      "--environments",
      "moon",
      "--data-dir",
      data,
    ]);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toMatch(/--port.*--environments/);
  });
});
