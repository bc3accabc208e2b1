/** Checkpoints: where the ledger and every client's chain end, signed by the store's own key. */

import { createPrivateKey, type KeyObject } from "node:crypto";
import type { TransactionSQL } from "bun";
import { canonicalJson } from "../../contract/canonical-json.ts";
import { signBytes } from "../../files/signing.ts";
import { checkCheckpoint } from "../checkpoint-check.ts";
import type { SignedCheckpoint, Verification } from "../records.ts";
import { makeSigningKey } from "../signing-key.ts";
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
  const ends = checkpoint.chains ?? "it was made of a store in a file: verify it there";
  const recordedKey = await latest(sql, "signing_key", signature.fingerprint);
  const check = checkCheckpoint(signed, recordedKey, ends);
  if ("rows" in check) return check;
  return check.judge(
    await verifyStore(
      sql,
      {
        row: (clientId, { sequence, hash }) => check.row(clientId, sequence, hash),
        event: check.event,
      },
      onRow,
    ),
  );
}
