/** The two sides of a copy of the whole state, whatever database each is in. */
import type { ChainHead } from "../append-row.ts";
import type { StoredFacts, StoredRow } from "../audit-chain.ts";
import type { ListedRow } from "../key-record.ts";
import type { LedgerEvent, StoredEvent } from "../ledger.ts";
import type { PackedPart } from "../personal-part.ts";
import type { Verification } from "../records.ts";

type Awaitable<T> = T | Promise<T>;

/** An answer that may still be asked for again. */
export interface CopiedEntry {
  client_id: string;
  request_id_json: string;
  sequence: number;
  stored_at_ms: number;
}

/** Names the chain that has a client's rows; a file has one chain for all. */
interface Chains {
  readonly name: "file" | "database";
  chainOf(clientId: string): string;
}

export interface CopySource extends Chains {
  verify(): Awaitable<Verification>;
  /** Oldest first. */
  keys(): Awaitable<ListedRow[]>;
  signingKey(): Awaitable<string | null>;
  entries(): Awaitable<CopiedEntry[]>;
  /** In the order of their ids. */
  rows(): Iterable<StoredRow> | AsyncIterable<StoredRow>;
  events(): Iterable<StoredEvent> | AsyncIterable<StoredEvent>;
  /** The newest time at which a row was stored. */
  newestMs(): Awaitable<number>;
}

export interface CopyTarget extends Chains {
  key(row: ListedRow): Awaitable<void>;
  signingKey(pem: string): Awaitable<void>;
  /** @param head the end of the chain before the row */
  row(facts: StoredFacts, part: PackedPart | null, head: ChainHead): Awaitable<void>;
  event(event: LedgerEvent): Awaitable<void>;
  entry(entry: CopiedEntry): Awaitable<void>;
  /** Records where the chains end. */
  end(newestMs: number): Awaitable<void>;
  verify(): Awaitable<Verification>;
}
