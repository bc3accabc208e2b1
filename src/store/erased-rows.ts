/** Which rows were erased, according to the ledger. */
import { contentOf, type Ledger, type StoredEvent } from "./ledger.ts";

/** The first and the last of consecutive rows. */
export type RowRange = [first: number, last: number];

/** Must be called with ascending sequence numbers. */
export type IsErased = (sequence: number) => boolean;

export function rangesIn(event: StoredEvent): RowRange[] {
  return contentOf<{ ranges: RowRange[] }>(event).ranges;
}

export function erasedRows(ledger: Ledger): IsErased {
  return inRanges(ledger.all("erasure").flatMap(rangesIn));
}

export function inRanges(ranges: readonly RowRange[]): IsErased {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  let at = 0;
  let reach = Number.NEGATIVE_INFINITY;
  return (sequence) => {
    for (let next = sorted[at]; next !== undefined && next[0] <= sequence; next = sorted[at]) {
      reach = Math.max(reach, next[1]);
      at += 1;
    }
    return sequence <= reach;
  };
}

/** Consecutive rows as ranges. */
export function rangesOfRows(rows: readonly number[]): RowRange[] {
  const ranges: RowRange[] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === row - 1) last[1] = row;
    else ranges.push([row, row]);
  }
  return ranges;
}
