/** The signing key in the file. */
import type { Database } from "bun:sqlite";
import { createPrivateKey, type KeyObject } from "node:crypto";
import type { Ledger } from "../ledger.ts";
import { makeSigningKey } from "../signing-key.ts";

/** Returns the key, and creates it where there is none. Must run in a writing transaction. */
export function signingKey(db: Database, ledger: Ledger, nowMs: number): KeyObject {
  const stored = db.query<{ private_pem: string }, []>("SELECT private_pem FROM signing_key").get();
  if (stored !== null) return createPrivateKey(stored.private_pem);
  const { privateKey, private_pem, event } = makeSigningKey(nowMs);
  db.run("INSERT INTO signing_key VALUES (1, ?)", [private_pem]);
  ledger.append(event);
  return privateKey;
}
