/**
 * Guarantee: an operator can use a cross-encoder that was made elsewhere, whatever its family. It
 * is run as its own files say, its folder is never written, and an incomplete folder is refused
 * with one line that names the file.
 *
 * @slow it starts the program
 */
import { afterAll, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { OperatorError } from "../../src/contract/error.ts";
import { examineReranker } from "../../src/inference/examine-reranker.ts";
import { assemblePair } from "../../src/inference/pairs.ts";
import { loadCrossEncoder } from "../../src/inference/session.ts";
import { loadTokenizer } from "../../src/inference/tokenizer.ts";
import { openEngine } from "../../src/service/engine.ts";
import { run, SOURCE } from "../support/program.ts";
import { FAMILIES, failureOf, SHIPPED } from "./shipped.ts";

const FIXTURES = join(import.meta.dir, "fixtures");
const STARTER = existsSync(join(import.meta.dir, "../../build/corpus/STARTER"));
const OPTIONS = { ...SHIPPED, threads: 1 };

interface Golden {
  query: string;
  passage: string;
  ids: number[];
  segments: number[];
  logits: number[];
}

const REFERENCE = JSON.parse(readFileSync(join(FIXTURES, "pairs.json"), "utf8")) as Record<
  string,
  Omit<Golden, "logits">[]
>;

const folders: ReturnType<typeof temporaryFolder>[] = [];
afterAll(() => {
  for (const folder of folders) folder.remove();
});

function emptyFolder(): string {
  const folder = temporaryFolder("foreign");
  folders.push(folder);
  return folder.path;
}

/** A copy of the BERT folder, damaged or changed by `change`. */
function bertWith(change: (dir: string) => void): string {
  const dir = join(emptyFolder(), "reranker");
  cpSync(join(FIXTURES, "bert"), dir, { recursive: true });
  change(dir);
  return dir;
}

const useWeights = (name: string) => (dir: string) =>
  copyFileSync(join(FIXTURES, "faulty", name), join(dir, "onnx/model.onnx"));

const asFolder = (name: string) => (dir: string) => {
  rmSync(join(dir, name));
  mkdirSync(join(dir, name));
};

const editJson = (name: string, members: Record<string, unknown>) => (dir: string) => {
  const path = join(dir, name);
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...members }));
};

function goldenOf(family: string): Golden {
  return JSON.parse(readFileSync(join(FIXTURES, family, "golden.json"), "utf8")) as Golden;
}

const examinations = new Map<string, ReturnType<typeof examineReranker>>();

/** What is said of a family's folder; each examination loads three models, so one is enough. */
function examined(family: string): ReturnType<typeof examineReranker> {
  const known = examinations.get(family) ?? examineReranker(join(FIXTURES, family), OPTIONS);
  examinations.set(family, known);
  return known;
}

const logistic = (value: number) => 1 / (1 + Math.exp(-value));

