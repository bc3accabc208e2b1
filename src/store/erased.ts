/** Which rows the ledger says were erased. */
import { contentOf, type Ledger, type StoredEvent } from "./ledger.ts";

/** First and last of rows that follow each other. */
export type Range = [first: number, last: number];

/** Asked with rows in their order. */
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
