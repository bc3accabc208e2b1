// Runs an exported model with onnxruntime-node over token ids.
// node run_onnx.mjs <model.onnx> <in.json> <out.json> [threads] [batch]     in: [{ ids, types }], out: one array of numbers an item
// node run_onnx.mjs <model.onnx> bench [pairs] [tokens] [threads]
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(process.env.ORT_FROM ?? import.meta.url);
const ort = require("onnxruntime-node");
const [path, input, ...rest] = process.argv.slice(2);

function open(threads) {
  return ort.InferenceSession.create(path, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
  });
}

function feeds(session, items) {
  const width = Math.max(...items.map((x) => x.ids.length));
  const shape = [items.length, width];
  const fill = (get) => {
    const flat = new BigInt64Array(items.length * width);
    items.forEach((x, i) => get(x).forEach((v, j) => (flat[i * width + j] = BigInt(v))));
    return new ort.Tensor("int64", flat, shape);
  };
  const all = {
    input_ids: fill((x) => x.ids),
    attention_mask: fill((x) => x.ids.map(() => 1)),
    token_type_ids: fill((x) => x.types ?? x.ids.map(() => 0)),
  };
  return Object.fromEntries(session.inputNames.map((n) => [n, all[n]]));
}

async function bench(pairs, tokens, threads) {
  const session = await open(threads);
  const items = Array.from({ length: pairs }, (_, i) => ({
    ids: Array.from({ length: tokens }, (_, j) => 5 + ((i * 131 + j * 17) % 15000)),
  }));
  const times = [];
  for (let i = 0; i < 15; i++) {
    const fed = feeds(session, items);
    const start = performance.now();
    await session.run(fed);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  console.log(JSON.stringify({ pairs, tokens, threads, min_ms: times[0], median_ms: times[7] }));
}

async function score(items, outPath, threads, batch) {
  const session = await open(threads);
  const name = session.outputNames.includes("logits") ? "logits" : "sentence_embedding";
  const order = items.map((_, i) => i).sort((a, b) => items[a].ids.length - items[b].ids.length);
  const out = new Array(items.length);
  for (let at = 0; at < order.length; at += batch) {
    const part = order.slice(at, at + batch);
    const result = (await session.run(feeds(session, part.map((i) => items[i]))))[name];
    const dim = result.dims[1];
    part.forEach((i, k) => (out[i] = Array.from(result.data.slice(k * dim, (k + 1) * dim))));
  }
  writeFileSync(outPath, JSON.stringify(out));
}

if (input === "bench") {
  const [pairs = "32", tokens = "160", threads = "2"] = rest;
  await bench(Number(pairs), Number(tokens), Number(threads));
} else {
  const [outPath, threads = "2", batch = "16"] = rest;
  await score(JSON.parse(readFileSync(input, "utf8")), outPath, Number(threads), Number(batch));
}