describe.each(FAMILIES)("%s", (family) => {
  const dir = join(FIXTURES, family);
  const golden = goldenOf(family);

  test("a pair is put together as the family does, and scored as numpy scores it", async () => {
    const { manifest } = await examined(family);
    const tokenizer = await loadTokenizer(dir);
    const encode = (text: string) => tokenizer.encode(text, manifest.max_tokens);
    const pair = assemblePair(encode(golden.query), encode(golden.passage), tokenizer, {
      maxTokens: manifest.max_tokens,
      queryTokensMax: manifest.pair.query_tokens_max,
      exactMatchSegments: manifest.pair.exact_match_segments,
      stopwords: new Set(),
    });
    expect(pair).toEqual({ ids: golden.ids, segments: golden.segments });
    const [first = Number.NaN, second] = golden.logits;
    const [score] = await (await loadCrossEncoder(dir, manifest, 1)).score(golden.query, [
      golden.passage,
    ]);
    expect(score).toBeCloseTo(logistic(second === undefined ? first : second - first), 5);
  });

  test("odd texts and their pair become the tokens and segments that the reference library makes of them", async () => {
    const tokenizer = await loadTokenizer(dir);
    const rules = {
      maxTokens: 512,
      queryTokensMax: 512,
      exactMatchSegments: false,
      stopwords: new Set<string>(),
    };
    for (const { query, passage, ids, segments } of REFERENCE[family] ?? []) {
      const pair = assemblePair(
        tokenizer.encode(query, 512),
        tokenizer.encode(passage, 512),
        tokenizer,
        rules,
      );
      expect({ query, ...pair }).toEqual({ query, ids, segments });
    }
    expect(REFERENCE[family]?.length).toBeGreaterThan(5);
  });

  test("no text can forge a special token, also by letters that are folded into one", async () => {
    const tokenizer = await loadTokenizer(dir);
    const { before, between, after } = tokenizer.template.pair;
    const special = [...before, ...between, ...after].map((slot) => slot.id);
    for (const text of [
      "heart </s> rate",
      "＜／ｓ＞ heart ＜s＞",
      "[SEP] heart [CLS]",
      "［SEP］",
      "</s></s>",
    ]) {
      expect(tokenizer.encode(text, 64).filter((id) => special.includes(id))).toEqual([]);
    }
  });
});

describe("what the folder says decides", () => {
  test("how many tokens a pair may have, and which of several weights is taken", async () => {
    const found = await Promise.all(FAMILIES.map(examined));
    expect(found.map(({ manifest }) => [manifest.max_tokens, manifest.weights])).toEqual([
      [128, "onnx/model.onnx"],
      [128, "onnx/model_quantized.onnx"],
      [512, "onnx/model_int8.onnx"],
      [128, "onnx/model.onnx"],
      [128, "onnx/model.onnx"],
      [128, "onnx/model.onnx"],
    ]);
  });

  const IDENTITY = "torch.nn.modules.linear.Identity";
  test.each([
    ["config.json", { sentence_transformers: { activation_fn: IDENTITY } }],
    ["config.json", { sbert_ce_default_activation_function: IDENTITY }],
    ["config_sentence_transformers.json", { activation_fn: IDENTITY }],
  ])(
    "raw logits within [0,1] are taken as they are where %s asks for it: %p",
    async (file, members) => {
      const dir = bertWith((folder) => {
        useWeights("unit.onnx")(folder);
        if (!existsSync(join(folder, file))) writeFileSync(join(folder, file), "{}");
        editJson(file, members)(folder);
      });
      const { manifest, relevant, irrelevant, remark } = await examineReranker(dir, OPTIONS);
      expect([manifest.activation, remark]).toEqual(["identity", null]);
      expect(relevant).toBeLessThan(0.5);
      expect(irrelevant).toBeGreaterThan(0);
    },
  );

  test("raw logits beyond [0,1] would all be cut to 0 or 1: their sigmoid is taken, and that is said", async () => {
    const { manifest, remark } = await examined("xlm-roberta");
    expect(manifest.activation).toBe("sigmoid");
    expect(remark).toContain("sigmoid");
  });

  test("a config that does not count its classes leaves it to the graph", async () => {
    const dir = bertWith((folder) => {
      useWeights("two-classes.onnx")(folder);
      editJson("config.json", { id2label: undefined })(folder);
    });
    const { manifest, relevant, irrelevant } = await examineReranker(dir, OPTIONS);
    expect(manifest.classes).toBeUndefined();
    expect(relevant).toBeGreaterThan(irrelevant);
  });
});

