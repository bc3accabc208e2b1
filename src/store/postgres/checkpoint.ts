/** Checkpoints: where the ledger and every client's chain end, signed by the store's own key. */

import { createPrivateKey, type KeyObject } from "node:crypto";
import type { TransactionSQL } from "bun";
import { canonicalJson } from "../../contract/canonical-json.ts";
import { signBytes } from "../../files/signing.ts";
import type { ChainEnd } from "../chain-walk.ts";
import { whyDistrusted } from "../checkpoint.ts";
import { makeSigningKey } from "../signing-key.ts";
import type { SignedCheckpoint, Verification } from "../types.ts";
import { clientHeads, hashOf } from "./chain-heads.ts";
import { append, latest, ledgerHead } from "./ledger.ts";
import { verifyStore } from "./verify.ts";

/** Must run in a writing transaction, because the first checkpoint creates the key. */
export async function makeCheckpoint(
  sql: TransactionSQL,
  nowMs: number,
): Promise<SignedCheckpoint> {
  // Whoever appends to the ledger holds its end, so two first checkpoints take turns.
  await ledgerHead(sql);
  const key = await signingKey(sql, nowMs);
  const { ledger_count, ledger_hash } = await ledgerHead(sql);
  const chains = await clientHeads(sql);
  const checkpoint = {
    made_at: new Date(nowMs).toISOString(),
    rows: chains.reduce((sum, { rows }) => sum + rows, 0),
    head: hashOf(chains),
    ledger_events: ledger_count,
    ledger_head: ledger_hash,
    chains,
  };
  return { checkpoint, signature: signBytes(Buffer.from(canonicalJson(checkpoint)), key) };
}

async function signingKey(sql: TransactionSQL, nowMs: number): Promise<KeyObject> {
  const [stored] = await sql<{ private_pem: string }[]>`SELECT private_pem FROM signing_key`;
  if (stored !== undefined) return createPrivateKey(stored.private_pem);
  const { privateKey, private_pem, event } = makeSigningKey(nowMs);
  await sql`INSERT INTO signing_key VALUES (1, ${private_pem})`;
  await append(sql, event);
  return privateKey;
}

/** Runs the whole check, and checks that all chains still pass through the checkpoint. */
export async function verifyAgainst(
  signed: SignedCheckpoint,
  sql: TransactionSQL,
  onRow?: (rows: number, total: number) => void,
): Promise<Verification> {
  const { checkpoint, signature } = signed;
  const broken = (rows: number, why: string): Verification => {
    return { rows, part: "checkpoint", broken: checkpoint.made_at, why };
  };
  const distrust = whyDistrusted(signed, await latest(sql, "signing_key", signature.fingerprint));
  if (distrust !== null) return broken(0, distrust);
  if (checkpoint.chains === undefined)
    return broken(0, "it was made of a store in a file: verify it there");
  const awaited = new Map(checkpoint.chains.map((chain) => [chain.client_id, chain]));
  let rewritten = false;
  let ledgerReached = checkpoint.ledger_events === 0;
  const witness = {
    row(clientId: string, { sequence, hash }: ChainEnd) {
      const chain = awaited.get(clientId);
      if (chain?.rows !== sequence) return;
      awaited.delete(clientId);
      if (chain.head !== hash) rewritten = true;
    },
    event(sequence: number, hash: string) {
      if (sequence !== checkpoint.ledger_events) return;
      ledgerReached = true;
      if (hash !== checkpoint.ledger_head) rewritten = true;
    },
  };
  const verdict = await verifyStore(sql, witness, onRow);
  if ("broken" in verdict) return verdict;
  for (const { client_id, rows } of awaited.values())
    return broken(verdict.rows, `rows of ${client_id} are missing: there were ${rows}`);
  if (!ledgerReached) {
    const were = checkpoint.ledger_events;
    return broken(verdict.rows, `ledger events are missing: there were ${were}`);
  }
  return rewritten ? broken(verdict.rows, "the chain was rewritten since it was made") : verdict;
}
