/**
 * What a checkpoint proves: the store signed it, and the chains still pass through it. The check
 * goes along with that of the whole store; the same for a file and for a database.
 * @module
 */
import { createPublicKey } from "node:crypto";
import { canonicalJson } from "../contract/canonical-json.ts";
import { isSignedBy } from "../files/signing.ts";
import { contentOf, type StoredEvent } from "./ledger.ts";
import type { SignedCheckpoint, Verification } from "./records.ts";

/** Where a chain of rows ended. The one of a file belongs to no client. */
interface NamedEnd {
  client_id: string | null;
  rows: number;
  head: string;
}

interface CheckpointCheck {
  /** Told of each row and each ledger event whose hash is correct. */
  row(clientId: string | null, sequence: number, hash: string): void;
  event(sequence: number, hash: string): void;
  /** @param verdict on the whole store, once every row and event was told */
  judge(verdict: Verification): Verification;
}

/**
 * @param known the event of the ledger about the key that signed it
 * @param ends where its chains ended; why it cannot be checked here, where that is so
 * @returns the verdict where it proves nothing
 */
export function checkCheckpoint(
  signed: SignedCheckpoint,
  known: StoredEvent | null,
  ends: readonly NamedEnd[] | string,
): CheckpointCheck | Verification {
  const { checkpoint } = signed;
  const broken = (rows: number, why: string): Verification => {
    return { rows, part: "checkpoint", broken: checkpoint.made_at, why };
  };
  const distrust = whyDistrusted(signed, known);
  if (distrust !== null) return broken(0, distrust);
  if (typeof ends === "string") return broken(0, ends);
  const awaited = new Map(ends.map((end) => [end.client_id, end]));
  let rewritten = false;
  let ledgerReached = checkpoint.ledger_events === 0;
  return {
    row(clientId, sequence, hash) {
      const end = awaited.get(clientId);
      if (end?.rows !== sequence) return;
      awaited.delete(clientId);
      if (end.head !== hash) rewritten = true;
    },
    event(sequence, hash) {
      if (sequence !== checkpoint.ledger_events) return;
      ledgerReached = true;
      if (hash !== checkpoint.ledger_head) rewritten = true;
    },
    judge(verdict) {
      if ("broken" in verdict) return verdict;
      for (const { client_id, rows } of awaited.values()) {
        const whose = client_id === null ? "rows" : `rows of ${client_id}`;
        return broken(verdict.rows, `${whose} are missing: there were ${rows}`);
      }
      if (!ledgerReached) {
        const were = checkpoint.ledger_events;
        return broken(verdict.rows, `ledger events are missing: there were ${were}`);
      }
      return rewritten
        ? broken(verdict.rows, "the chain was rewritten since it was made")
        : verdict;
    },
  };
}

/** Why a checkpoint proves nothing; null where the store signed it. */
function whyDistrusted(
  { checkpoint, signature }: SignedCheckpoint,
  known: StoredEvent | null,
): string | null {
  if (known === null)
    return "the ledger does not know its key: it is another store's, or the ledger was cut";
  const key = createPublicKey(contentOf<{ public_pem: string }>(known).public_pem);
  return isSignedBy(Buffer.from(canonicalJson(checkpoint)), signature, key)
    ? null
    : "its signature does not hold: the file was changed";
}
