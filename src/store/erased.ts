/** Which rows were erased, according to the ledger. */
import { contentOf, type Ledger, type StoredEvent } from "./ledger.ts";

/** The first and the last of consecutive rows. */
export type Range = [first: number, last: number];

/** Must be called with ascending sequence numbers. */
export type Erased = (sequence: number) => boolean;

export function rangesIn(event: StoredEvent): Range[] {
  return contentOf<{ ranges: Range[] }>(event).ranges;
}

export function erasedRows(ledger: Ledger): Erased {
  return within(ledger.all("erasure").flatMap(rangesIn));
}

export function within(ranges: readonly Range[]): Erased {
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
