/**
 * A checkpoint: the ends of both chains, signed. Kept away from the machine, it proves that a tail
 * was cut off or a chain rewritten. Whoever has only the machine cannot tell.
 * @module
 */
import type { Database } from "bun:sqlite";
import { createPublicKey } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { canonicalJson } from "../contract/canonical-json.ts";
import { OperatorError } from "../contract/error.ts";
import { isSignedBy, signBytes } from "../files/signing.ts";
import { GENESIS_HASH } from "./audit-tables.ts";
import { contentOf, type Ledger, type StoredEvent } from "./ledger.ts";
import type { SealedMonths } from "./sealed-months.ts";
import { signingKey } from "./signing-key.ts";
import type { SignedCheckpoint, Verification } from "./types.ts";
import { type ChainHeads, verifyStore } from "./verify.ts";

const Shape = Type.Object({
  checkpoint: Type.Object({
    made_at: Type.String(),
    rows: Type.Integer({ minimum: 0 }),
    head: Type.String(),
    ledger_events: Type.Integer({ minimum: 0 }),
    ledger_head: Type.String(),
    chains: Type.Optional(
      Type.Array(
        Type.Object({
          client_id: Type.String(),
          rows: Type.Integer({ minimum: 1 }),
          head: Type.String(),
        }),
      ),
    ),
  }),
  signature: Type.Object({ fingerprint: Type.String(), value: Type.String() }),
});

/** Must run in a writing transaction, because the first checkpoint creates the key. */
export function makeCheckpoint(db: Database, ledger: Ledger, nowMs: number): SignedCheckpoint {
  const key = signingKey(db, ledger, nowMs);
  const head = db.query<ChainHeads, []>("SELECT * FROM audit_head").get();
  if (head === null)
    throw new OperatorError("the record of the chain's end is missing: see audit verify");
  const checkpoint = {
    made_at: new Date(nowMs).toISOString(),
    rows: head.row_count,
    head: head.hash,
    ledger_events: head.ledger_count,
    ledger_head: head.ledger_hash,
  };
  return { checkpoint, signature: signBytes(Buffer.from(canonicalJson(checkpoint)), key) };
}

/** @throws OperatorError where the text is no checkpoint */
export function parseCheckpoint(text: string, path: string): SignedCheckpoint {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    found = null;
  }
  if (!Value.Check(Shape, found)) throw new OperatorError(`${path} is not an audit checkpoint`);
  return found;
}

/**
 * Why a checkpoint proves nothing; null where the store signed it.
 * @param known the event of the ledger about the key that signed it
 */
export function whyDistrusted(
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

/** Runs the whole check, and checks that both chains still pass through the checkpoint. */
export function verifyAgainst(
  signed: SignedCheckpoint,
  db: Database,
  months: SealedMonths,
  ledger: Ledger,
  onRow?: (rows: number, total: number) => void,
): Verification {
  const { checkpoint, signature } = signed;
  const broken = (rows: number, why: string): Verification => {
    return { rows, part: "checkpoint", broken: checkpoint.made_at, why };
  };
  const distrust = whyDistrusted(signed, ledger.latest("signing_key", signature.fingerprint));
  if (distrust !== null) return broken(0, distrust);
  let head = checkpoint.rows === 0 ? GENESIS_HASH : null;
  let ledgerHead: string | null = null;
  const witness = {
    row(sequence: number, hash: string) {
      if (sequence === checkpoint.rows) head = hash;
    },
    event(sequence: number, hash: string) {
      if (sequence === checkpoint.ledger_events) ledgerHead = hash;
    },
  };
  const verdict = verifyStore(db, months, witness, onRow);
  if ("broken" in verdict) return verdict;
  if (head === null) return broken(verdict.rows, `rows are missing: there were ${checkpoint.rows}`);
  if (ledgerHead === null) {
    return broken(
      verdict.rows,
      `ledger events are missing: there were ${checkpoint.ledger_events}`,
    );
  }
  if (head !== checkpoint.head || ledgerHead !== checkpoint.ledger_head) {
    return broken(verdict.rows, "the chain was rewritten since it was made");
  }
  return verdict;
}
