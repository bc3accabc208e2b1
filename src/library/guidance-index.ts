/**
 * The guidance of a release: its entries as lines of `guidance.ndjson`, and their vectors as a
 * table beside the passages.
 *
 * The table is read once and kept in memory, because comparing some thousand vectors is faster than
 * opening a LanceDB query.
 * @module
 */
import type { GuidanceEntry } from "../engine/guidance/entry.ts";
import type { GuidanceHit } from "../engine/types.ts";
import { dot } from "../engine/vectors.ts";
import { writeFileDurably } from "../files/durable.ts";
import { EntryWords } from "./entry-words.ts";
import { guidanceLine, readGuidanceFile } from "./guidance-file.ts";
import { type GuidanceRow, readGuidanceRows, writeGuidanceRows } from "./guidance-table.ts";
import type { GuidanceReader, PassageEmbedder } from "./release.ts";

/**
 * Each has some ten texts. Both encoders read those of a step within one deadline, also on a busy
 * machine.
 */
const ENTRIES_PER_STEP = 4;
/** The row of an entry that holds the mean of its ways of asking; it comes after its texts. */
const ASKED_PLACE = 2;

/** The texts by which an entry is found. The question alone comes first. */
export function textsOf(entry: GuidanceEntry): string[] {
  return [entry.question, `${entry.question} ${entry.verdicts.at(-1)?.say ?? ""}`];
}

/** The texts whose words an entry has. */
function wordedBy(entry: GuidanceEntry): string[] {
  return [...textsOf(entry), ...entry.claims.slice(0, 2).map(({ say }) => say), ...entry.asked];
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
  const fresh = entries.filter(({ id }) => !held.has(id));
  for (let start = 0; start < fresh.length; start += ENTRIES_PER_STEP)
    rows.push(...(await rowsFor(fresh.slice(start, start + ENTRIES_PER_STEP), reader, embedder)));
  rows.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.place - b.place));
  await writeGuidanceRows(folder, rows);
}

/** Both encoders are asked at once, so that no worker waits for the other's last text. */
async function rowsFor(
  entries: readonly GuidanceEntry[],
  reader: GuidanceReader,
  embedder: Pick<PassageEmbedder, "embedPassages">,
): Promise<GuidanceRow[]> {
  const wanted = entries.flatMap((entry) => {
    const alone = textsOf(entry).map((text, place) => ({ id: entry.id, place, texts: [text] }));
    const asked = { id: entry.id, place: ASKED_PLACE, texts: entry.asked };
    return asked.texts.length === 0 ? alone : [...alone, asked];
  });
  const texts = wanted.flatMap((row) => row.texts);
  const [read, embedded] = await Promise.all([reader.read(texts), embedder.embedPassages(texts)]);
  let next = 0;
  return wanted.map(({ id, place, texts: { length } }) => {
    const [from, to] = [next, next + length];
    next = to;
    return {
      id,
      place,
      vector: meanOf(read.slice(from, to).map(({ vector }) => vector)),
      embedder_vector: meanOf(embedded.slice(from, to)),
    };
  });
}

interface Vectors {
  entry: GuidanceEntry;
  /** By place; the first is the question's. */
  vectors: Float32Array[];
  embedder_vectors: Float32Array[];
}

/** The weight of the reader's cosine where both encoders are asked, as fitted for `entryLogit`. */
const READER_SHARE = 0.7;

export class GuidanceIndex {
  readonly #entries: readonly Vectors[];
  /** The entries that a search may find. */
  readonly #matched: readonly Vectors[];
  /** The entries that are told unasked, ordered by id. */
  readonly unasked: readonly GuidanceEntry[];
  readonly #byId: ReadonlyMap<string, Vectors>;
  readonly #words: EntryWords;

  private constructor(entries: readonly Vectors[]) {
    this.#entries = entries;
    this.#matched = entries.filter(({ entry }) => entry.unasked === null);
    this.unasked = entries.flatMap(({ entry }) => (entry.unasked === null ? [] : [entry]));
    this.#byId = new Map(entries.map((each) => [each.entry.id, each]));
    this.#words = new EntryWords(
      this.#matched.map(({ entry }) => entry),
      wordedBy,
    );
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
    for (const row of entries.length === 0 ? [] : await readGuidanceRows(folder)) {
      const held = found.get(row.id);
      if (held === undefined) continue;
      held.vectors[row.place] = row.vector;
      held.embedder_vectors[row.place] = row.embedder_vector;
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
   * @param asked the question and the embedder's vector of it; null ranks by the reader alone
   */
  near(
    vector: Float32Array,
    asked: { question: string; embedded: Float32Array } | null,
    limit: number,
    fits: (entry: GuidanceEntry) => boolean = () => true,
  ): GuidanceHit[] {
    const both = (reader: number, embedder: number) =>
      asked === null ? reader : READER_SHARE * reader + (1 - READER_SHARE) * embedder;
    const toEmbedded = (of: (embedded: Float32Array) => number) =>
      asked === null ? 0 : of(asked.embedded);
    const shareOf = asked === null ? () => 0 : this.#words.sharesOf(asked.question);
    return this.#matched
      .filter(({ entry }) => fits(entry))
      .map((each) => ({
        ...each,
        cosine: nearest(textsIn(each.vectors), vector),
        embedder_cosine: toEmbedded((to) => nearest(textsIn(each.embedder_vectors), to)),
      }))
      .map((each) => ({ ...each, worth: both(each.cosine, each.embedder_cosine) }))
      .sort((a, b) => b.worth - a.worth || (a.entry.id < b.entry.id ? -1 : 1))
      .slice(0, limit)
      .map(({ entry, vectors, embedder_vectors, cosine, embedder_cosine }) => ({
        entry,
        cosine,
        embedder_cosine,
        asked_cosine: both(
          dot(askedIn(vectors), vector),
          toEmbedded((to) => dot(askedIn(embedder_vectors), to)),
        ),
        shared_words: shareOf(entry.id),
      }));
  }

  /** The rows of an entry; none where its texts or its ways of asking have changed. */
  rowsOf(entry: GuidanceEntry): GuidanceRow[] {
    const held = this.#byId.get(entry.id);
    const texts = [...textsOf(entry), ...entry.asked];
    if (held === undefined) return [];
    const before = [...textsOf(held.entry), ...held.entry.asked];
    if (before.length !== texts.length || before.some((text, at) => text !== texts[at])) return [];
    return held.vectors.map((vector, place) => ({
      id: entry.id,
      place,
      vector,
      embedder_vector: held.embedder_vectors[place] ?? new Float32Array(),
    }));
  }

  /** The vector of an entry's question; null for an unknown id. */
  vector(id: string): Float32Array | null {
    return this.#byId.get(id)?.vectors[0] ?? null;
  }
}

function textsIn(vectors: readonly Float32Array[]): readonly Float32Array[] {
  return vectors.slice(0, ASKED_PLACE);
}

/** The mean of the ways of asking; the question in a release from before these were kept. */
function askedIn(vectors: readonly Float32Array[]): Float32Array {
  return vectors[ASKED_PLACE] ?? vectors[0] ?? new Float32Array();
}

/** Unit length; one vector stays as it is. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = vectors;
  if (others.length === 0) return first;
  const sum = Array.from(first, (_, at) =>
    vectors.reduce((total, vector) => total + (vector[at] ?? 0), 0),
  );
  const length = Math.hypot(...sum) || 1;
  return Float32Array.from(sum, (value) => value / length);
}

function nearest(vectors: readonly Float32Array[], to: Float32Array): number {
  return Math.max(...vectors.map((each) => dot(each, to)));
}
