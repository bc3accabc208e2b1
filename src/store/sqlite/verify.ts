/**
 * Checks everything in the store: the ledger, the keys against the ledger, and every audit row with
 * its personal part. It walks once and holds one row at a time.
 * @module
 */
import type { Database } from "bun:sqlite";
import type { ChainHead } from "../append-row.ts";
import { hex } from "../audit-chain.ts";
import { BrokenChainError, CHAIN_START, type ChainEnd, walkChain } from "../chain-walk.ts";
import { type IsErased, inRanges, rangesIn } from "../erased-rows.ts";
import { LASTING_KEYS, type LastingKey } from "../key-record.ts";
import { type History, LedgerCheck, requireKnownKeys } from "../ledger-check.ts";
import type { SealedMonth, Verification } from "../records.ts";
import { createAuditRows, EVERYTHING } from "./audit-rows.ts";
import { walkLedger } from "./ledger.ts";
import { type SealedMonths, sealedThrough } from "./sealed-months.ts";

export interface ChainHeads extends ChainHead {
  ledger_count: number;
  ledger_hash: string;
}

/** Called with each row and event that passes, so that a checkpoint can find its own. */
interface ChainObserver {
  row(sequence: number, hash: string): void;
  event(sequence: number, hash: string): void;
}

const NOBODY: ChainObserver = { row: () => undefined, event: () => undefined };

/** @param onRow called with how many rows hold so far, and of how many */
export function verifyStore(
  db: Database,
  months: SealedMonths,
  observer = NOBODY,
  onRow: (rows: number, total: number) => void = () => undefined,
): Verification {
  const reached = { rows: 0 };
  try {
    const head = db.query<ChainHeads, []>("SELECT * FROM audit_head").get();
    if (head === null)
      throw new BrokenChainError(
        "record",
        "audit_head",
        "the record of the chain's end is missing",
      );
    const history = readLedger(db, head, observer);
    requireKnownKeys(db.query<LastingKey, []>(LASTING_KEYS).all(), history.keys);
    const end = walkEverything(
      db,
      months,
      inRanges(history.erased.flatMap(rangesIn)),
      head,
      (end) => {
        reached.rows = end.sequence;
        observer.row(end.sequence, end.hash);
        onRow(end.sequence, head.row_count);
      },
    );
    if (end.hash !== head.hash) {
      throw new BrokenChainError(
        "row",
        head.id,
        "the end of the chain is missing or is not the recorded one",
      );
    }
    return { rows: head.row_count, head: end.hash };
  } catch (error) {
    if (!(error instanceof BrokenChainError)) throw error;
    return { rows: reached.rows, part: error.part, broken: error.where, why: error.why };
  }
}

function readLedger(db: Database, head: ChainHeads, observer: ChainObserver): History {
  const check = new LedgerCheck(head);
  for (const event of walkLedger(db)) observer.event(event.sequence, check.take(event));
  return check.end();
}

/**
 * Walks the sealed months, oldest first, then the rows of the store.
 * @returns the last row
 */
function walkEverything(
  db: Database,
  months: SealedMonths,
  erased: IsErased,
  head: ChainHeads,
  seen: (end: ChainEnd) => void,
): ChainEnd {
  const sealed = months.all();
  let end = CHAIN_START;
  const tell = ({ sequence, id, hash }: { sequence: number; id: string; hash: Uint8Array }) => {
    if (sequence > head.row_count)
      throw new BrokenChainError("row", id, "was added past the recorded end of the chain");
    seen({ sequence, id, hash: hex(hash) });
  };
  for (const month of sealed) {
    const file = openSealed(months, month);
    try {
      end = walkChain(createAuditRows(file).walk({}, EVERYTHING), end, erased, tell);
    } finally {
      file.close();
    }
    if (end.sequence !== month.last || end.hash !== month.head) {
      const why = "its rows are not those that were sealed: put back the file as it was";
      throw new BrokenChainError("sealed month", month.month, why);
    }
  }
  const first = sealed.length === 0 ? EVERYTHING.first : sealedThrough(sealed) + 1;
  return walkChain(createAuditRows(db).walk({}, { ...EVERYTHING, first }), end, erased, tell);
}

function openSealed(months: SealedMonths, { month }: SealedMonth): Database {
  try {
    return months.open(month, "read");
  } catch (error) {
    throw new BrokenChainError("sealed month", month, (error as Error).message);
  }
}