describe("refused with one line that names the file:", () => {
  const write = (name: string, text: string) => (dir: string) =>
    writeFileSync(join(dir, name), text);
  const remove = (name: string) => (dir: string) => rmSync(join(dir, name), { recursive: true });
  const labels = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [i, `L${i}`]));
  const WEIGHTS = "onnx/model.onnx";
  /** A name of the same length can be exchanged without knowing the format. */
  const renamed = (from: string, to: string) => (dir: string) => {
    const path = join(dir, WEIGHTS);
    writeFileSync(path, readFileSync(path, "latin1").replaceAll(from, to), "latin1");
  };
  const faults: [string, (dir: string) => void, string, string][] = [
    ["no config", remove("config.json"), "config.json", "is missing"],
    ["no tokenizer", remove("tokenizer.json"), "tokenizer.json", "is missing"],
    ["no tokenizer config", remove("tokenizer_config.json"), "tokenizer_config.json", "is missing"],
    ["no weights", remove(WEIGHTS), WEIGHTS, "is missing"],
    ["a folder for the config", asFolder("config.json"), "config.json", "is not a file"],
    ["a folder for the weights", asFolder(WEIGHTS), WEIGHTS, "is not a file"],
    [
      "a tokenizer without tokens",
      editJson("tokenizer.json", { added_tokens: null }),
      "tokenizer.json",
      "/added_tokens",
    ],
    [
      "a tokenizer without words",
      editJson("tokenizer.json", { model: {} }),
      "tokenizer.json",
      "/model/vocab",
    ],
    [
      "no room for a token",
      editJson("config.json", { max_position_embeddings: -1 }),
      "config.json",
      "/max_position_embeddings",
    ],
    ["no folder of weights", remove("onnx"), WEIGHTS, "is missing"],
    ["a cut config", write("config.json", '{"model_type":'), "config.json", "not JSON"],
    ["a cut tokenizer", write("tokenizer.json", '{"model":'), "tokenizer.json", "not JSON"],
    [
      "a config of another shape",
      editJson("config.json", { num_labels: "one" }),
      "config.json",
      "/num_labels",
    ],
    [
      "three classes in words",
      editJson("config.json", { id2label: labels(3) }),
      "config.json",
      "3 classes",
    ],
    [
      "an unknown activation",
      editJson("config.json", { sentence_transformers: { activation_fn: "torch.nn.Tanh" } }),
      "config.json",
      "Tanh",
    ],
    [
      "no pair template",
      editJson("tokenizer.json", { post_processor: null }),
      "tokenizer.json",
      "post_processor",
    ],
    ["weights that are no model", write(WEIGHTS, "not a model"), WEIGHTS, "cannot be used"],
    ["three classes in the graph", useWeights("three-classes.onnx"), WEIGHTS, "3 logits"],
    [
      "more classes than its config says",
      useWeights("two-classes.onnx"),
      WEIGHTS,
      "2 logits a pair, not 1",
    ],
    [
      "fewer positions than its config says",
      useWeights("few-positions.onnx"),
      WEIGHTS,
      "cannot score a pair",
    ],
    ["no output of that name", renamed("logits", "scores"), WEIGHTS, "no output logits"],
    [
      "an input nobody gives",
      renamed("token_type_ids", "personal_texts"),
      WEIGHTS,
      "personal_texts",
    ],
    [
      "pairs too short for two texts",
      editJson("config.json", { max_position_embeddings: 15 }),
      "config.json",
      "15 tokens",
    ],
    ["values that are not finite", useWeights("not-finite.onnx"), WEIGHTS, "not finite"],
    ["a model that ranks the wrong way round", useWeights("reversed.onnx"), WEIGHTS, "not above"],
  ];

  test.each(faults)("%s", async (_, change, file, word) => {
    const dir = bertWith(change);
    const error = await failureOf(examineReranker(dir, OPTIONS));
    expect(error).toBeInstanceOf(OperatorError);
    expect(error.message).not.toContain("\n");
    expect(error.message).toContain(join(dir, file));
    expect(error.message).toContain(word);
  });
});

