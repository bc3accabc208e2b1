/**
 * The guidance of a release: its entries as lines of `guidance.ndjson`, and their vectors as a
 * table beside the passages.
 *
 * The table is read once and kept in memory, because comparing a thousand vectors is faster than
 * opening a LanceDB query.
 * @module
 */
import type { GuidanceEntry } from "../engine/guidance/entry.ts";
import type { GuidanceHit } from "../engine/types.ts";
import { dot } from "../engine/vectors.ts";
import { writeFileDurably } from "../files/durable.ts";
import { guidanceLine, readGuidanceFile } from "./guidance-file.ts";
import { connect } from "./passage-index.ts";
import type { GuidanceReader, PassageEmbedder } from "./release.ts";

const TABLE = "guidance";
const TEXTS_PER_STEP = 64;

export interface GuidanceRow {
  id: string;
  /** The position of the text among those of its entry. */
  place: number;
  /** The reader's vector; unit length. */
  vector: number[];
  /** The embedder's vector; unit length. */
  embedder_vector: number[];
}

/** The texts by which an entry is found. The question alone comes first. */
export function textsOf(entry: GuidanceEntry): string[] {
  return [entry.question, withVerdict(entry), withClaims(entry)];
}

function withVerdict(entry: GuidanceEntry): string {
  return `${entry.question} ${lastVerdict(entry)}`;
}

function withClaims(entry: GuidanceEntry): string {
  return [
    entry.question,
    lastVerdict(entry),
    ...entry.claims.slice(0, 2).map(({ say }) => say),
  ].join(" ");
}

function lastVerdict({ verdicts }: GuidanceEntry): string {
  return verdicts.at(-1)?.say ?? "";
}

/**
 * Writes the entries to `file` and their vectors to the index folder.
 * @param knownRows the rows of an unchanged entry, made with the same models; none of another
 * @throws the errors of the models
 */
export async function writeGuidance(
  file: string,
  folder: string,
  entries: readonly GuidanceEntry[],
  reader: GuidanceReader,
  embedder: Pick<PassageEmbedder, "embedPassages">,
  knownRows: (entry: GuidanceEntry) => GuidanceRow[],
): Promise<void> {
  writeFileDurably(file, entries.map(guidanceLine).join(""));
  if (entries.length === 0) return;
  const rows = entries.flatMap(knownRows);
  const held = new Set(rows.map(({ id }) => id));
  const texts = entries
    .filter(({ id }) => !held.has(id))
    .flatMap((entry) => textsOf(entry).map((text, place) => ({ id: entry.id, place, text })));
  for (let start = 0; start < texts.length; start += TEXTS_PER_STEP) {
    const step = texts.slice(start, start + TEXTS_PER_STEP);
    const read = await reader.read(step.map(({ text }) => text));
    const embedded = await embedder.embedPassages(step.map(({ text }) => text));
    for (const [at, { id, place }] of step.entries())
      rows.push({
        id,
        place,
        vector: Array.from(read[at]?.vector ?? []),
        embedder_vector: Array.from(embedded[at] ?? []),
      });
  }
  rows.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.place - b.place));
  const connection = await connect(folder);
  try {
    const table = await connection.createTable(
      TABLE,
      rows as (GuidanceRow & Record<string, unknown>)[],
    );
    table.close();
  } finally {
    connection.close();
  }
}

interface Vectors {
  entry: GuidanceEntry;
  /** By position; the first is the question's. */
  vectors: Float32Array[];
  embedder_vectors: Float32Array[];
}

/** The weight of the reader's cosine in the order of the candidates, as fitted for `entryLogit`. */
const READER_SHARE = 0.55;

export class GuidanceIndex {
  readonly #entries: readonly Vectors[];
  /** The entries that a search may find. */
  readonly #matched: readonly Vectors[];
  /** The entries that are told unasked, ordered by id. */
  readonly unasked: readonly GuidanceEntry[];
  readonly #byId: ReadonlyMap<string, Vectors>;

  private constructor(entries: readonly Vectors[]) {
    this.#entries = entries;
    this.#matched = entries.filter(({ entry }) => entry.unasked === null);
    this.unasked = entries.flatMap(({ entry }) => (entry.unasked === null ? [] : [entry]));
    this.#byId = new Map(entries.map((each) => [each.entry.id, each]));
  }

  /**
   * @param file null where the release has no guidance
   * @param folder of the release's LanceDB tables
   */
  static async read(file: string | null, folder: string): Promise<GuidanceIndex> {
    const entries = file === null ? [] : readGuidanceFile(file);
    const found = new Map(
      entries.map((entry) => [
        entry.id,
        {
          entry,
          vectors: [] as Float32Array[],
          embedder_vectors: [] as Float32Array[],
        },
      ]),
    );
    if (entries.length > 0) {
      const connection = await connect(folder);
      try {
        const table = await connection.openTable(TABLE);
        for (const row of (await table.query().toArray()) as GuidanceRow[]) {
          const held = found.get(String(row.id));
          if (held === undefined) continue;
          held.vectors[Number(row.place)] = Float32Array.from(row.vector);
          held.embedder_vectors[Number(row.place)] = Float32Array.from(row.embedder_vector);
        }
        table.close();
      } finally {
        connection.close();
      }
    }
    return new GuidanceIndex([...found.values()]);
  }

  get size(): number {
    return this.#entries.length;
  }

  /** How many entries have both vectors for each of their texts. */
  get indexed(): number {
    return this.#entries.filter(({ entry, vectors, embedder_vectors }) =>
      textsOf(entry).every(
        (_, place) => vectors[place] !== undefined && embedder_vectors[place] !== undefined,
      ),
    ).length;
  }

  /**
   * Best first, ties by id. Entries that are told unasked are left out, because their conditions
   * choose them.
   * @param vector the reader's
   * @param embedded the embedder's; null ranks by the reader alone
   */
  near(
    vector: Float32Array,
    embedded: Float32Array | null,
    limit: number,
    fits: (entry: GuidanceEntry) => boolean = () => true,
  ): GuidanceHit[] {
    const worth = ({ cosine, embedder_cosine }: GuidanceHit) =>
      embedded === null ? cosine : READER_SHARE * cosine + (1 - READER_SHARE) * embedder_cosine;
    return this.#matched
      .filter(({ entry }) => fits(entry))
      .map(({ entry, vectors, embedder_vectors }) => ({
        entry,
        cosine: nearest(vectors, vector),
        embedder_cosine: embedded === null ? 0 : nearest(embedder_vectors, embedded),
      }))
      .sort((a, b) => worth(b) - worth(a) || (a.entry.id < b.entry.id ? -1 : 1))
      .slice(0, limit);
  }

  /** The rows of an entry; none where its texts have changed. */
  rowsOf(entry: GuidanceEntry): GuidanceRow[] {
    const held = this.#byId.get(entry.id);
    const texts = textsOf(entry);
    if (held === undefined || textsOf(held.entry).some((text, place) => text !== texts[place]))
      return [];
    return texts.map((_, place) => ({
      id: entry.id,
      place,
      vector: Array.from(held.vectors[place] ?? []),
      embedder_vector: Array.from(held.embedder_vectors[place] ?? []),
    }));
  }

  /** The vector of an entry's question; null for an unknown id. */
  vector(id: string): Float32Array | null {
    return this.#byId.get(id)?.vectors[0] ?? null;
  }
}

function nearest(vectors: readonly Float32Array[], to: Float32Array): number {
  return Math.max(...vectors.map((each) => dot(each, to)));
}
