/**
 * How the vectors of a release are searched: every one of them, or, where there are many, the nearest groups of them.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";

/** As the manifest keeps it: a release is searched as it was built, whatever a later program would choose. */
export const VectorIndex = Type.Union([
  Type.Object({ type: Type.Literal("exact") }),
  Type.Object({
    type: Type.Literal("ivf_flat"),
    /** Groups that the vectors were put in. */
    partitions: Type.Integer({ minimum: 1 }),
    /** Groups that a search looks at, nearest first. */
    probes: Type.Integer({ minimum: 1 }),
  }),
]);
export type VectorIndex = Static<typeof VectorIndex>;

export const EXACT: VectorIndex = { type: "exact" };

/**
 * Up to this number of passages every vector is compared: exact, and the same on every machine. It takes about 1 ms for
 * every thousand passages (two cores, 256 dimensions: 242 ms for 252,415), so that 20 ms are the most it costs.
 */
export const EXACT_SEARCH_PASSAGES_MAX = 20_000;
/**
 * Of all groups. Measured with 252,415 generated passages in 502 groups: a tenth of the groups finds 96 % of the true 50
 * nearest, a fifth 98 %, three tenths 99 %; a search takes 8 to 13 ms of a core with any of them, because fetching what
 * was found costs as much as the comparing.
 */
const PROBED_SHARE = 0.25;
/** Where groups are few, a quarter of them is too little: of 77 groups (6,000 passages) it finds 92 %. */
const PROBES_MIN = 40;

/** @param exactMax passages that are still searched one by one */
export function vectorIndexFor(passages: number, exactMax = EXACT_SEARCH_PASSAGES_MAX): VectorIndex {
  if (passages <= exactMax) return EXACT;
  const partitions = Math.round(Math.sqrt(passages));
  const probes = Math.min(partitions, Math.max(PROBES_MIN, Math.ceil(partitions * PROBED_SHARE)));
  return { type: "ivf_flat", partitions, probes };
}

/** In one phrase, for people. */
export function describeVectorIndex(index: VectorIndex): string {
  return index.type === "exact"
    ? "exact vector search"
    : `approximate vector search (${index.type}, ${index.probes} of ${index.partitions} partitions)`;
}