describe.skipIf(!STARTER)("models use", () => {
  const models = (dataDir: string, ...words: string[]) =>
    run([...SOURCE, "models", ...words, "--data-dir", dataDir]);
  const listed = async (dataDir: string) =>
    (
      JSON.parse((await models(dataDir, "list", "--json")).stdout) as {
        models: { id: string; dir: string }[];
      }
    ).models[0];

  test("points to a folder and back; each has its own model_version; the folder is not written", async () => {
    const data = emptyFolder();
    const dir = bertWith(() => undefined);
    const before = statSync(dir).mtimeMs;
    const versionNow = async () => {
      const engine = await openEngine({ dataDir: data, inferenceThreads: 1 });
      await engine.close();
      return engine.model_version;
    };
    const shipped = await versionNow();
    const used = await models(data, "use", "reranker", dir, "--json");
    expect([used.code, used.stderr]).toEqual([0, ""]);
    expect(JSON.parse(used.stdout)).toMatchObject({
      id: "reranker",
      dir,
      activation: "sigmoid",
      classes: 1,
    });
    expect((await listed(data))?.dir).toBe(dir);
    expect(await versionNow()).not.toBe(shipped);
    const verified = await models(data, "verify");
    expect([verified.code, verified.stdout.match(/self-test passed/g)?.length]).toEqual([0, 4]);
    expect(statSync(dir).mtimeMs).toBe(before);
    expect(existsSync(join(dir, "manifest.json"))).toBe(false);
    expect((await models(data, "use", "reranker", "default")).code).toBe(0);
    expect((await listed(data))?.id).toContain("phasewise");
    expect(await versionNow()).toBe(shipped);
  });

  test("a refused folder leaves the one in use", async () => {
    const data = emptyFolder();
    expect((await models(data, "use", "reranker", join(FIXTURES, "modernbert"))).code).toBe(0);
    const dir = bertWith(useWeights("reversed.onnx"));
    const refused = await models(data, "use", "reranker", dir);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(refused.stderr).toContain(join(dir, "onnx/model.onnx"));
    expect((await listed(data))?.id).toBe("modernbert");
  });

  test("a file that was changed afterwards stops every start until the operator decides", async () => {
    const data = emptyFolder();
    const dir = bertWith(() => undefined);
    await models(data, "use", "reranker", dir);
    editJson("config.json", { extra: 1 })(dir);
    for (const command of ["verify", "list"]) {
      const stopped = await models(data, command);
      expect([stopped.code, stopped.stdout]).toEqual([1, ""]);
      for (const word of [join(dir, "config.json"), "wrong size", "models use reranker default"]) {
        expect(stopped.stderr).toContain(word);
      }
    }
    expect((await models(data, "use", "reranker", "default")).code).toBe(0);
    expect((await models(data, "verify")).code).toBe(0);
  });

  test("a damaged note of the choice is named, and can be withdrawn", async () => {
    const data = emptyFolder();
    await models(data, "use", "reranker", join(FIXTURES, "bert"));
    const note = join(data, "models/reranker.json");
    writeFileSync(note, readFileSync(note, "utf8").slice(0, 100));
    const stopped = await models(data, "list");
    expect([stopped.code, stopped.stderr.includes(`${note} is damaged`)]).toEqual([1, true]);
    expect((await models(data, "use", "reranker", "default")).code).toBe(0);
    expect((await models(data, "list")).code).toBe(0);
  });

  test.each([
    [["embedder", "/tmp"], 1, "the embedder cannot be exchanged"],
    [["reranker", "/nonexistent/folder"], 1, "there is no folder /nonexistent/folder"],
    [["reader", "/tmp"], 2, "give reranker"],
    [["writer", "/tmp"], 2, "give reranker"],
    [["reranker"], 2, "KIND DIR"],
  ])("%p ends with exit %d and one line", async (words, code, line) => {
    const outcome = await models(emptyFolder(), "use", ...words);
    expect([outcome.code, outcome.stdout]).toEqual([code, ""]);
    expect(outcome.stderr).toContain(line);
    expect(outcome.stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
