/**
 * What the runtime really computes: which kernels run for how long, how many multiply-adds, and
 * this machine's int8 peak.
 * @module
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Pair } from "../../../src/inference/pairs.ts";
import { cpuSession } from "../../../src/inference/session.ts";

/** Rows, columns and depth of the product that shows the peak. */
const PRODUCT_SIZE = 1024;

interface KernelTime {
  operator: string;
  nodes: number;
  ms: number;
}

export interface KernelProfile {
  /** Longest first. */
  kernels: KernelTime[];
  /** Of the int8 products in one pass over all pairs. */
  int8MultiplyAdds: number;
}

interface NodeEvent {
  cat?: string;
  name: string;
  dur: number;
  args?: {
    op_name?: string;
    input_type_shape?: Record<string, number[]>[];
    output_type_shape?: Record<string, number[]>[];
  };
}

const INT8_PRODUCTS = new Set(["MatMulInteger", "MatMulIntegerToFloat"]);

function shapeOf(tensors: Record<string, number[]>[] | undefined): number[] {
  return Object.values(tensors?.[0] ?? {})[0] ?? [];
}

/** Adds up what onnxruntime wrote about each node it ran. */
function readProfile(events: readonly NodeEvent[]): KernelProfile {
  const byOperator = new Map<string, { names: Set<string>; us: number }>();
  let int8MultiplyAdds = 0;
  for (const { cat, name, dur, args } of events) {
    if (cat !== "Node" || !name.endsWith("_kernel_time") || args?.op_name === undefined) continue;
    const sum = byOperator.get(args.op_name) ?? { names: new Set(), us: 0 };
    sum.names.add(name);
    sum.us += dur;
    byOperator.set(args.op_name, sum);
    if (INT8_PRODUCTS.has(args.op_name)) {
      // [.., rows, depth] by [depth, columns]: every element in is multiplied once for each column.
      const elements = shapeOf(args.input_type_shape).reduce((product, size) => product * size, 1);
      int8MultiplyAdds += elements * (shapeOf(args.output_type_shape).at(-1) ?? 0);
    }
  }
  const kernels = [...byOperator]
    .map(([operator, { names, us }]) => ({ operator, nodes: names.size, ms: us / 1000 }))
    .sort((a, b) => b.ms - a.ms);
  return { kernels, int8MultiplyAdds };
}

/**
 * One pass over the pairs, each alone and with the product's own session settings, under
 * onnxruntime's profiler.
 */
export async function profileKernels(
  weights: string,
  pairs: readonly Pair[],
  options: { threads: number; folder: string },
): Promise<KernelProfile> {
  const session = await InferenceSession.create(weights, {
    ...cpuSession(options.threads),
    enableProfiling: true,
    profileFilePrefix: join(options.folder, "profile"),
  });
  const tensor = (values: readonly number[]) =>
    new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
  for (const { ids, segments } of pairs) {
    await session.run({
      input_ids: tensor(ids),
      attention_mask: tensor(ids.map(() => 1)),
      token_type_ids: tensor(segments),
    });
  }
  session.endProfiling();
  const [file = ""] = [...new Bun.Glob("profile*.json").scanSync(options.folder)];
  return readProfile(JSON.parse(readFileSync(join(options.folder, file), "utf8")) as NodeEvent[]);
}

/** One large uint8 by int8 product, to be timed: `run` gives its multiply-adds. */
export async function largeProduct(path: string, threads: number): Promise<() => Promise<number>> {
  const session = await InferenceSession.create(path, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  });
  const values = Uint8Array.from({ length: PRODUCT_SIZE ** 2 }, (_, i) => (i * 31) % 256);
  const a = new Tensor("uint8", values, [PRODUCT_SIZE, PRODUCT_SIZE]);
  return async () => {
    await session.run({ a });
    return PRODUCT_SIZE ** 3;
  };
}

/** Best int8 instructions of this processor, by the kernel's list of its flags. */
export function int8Instructions(cpuinfo: string): string {
  const flags = new Set(/^flags\s*:(.*)$/m.exec(cpuinfo)?.[1]?.trim().split(/\s+/));
  if (flags.has("amx_int8")) return "AMX int8";
  if (flags.has("avx512_vnni")) return "AVX-512 VNNI";
  if (flags.has("avx_vnni")) return "AVX VNNI";
  return flags.has("avx2") ? "AVX2 without VNNI" : "no AVX2";
}
