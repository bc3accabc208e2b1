/**
 * The vectors of a release's guidance as a LanceDB table beside the passages.
 *
 * Whole columns are read and written, because the row objects of Arrow give one number at a time,
 * and there are some four million.
 * @module
 */
import { connect } from "./passage-index.ts";

const TABLE = "guidance";

export interface GuidanceRow {
  id: string;
  /** The position of the text among those of its entry, or that of the mean of several. */
  place: number;
  /** The reader's vector; unit length. */
  vector: Float32Array;
  /** The embedder's vector; unit length. */
  embedder_vector: Float32Array;
}

/** Needs at least one row. */
export async function writeGuidanceRows(
  folder: string,
  rows: readonly GuidanceRow[],
): Promise<void> {
  const arrow = await import("apache-arrow");
  const vectors = (of: (row: GuidanceRow) => Float32Array) => {
    const dimensions = rows[0] === undefined ? 0 : of(rows[0]).length;
    const values = new Float32Array(rows.length * dimensions);
    for (const [at, row] of rows.entries()) values.set(of(row), at * dimensions);
    const item = new arrow.Field("item", new arrow.Float32(), true);
    return arrow.makeVector(
      arrow.makeData({
        type: new arrow.FixedSizeList(dimensions, item),
        length: rows.length,
        child: arrow.makeData({ type: item.type, data: values }),
      }),
    );
  };
  const columns = new arrow.Table({
    id: arrow.vectorFromArray(
      rows.map(({ id }) => id),
      new arrow.Utf8(),
    ),
    place: arrow.vectorFromArray(
      rows.map(({ place }) => place),
      new arrow.Float64(),
    ),
    vector: vectors(({ vector }) => vector),
    embedder_vector: vectors(({ embedder_vector }) => embedder_vector),
  });
  const connection = await connect(folder);
  try {
    (await connection.createTable(TABLE, columns)).close();
  } finally {
    connection.close();
  }
}

/** Every row, in no particular order. */
export async function readGuidanceRows(folder: string): Promise<GuidanceRow[]> {
  const connection = await connect(folder);
  try {
    const table = await connection.openTable(TABLE);
    const columns = await table.query().toArrow();
    table.close();
    const [ids, places, vectors, embedderVectors] = [
      "id",
      "place",
      "vector",
      "embedder_vector",
    ].map((name) => columns.getChild(name));
    return Array.from({ length: columns.numRows }, (_, at) => ({
      id: String(ids?.get(at)),
      place: Number(places?.get(at)),
      vector: new Float32Array(vectors?.get(at).toArray()),
      embedder_vector: new Float32Array(embedderVectors?.get(at).toArray()),
    }));
  } finally {
    connection.close();
  }
}
