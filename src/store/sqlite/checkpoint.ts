/** Makes a checkpoint of the file, and checks the file against one. */
import type { Database } from "bun:sqlite";
import { canonicalJson } from "../../contract/canonical-json.ts";
import { OperatorError } from "../../contract/error.ts";
import { signBytes } from "../../files/signing.ts";
import { checkCheckpoint } from "../checkpoint-check.ts";
import type { Ledger } from "../ledger.ts";
import type { SignedCheckpoint, Verification } from "../records.ts";
import type { SealedMonths } from "./sealed-months.ts";
import { signingKey } from "./signing-key.ts";
import { type ChainHeads, verifyStore } from "./verify.ts";

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

/** Runs the whole check, and checks that both chains still pass through the checkpoint. */
export function verifyAgainst(
  signed: SignedCheckpoint,
  db: Database,
  months: SealedMonths,
  ledger: Ledger,
  onRow?: (rows: number, total: number) => void,
): Verification {
  const { checkpoint, signature } = signed;
  const { rows, head } = checkpoint;
  const ends =
    checkpoint.chains === undefined
      ? [{ client_id: null, rows, head }].filter((end) => end.rows > 0)
      : "it was made of a store in a database: verify it there";
  const recordedKey = ledger.latest("signing_key", signature.fingerprint);
  const check = checkCheckpoint(signed, recordedKey, ends);
  if ("rows" in check) return check;
  return check.judge(
    verifyStore(
      db,
      months,
      { row: (sequence, hash) => check.row(null, sequence, hash), event: check.event },
      onRow,
    ),
  );
}
