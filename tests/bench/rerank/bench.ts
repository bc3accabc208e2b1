/**
 * `bun run bench:rerank`: the product's reranker beside the plain call of the same weights, in one
 * run on this machine.
 *
 *     bun run bench:rerank                  15 rounds of 32 pairs on 2 threads
 *     bun run bench:rerank --rounds 30 --threads 4 --json
 *
 * Each round draws new pairs and times, in alternating order, our way (first with passages it has
 * never seen, then again with their tokens remembered) and the plain call. Figures of different
 * runs must not be compared.
 */
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { temporaryFolder } from "../../../scripts/support/temporary-folder.ts";
import { startInference } from "../../../src/inference/client.ts";
import { type RerankerManifest, readManifest, weightsOf } from "../../../src/inference/manifest.ts";
import { assemblePair, type Pair } from "../../../src/inference/pairs.ts";
import { loadTokenizer } from "../../../src/inference/tokenizer.ts";
import { seededChance } from "../../../src/refresh/retry.ts";
import { RERANKER, SHIPPED } from "../../inference/shipped.ts";
import { percentile } from "../../support/percentile.ts";
import { int8Instructions, largeProduct, profileKernels } from "./kernels.ts";
import { type PairGroup, pairMaker } from "./pairs.ts";
import { loadPlain, PLAIN_GRAPHS, plainFolder } from "./plain.ts";

const SEED = 160;
/** One request asks up to four questions. */
const QUESTIONS = 4;
const PASSAGES_EACH = 8;
/** Threads of a session that has just run spin for a moment: nobody else is timed meanwhile. */
const PAUSE_MS = 60;
const PRODUCTS_A_ROUND = 3;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    threads: { type: "string", default: "2" },
    json: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const threads = Number(values.threads);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(threads) || threads < 1) {
  process.stderr.write("bench:rerank: --rounds and --threads are whole numbers from 1\n");
  process.exit(1);
}

function shippedReranker(): RerankerManifest {
  const manifest = readManifest(RERANKER);
  if (manifest.kind !== "reranker") throw new Error(`${RERANKER} holds no reranker`);
  return manifest;
}

const manifest = shippedReranker();
const load = loadavg()[0] ?? 0;
const tokenizer = await loadTokenizer(RERANKER);
const ours = await startInference({ ...SHIPPED, threads });
const folder = plainFolder(manifest);
const options = { maxTokens: manifest.max_tokens, threads };
const exported = await loadPlain(folder, PLAIN_GRAPHS.exported, options);
const fused = await loadPlain(folder, PLAIN_GRAPHS.fused, options);
const product = await largeProduct(join(folder, "onnx/product.onnx"), threads);
const maker = pairMaker(tokenizer, seededChance(SEED));

async function scoreOurs(groups: readonly PairGroup[]): Promise<number[]> {
  const scores: number[] = [];
  for (const { question, passages } of groups)
    scores.push(...(await ours.reranker.score(question, passages)));
  return scores;
}

/** The pairs as the product puts them together. */
function assembled(groups: readonly PairGroup[]): Pair[] {
  const { query_tokens_max, exact_match_segments, stopwords } = manifest.pair;
  const rules = {
    maxTokens: manifest.max_tokens,
    queryTokensMax: query_tokens_max,
    exactMatchSegments: exact_match_segments,
    stopwords: new Set(stopwords),
  };
  const encode = (text: string) => tokenizer.encode(text, manifest.max_tokens);
  return groups.flatMap(({ question, passages }) =>
    passages.map((passage) => assemblePair(encode(question), encode(passage), tokenizer, rules)),
  );
}

const times = {
  ours_cold_ms: [] as number[],
  ours_ms: [] as number[],
  plain_ms: [] as number[],
  plain_fused_ms: [] as number[],
};
type Way = keyof typeof times;
const lengths: number[] = [];
const lengthOfRound: number[] = [];
const productRates: number[] = [];
const differences: number[] = [];

async function timed(way: Way | null, work: () => Promise<unknown>): Promise<void> {
  await Bun.sleep(PAUSE_MS);
  const started = performance.now();
  await work();
  if (way !== null) times[way].push(performance.now() - started);
}

/** @param counts false for the round that warms up */
async function round(number: number, counts: boolean): Promise<void> {
  const groups = maker.next(QUESTIONS, PASSAGES_EACH);
  const pairs = assembled(groups);
  const way = (name: Way) => (counts ? name : null);
  const turns = [
    async () => {
      await timed(way("ours_cold_ms"), () => scoreOurs(groups));
      await timed(way("ours_ms"), () => scoreOurs(groups));
    },
    () => timed(way("plain_ms"), () => exported.score(groups)),
    () => timed(way("plain_fused_ms"), () => fused.score(groups)),
  ];
  for (const turn of number % 2 === 0 ? turns : turns.reverse()) await turn();
  if (!counts) return;
  for (let i = 0; i < PRODUCTS_A_ROUND; i++) {
    const started = performance.now();
    productRates.push((await product()) / (performance.now() - started));
  }
  lengths.push(...pairs.map(({ ids }) => ids.length));
  lengthOfRound.push(pairs.reduce((sum, { ids }) => sum + ids.length, 0));
  if (number > 0) return;
  const scores = await scoreOurs(groups);
  for (const [i, pair] of pairs.entries()) {
    const logit = await fused.logit(pair);
    differences.push(Math.abs(1 / (1 + Math.exp(-logit)) - (scores[i] ?? Number.NaN)));
  }
}

