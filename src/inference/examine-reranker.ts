/**
 * Examines whether a reranker on disk can serve. It is loaded as the service would load it, and
 * must score a passage that answers a question above one that does not.
 * @module
 */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { OperatorError, ServiceError } from "../contract/error.ts";
import { type InferenceOptions, startInference } from "./client.ts";
import { type ForeignModel, readForeignModel } from "./foreign-reranker.ts";
import { MANIFEST, type RerankerManifest, readManifest } from "./manifest.ts";
import { logistic } from "./relevance.ts";

const QUESTION = "Is heart rate variability lower in the luteal phase of the menstrual cycle?";
const RELEVANT =
  "Heart rate variability across the menstrual cycle. Heart rate variability was lower in the luteal phase than in the follicular phase of the menstrual cycle.";
const IRRELEVANT =
  "The harbour was dredged twice in the eighteenth century so that larger ships could be unloaded at the town's quay.";
/**
 * Longer than any model here reads. It shows whether the model really accepts as many tokens as its
 * config says.
 */
const LONG = `${RELEVANT} `.repeat(40);
/** Another processor rounds differently; a wrong file is much further off. */
const SELF_TEST_TOLERANCE = 0.02;
const REMEDY = "the reranker in use stays";
/** A large model on one core takes seconds for the long pair. */
const DEADLINE_MS = 120_000;

export interface ExaminedReranker {
  manifest: RerankerManifest;
  relevant: number;
  irrelevant: number;
  /**
   * What was decided against the folder's own config, for the operator to read; null where nothing
   * was.
   */
  remark: string | null;
}

type Options = Pick<InferenceOptions, "embedderDir" | "readerDir" | "matcherDir" | "threads">;

function generated(dir: string, model: ForeignModel): RerankerManifest {
  return {
    id: basename(dir),
    kind: "reranker",
    format: 1,
    files: model.files,
    dtype: /q|int8/.test(basename(model.weights)) ? "q8" : "fp32",
    weights: model.weights,
    max_tokens: model.max_tokens,
    activation: model.activation,
    ...(model.classes === null ? {} : { classes: model.classes }),
    // A plain pair: nothing is marked, and only the pair as a whole is cut.
    pair: { query_tokens_max: model.max_tokens, exact_match_segments: false, stopwords: [] },
    // Accepts any score, because this run is what finds the expected one.
    self_test: { query: QUESTION, passage: RELEVANT, score: 0.5, tolerance: Number.MAX_VALUE },
  };
}

interface Scores {
  relevant: number;
  irrelevant: number;
}

async function measure(dir: string, manifest: RerankerManifest, options: Options): Promise<Scores> {
  const inference = await startInference({
    ...options,
    rerankerDir: dir,
    reranker: { dir, manifest, remedy: REMEDY },
    deadlineMs: DEADLINE_MS,
  });
  try {
    const [relevant = Number.NaN, irrelevant = Number.NaN] = await inference.reranker.score(
      QUESTION,
      [RELEVANT, IRRELEVANT, LONG],
    );
    return { relevant, irrelevant };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const why = (error.internal ?? error.message).replaceAll(/\s+/g, " ");
    throw new OperatorError(
      `${join(dir, manifest.weights ?? "")} cannot score a pair: ${why}; ${REMEDY}`,
    );
  } finally {
    await inference.close();
  }
}

async function examineForeign(dir: string, options: Options): Promise<ExaminedReranker> {
  const model = await readForeignModel(dir);
  const manifest = generated(dir, model);
  const raw = await measure(dir, manifest, options);
  const inside = Object.values(raw).every((score) => score >= 0 && score <= 1);
  if (manifest.activation !== "identity" || inside) return { manifest, ...raw, remark: null };
  return {
    manifest: { ...manifest, activation: "sigmoid" },
    relevant: logistic(raw.relevant),
    irrelevant: logistic(raw.irrelevant),
    remark: "its config asks for raw logits, but they leave [0,1]: relevance is their sigmoid",
  };
}

async function examineOwn(dir: string, options: Options): Promise<ExaminedReranker> {
  const manifest = readManifest(dir);
  if (manifest.kind !== "reranker")
    throw new OperatorError(`the model in ${dir} is not a reranker`);
  return { manifest, ...(await measure(dir, manifest, options)), remark: null };
}

/**
 * Examines a folder with a manifest of our training programs, or any cross-encoder in
 * transformers.js layout.
 * @throws OperatorError with one line that names the file and the fault
 */
export async function examineReranker(dir: string, options: Options): Promise<ExaminedReranker> {
  const own = existsSync(join(dir, MANIFEST));
  const examined = own ? await examineOwn(dir, options) : await examineForeign(dir, options);
  const { manifest, relevant, irrelevant } = examined;
  if (!(relevant > irrelevant)) {
    throw new OperatorError(
      `${join(dir, manifest.weights ?? "")} ranks a passage that answers a question (${relevant.toPrecision(3)}) not above one about something else (${irrelevant.toPrecision(3)}); ${REMEDY}`,
    );
  }
  if (own) return examined;
  const self_test = { ...manifest.self_test, score: relevant, tolerance: SELF_TEST_TOLERANCE };
  return { ...examined, manifest: { ...manifest, self_test } };
}
