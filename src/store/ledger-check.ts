/** Checks the ledger's events in order, and the keys against them; the same in every database. */
import { GENESIS_HASH, hex } from "./audit-chain.ts";
import { BrokenChainError } from "./chain-walk.ts";
import type { LastingKey } from "./key-record.ts";
import { contentOf, eventHash, type LedgerHead, type StoredEvent } from "./ledger.ts";

/** What the ledger says about the keys and the erasures. */
export interface History {
  /** The newest event of each key. */
  keys: Map<string, Record<string, unknown>>;
  /** Events of erasures. */
  erased: StoredEvent[];
}

export class LedgerCheck {
  readonly #head: LedgerHead;
  readonly #history: History = { keys: new Map(), erased: [] };
  #previous = GENESIS_HASH;
  #count = 0;

  /** @param head where the ledger is recorded to end */
  constructor(head: LedgerHead) {
    this.#head = head;
  }

  /**
   * @returns the hash of the event
   * @throws BrokenChainError where it does not follow the one before it
   */
  take(event: StoredEvent): string {
    const broken = (why: string) =>
      new BrokenChainError("ledger event", String(event.sequence), why);
    if (event.sequence !== this.#count + 1) throw broken("an event before it is missing");
    if (hex(eventHash(this.#previous, event)) !== hex(event.hash))
      throw broken("content does not match its hash");
    if (this.#count === this.#head.ledger_count)
      throw broken("was added past the recorded end of the ledger");
    this.#previous = hex(event.hash);
    this.#count += 1;
    this.#remember(event);
    return this.#previous;
  }

  /** @throws BrokenChainError where the ledger does not end as recorded */
  end(): History {
    if (this.#previous !== this.#head.ledger_hash) {
      const why = "the end of the ledger is missing or is not the recorded one";
      throw new BrokenChainError("ledger event", String(this.#head.ledger_count), why);
    }
    return this.#history;
  }

  #remember(event: StoredEvent): void {
    if (event.kind === "key") this.#history.keys.set(event.subject, contentOf(event));
    if (event.kind === "erasure") this.#history.erased.push(event);
    if (event.kind === "upgrade") {
      const { broken } = contentOf<{ broken: string | null }>(event);
      const why = `the chain of ${event.subject} was broken here before it was upgraded`;
      if (broken !== null) throw new BrokenChainError("row", broken, why);
    }
  }
}

/** @throws BrokenChainError at the first key that is not as the ledger says */
export function requireKnownKeys(keys: readonly LastingKey[], recorded: History["keys"]): void {
  for (const { key_id, ...columns } of keys) {
    const recordedColumns = recorded.get(key_id);
    if (recordedColumns === undefined)
      throw new BrokenChainError("key", key_id, "the ledger does not know this key");
    for (const [name, value] of Object.entries(recordedColumns)) {
      const stored = columns[name as keyof typeof columns];
      if (stored !== value)
        throw new BrokenChainError("key", key_id, `its ${name} is not what the ledger says`);
    }
  }
  if (keys.length !== recorded.size) {
    const listed = new Set(keys.map(({ key_id }) => key_id));
    const missing = [...recorded.keys()].find((id) => !listed.has(id)) ?? "";
    throw new BrokenChainError("key", missing, "the ledger knows this key, the table does not");
  }
}
