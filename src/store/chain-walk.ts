/** Walks audit rows in order and checks each: its position, its facts, its personal part. */
import { factsHash, GENESIS_HASH, hex, type StoredRow } from "./audit-chain.ts";
import type { IsErased } from "./erased-rows.ts";
import { isCommitted } from "./personal-part.ts";
import type { BrokenPart } from "./records.ts";

/** A fault that the check found. */
export class BrokenChainError extends Error {
  constructor(
    readonly part: BrokenPart,
    readonly where: string,
    readonly why: string,
  ) {
    super(`${part} ${where}: ${why}`);
  }
}

/** What the next row must follow. */
export interface ChainEnd {
  sequence: number;
  id: string;
  hash: string;
}

export const CHAIN_START: ChainEnd = { sequence: 0, id: "", hash: GENESIS_HASH };

/**
 * @param seen called with every row that passes
 * @returns the last row
 * @throws BrokenChainError at the first row that fails
 */
export function walkChain(
  rows: Iterable<StoredRow>,
  start: ChainEnd,
  erased: IsErased,
  seen: (row: StoredRow) => void,
): ChainEnd {
  let end = start;
  for (const row of rows) {
    end = follow(row, end, erased);
    seen(row);
  }
  return end;
}

/**
 * Checks one row against the end of its chain.
 * @returns the new end
 * @throws BrokenChainError
 */
export function follow(row: StoredRow, end: ChainEnd, erased: IsErased): ChainEnd {
  if (hex(factsHash(row)) !== hex(row.hash)) {
    throw new BrokenChainError("row", row.id, "content does not match its hash");
  }
  if (
    row.sequence !== end.sequence + 1 ||
    hex(row.previous_hash) !== end.hash ||
    row.id <= end.id
  ) {
    const why = "does not follow the row before it: a row was removed, moved or rewritten";
    throw new BrokenChainError("row", row.id, why);
  }
  requirePersonal(row, erased(row.sequence));
  return { sequence: row.sequence, id: row.id, hash: hex(row.hash) };
}

function requirePersonal({ id, salt, packed, commitment }: StoredRow, erased: boolean): void {
  if (salt === null || packed === null) {
    if (erased) return;
    throw new BrokenChainError(
      "row",
      id,
      "its personal part is missing, and the ledger tells of no erasure",
    );
  }
  if (erased) {
    throw new BrokenChainError(
      "row",
      id,
      "its erasure is recorded but was not finished: run the same audit erase again",
    );
  }
  if (!isCommitted({ salt, packed }, commitment)) {
    throw new BrokenChainError("row", id, "its personal part is not the one that was recorded");
  }
}
