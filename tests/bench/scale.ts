/**
 * `bun run bench:scale`: a corpus of many generated passages, built and searched by the real code
 * path on this machine.
 *
 *     bun run bench:scale                        250,000 passages with the shipped embedder, about a quarter of an hour
 *     bun run bench:scale --vectors generated    vectors made without a model: measures the index, not the embedder
 *     bun run bench:scale --passages 50000       another size
 *     bun run bench:scale --keep DIR             the data directory stays, to look at
 *     bun run bench:scale --search DIR           searches a kept one again, without building
 *
 * Building and searching run in processes of their own, so that each has its own memory figure.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import type { Embedders } from "../../src/library/import.ts";
import { ensureRelease } from "../../src/library/release-in-use.ts";
import { describeVectorIndex } from "../../src/library/vector-index.ts";
import { shippedModels } from "../../src/native/assets.ts";
import { quietNativeLibraries } from "../../src/native/libraries.ts";
import { embeddersOnDemand } from "../../src/service/embedders.ts";
import { type BuildReport, buildAtScale } from "./scale/build.ts";
import { type Percentiles, type SearchReport, searchAtScale } from "./scale/search.ts";
import { generatedPassageEmbedder, generatedQueryEmbedder } from "./scale/vectors.ts";

const VECTORS = ["embedder", "generated"] as const;
type Vectors = (typeof VECTORS)[number];
const PASSAGES_MAX = 2_000_000;

const root = join(import.meta.dir, "../..");

function refuse(line: string): never {
  process.stderr.write(`bench:scale: ${line}\n`);
  process.exit(2);
}

function options() {
  try {
    return parseArgs({
      options: {
        passages: { type: "string", default: "250000" },
        vectors: { type: "string", default: "embedder" },
        keep: { type: "string" },
        search: { type: "string" },
        json: { type: "boolean", default: false },
        /** For the processes that this one starts: their report as JSON. */
        part: { type: "string" },
      },
    }).values;
  } catch (error) {
    return refuse((error as Error).message);
  }
}

const values = options();
const passages = Number(values.passages);
if (!Number.isInteger(passages) || passages < 1 || passages > PASSAGES_MAX) {
  refuse(`--passages must be a whole number from 1 to ${PASSAGES_MAX}`);
}
const vectors: Vectors =
  VECTORS.find((known) => known === values.vectors) ??
  refuse(`--vectors must be one of ${VECTORS.join(", ")}`);

function starter(): string {
  try {
    const name = readFileSync(join(root, "build/corpus/STARTER"), "utf8").trim();
    return join(root, "build/corpus", name);
  } catch {
    return refuse("the starter corpus is not built; run: bun scripts/setup.ts");
  }
}

async function withEmbedders<T>(work: (embedders: Embedders) => Promise<T>): Promise<T> {
  if (vectors === "generated") {
    return work({
      passageEmbedder: generatedPassageEmbedder,
      queryEmbedder: generatedQueryEmbedder,
    });
  }
  const embedders = embeddersOnDemand(shippedModels(root), { inferenceThreads: null });
  try {
    return await work(embedders);
  } finally {
    await embedders.close();
  }
}

/** Runs one part in a process of its own; its progress shows on the same terminal. */
async function part<T>(name: string, dataDir: string): Promise<T> {
  const words = [
    "--part",
    name,
    "--keep",
    dataDir,
    "--passages",
    String(passages),
    "--vectors",
    vectors,
  ];
  const child = Bun.spawn([process.execPath, import.meta.path, ...words], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) process.exit(1);
  return JSON.parse(output) as T;
}

async function runPart(name: string, dataDir: string): Promise<void> {
  const report = await withEmbedders<BuildReport | SearchReport>(async (embedders) =>
    name === "build"
      ? buildAtScale(dataDir, starter(), passages, embedders)
      : searchAtScale(await ensureRelease(dataDir, starter()), embedders.queryEmbedder),
  );
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

const line = (name: string, text: string) => process.stdout.write(`${name.padEnd(34)}${text}\n`);
const three = ({ p50, p95, p99 }: Percentiles) =>
  `p50 ${p50.toFixed(1)}  p95 ${p95.toFixed(1)}  p99 ${p99.toFixed(1)} ms`;

function printBuild(build: BuildReport): void {
  line(
    "corpus",
    `${build.passages} passages of ${build.articles} generated articles and the starter corpus`,
  );
  line("source file", `${build.source_mb.toFixed(0)} MB (MEDLINE)`);
  line("build", `${build.seconds.toFixed(0)} s, peak RSS ${build.peak_rss_mb.toFixed(0)} MB`);
  for (const [step, { seconds, peak_rss_mb }] of Object.entries(build.steps)) {
    line(`  ${step}`, `${seconds.toFixed(1)} s, peak RSS so far ${peak_rss_mb.toFixed(0)} MB`);
  }
  line("index", describeVectorIndex(build.vector_index));
  line("release on disk", `${build.release_mb.toFixed(0)} MB`);
}

function printSearch(search: SearchReport): void {
  line(
    "open (every file hashed)",
    `${search.open_ms.toFixed(0)} ms, first search ${search.first_search_ms.toFixed(0)} ms`,
  );
  line(`words, ${search.limit} results (n=${search.questions})`, three(search.lexical_ms));
  line("vectors", three(search.dense_ms));
  line("the question's own vector", three(search.embed_ms));
  line("search(): all of it", three(search.search_ms));
  line("exact vector search, 50 results", three(search.exact_dense_ms));
  const { mean, p10, questions } = search.recall_at_50;
  line(
    `recall@50 (n=${questions})`,
    `mean ${mean.toFixed(4)}, one question in ten below ${p10.toFixed(2)}`,
  );
  line("RSS after searching", `${search.rss_mb.toFixed(0)} MB`);
}

async function main(dataDir: string): Promise<void> {
  const build = values.search === undefined ? await part<BuildReport>("build", dataDir) : null;
  const search = await part<SearchReport>("search", dataDir);
  const machine = { cores: navigator.hardwareConcurrency, load_1_min: loadavg()[0] ?? Number.NaN };
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ vectors, machine, build, search })}\n`);
    return;
  }
  line(
    "vectors by",
    vectors === "embedder"
      ? "the shipped embedder"
      : "no model: generated from the words (index only)",
  );
  line(
    "machine",
    `${machine.cores} cores, load at the end ${machine.load_1_min.toFixed(1)} (1 min)`,
  );
  if (build !== null) printBuild(build);
  printSearch(search);
}

quietNativeLibraries();
const folder = values.search ?? values.keep;
if (values.part !== undefined) await runPart(values.part, folder ?? refuse("--part needs --keep"));
else if (folder !== undefined) {
  mkdirSync(folder, { recursive: true });
  await main(resolve(folder));
} else {
  const temporary = temporaryFolder("scale");
  try {
    await main(temporary.path);
  } finally {
    temporary.remove();
  }
}