await round(1, false);
for (let i = 0; i < rounds; i++) {
  if (!values.json) process.stderr.write(`\rround ${i + 1} of ${rounds} `);
  await round(i, true);
}
if (!values.json) process.stderr.write("\r\u001b[K");

await ours.close();
const pairs = assembled(maker.next(QUESTIONS, PASSAGES_EACH));
const temporary = temporaryFolder("profile");
const profile = await profileKernels(join(RERANKER, weightsOf(manifest)), pairs, {
  threads,
  folder: temporary.path,
}).finally(() => temporary.remove());

const median = (samples: readonly number[]) => percentile(samples, 0.5);
const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
const medians = Object.fromEntries(
  Object.entries(times).map(([name, samples]) => [name, median(samples)]),
) as Record<Way, number>;
const tokensProfiled = pairs.reduce((sum, { ids }) => sum + ids.length, 0);
const perToken = profile.int8MultiplyAdds / tokensProfiled;
const kernelMs = profile.kernels.reduce((sum, { ms }) => sum + ms, 0);
const int8Kernel = profile.kernels.find(({ operator }) => operator === "MatMulIntegerToFloat");
/** Billions of multiplications and additions a second; one multiply-add is two. */
const gops = (multiplyAddsPerMs: number) => (multiplyAddsPerMs * 2) / 1e6;
const achieved = gops(
  median(times.ours_ms.map((ms, i) => ((lengthOfRound[i] ?? 0) * perToken) / ms)),
);
const inKernels = gops(profile.int8MultiplyAdds / (int8Kernel?.ms ?? Number.NaN));
const peak = gops(Math.max(...productRates));
const report = {
  processor: cpus()[0]?.model ?? "unknown",
  cores: navigator.hardwareConcurrency,
  int8_instructions: int8Instructions(readFileSync("/proc/cpuinfo", "utf8")),
  load_before: load,
  threads,
  rounds,
  pairs: QUESTIONS * PASSAGES_EACH,
  tokens: { mean: mean(lengths), min: Math.min(...lengths), max: Math.max(...lengths) },
  ...medians,
  plain_over_ours: medians.plain_ms / medians.ours_ms,
  plain_over_ours_cold: medians.plain_ms / medians.ours_cold_ms,
  plain_fused_over_ours: medians.plain_fused_ms / medians.ours_ms,
  score_difference_max: Math.max(...differences),
  int8_multiply_adds_per_token: perToken,
  int8_gops: achieved,
  int8_gops_in_kernels: inKernels,
  int8_peak_gops: peak,
  share_of_peak: achieved / peak,
  kernels: profile.kernels.map(({ operator, nodes, ms }) => ({
    operator,
    nodes,
    share: ms / kernelMs,
  })),
};

if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
else {
  const line = (name: string, text: string) => process.stdout.write(`${name.padEnd(46)}${text}\n`);
  const spread = (way: Way) =>
    `${medians[way].toFixed(1)} ms  (${Math.min(...times[way]).toFixed(1)} to ${Math.max(...times[way]).toFixed(1)})`;
  line("processor", `${report.processor}, ${report.cores} cores, ${report.int8_instructions}`);
  line(
    "load before the run",
    `${load.toFixed(2)}${load > 0.5 ? "  OTHER WORK IS RUNNING: do not trust the times" : ""}`,
  );
  line(
    "pairs",
    `${report.pairs} a round, ${rounds} rounds, ${report.tokens.mean.toFixed(0)} tokens on average (${report.tokens.min} to ${report.tokens.max}), ${threads} threads`,
  );
  line("ours, int8, median of the rounds", spread("ours_ms"));
  line("ours, passages never seen before", spread("ours_cold_ms"));
  line("plain call, fp32, exporter's graph", spread("plain_ms"));
  line("plain call, fp32, our graph", spread("plain_fused_ms"));
  line(
    "plain / ours",
    `${report.plain_over_ours.toFixed(2)} (passages never seen: ${report.plain_over_ours_cold.toFixed(2)})`,
  );
  line("plain with our graph / ours", report.plain_fused_over_ours.toFixed(2));
  line("largest difference of a score, int8 to fp32", report.score_difference_max.toFixed(4));
  line("int8 multiply-adds a token", `${(perToken / 1e6).toFixed(3)} million`);
  line("int8 rate: whole pass", `${achieved.toFixed(0)} GOPS`);
  line("int8 rate: inside the int8 kernels", `${inKernels.toFixed(0)} GOPS`);
  line("int8 peak: one 1,024³ product, best of the run", `${peak.toFixed(0)} GOPS`);
  line("share of the peak, whole pass", `${(report.share_of_peak * 100).toFixed(0)} %`);
  for (const { operator, nodes, share } of report.kernels.slice(0, 6)) {
    line(`  time in ${operator} (${nodes} nodes)`, `${(share * 100).toFixed(1)} %`);
  }
}
