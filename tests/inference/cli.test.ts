/**
 * Guarantee: an operator can see which models are in use and that they are intact, and nothing else
 * is printed.
 *
 * @slow it starts the program
 */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { run, SOURCE } from "../support/program.ts";
import { copyOf, RERANKER, SHIPPED } from "./shipped.ts";

const KINDS = ["reranker", "embedder", "reader", "matcher"];
const STARTER = existsSync(join(import.meta.dir, "../../build/corpus/STARTER"));
if (!STARTER)
  process.stderr.write(
    "tests/inference: the starter corpus is not built (bun run setup); skipped\n",
  );

async function models(...words: string[]) {
  const data = temporaryFolder("models");
  try {
    return await run([...SOURCE, "models", ...words, "--data-dir", data.path]);
  } finally {
    data.remove();
  }
}

describe.skipIf(!STARTER)("models", () => {
  test("list shows all models with sizes and hashes", async () => {
    const { code, stdout, stderr } = await models("list");
    expect([code, stderr]).toEqual([0, ""]);
    for (const word of [...KINDS, " MB", "model_quantized.onnx"]) expect(stdout).toContain(word);
  });

  test("list --json is one JSON line", async () => {
    const { code, stdout } = await models("list", "--json");
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    const listed = (
      JSON.parse(stdout) as { models: { kind: string; bytes: number; digest: string }[] }
    ).models;
    expect(listed.map((model) => model.kind)).toEqual(KINDS);
    for (const model of listed) {
      expect(model.bytes).toBeGreaterThan(1000);
      expect(model.digest).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test("verify runs the self-tests and prints a line for each model", async () => {
    const { code, stdout, stderr } = await models("verify");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.match(/self-test passed/g)).toHaveLength(KINDS.length);
  });

  test("verify --json is one JSON line", async () => {
    const { code, stdout, stderr } = await models("verify", "--json");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      models: KINDS.map((kind) => ({ kind })),
    });
  });
});

describe("the native library and its wrapper print nothing", () => {
  const client = JSON.stringify(join(import.meta.dir, "../../src/inference/client.ts"));

  function script(rerankerDir: string): Promise<{ code: number; stdout: string; stderr: string }> {
    const code = `
      const { startInference } = await import(${client});
      const options = ${JSON.stringify({ ...SHIPPED, rerankerDir, threads: 1 })};
      const inference = await startInference(options);
      const scored = await inference.reranker.score("a private question", ["\\u0000", "x ".repeat(9999)]).catch((e) => e);
      process.stdout.write(scored.constructor.name);
      await inference.close();`;
    return run([process.execPath, "-e", code]);
  }

  test("while they work", async () => {
    expect(await script(RERANKER)).toEqual({ code: 0, stdout: "Array", stderr: "" });
  });

  test("when the model is beyond what its sequences allow", async () => {
    // Runs the graph with more positions than it has, so that every run fails inside the native
    // library.
    using model = copyOf(RERANKER);
    model.edit((manifest) => Object.assign(manifest, { max_tokens: 4096 }));
    const { code, stdout, stderr } = await script(model.dir);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "ServiceError", stderr: "" });
  });
});
