/**
 * The store's own Ed25519 key, which signs checkpoints and sealed months. It is in the database, so
 * that a backup has it too. The ledger has its public half.
 * @module
 */
import type { Database } from "bun:sqlite";
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { fingerprintOf } from "../files/signing.ts";
import type { Ledger } from "./ledger.ts";

/** Returns the key, and creates it where there is none. Must run in a writing transaction. */
export function signingKey(db: Database, ledger: Ledger, nowMs: number): KeyObject {
  const stored = db.query<{ private_pem: string }, []>("SELECT private_pem FROM signing_key").get();
  if (stored !== null) return createPrivateKey(stored.private_pem);
  const { privateKey, private_pem, event } = makeSigningKey(nowMs);
  db.run("INSERT INTO signing_key VALUES (1, ?)", [private_pem]);
  ledger.append(event);
  return privateKey;
}

/** A new key, and the event that tells the ledger of it. */
export function makeSigningKey(at_ms: number) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const private_pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const public_pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const kind = "signing_key" as const;
  const event = { at_ms, kind, subject: fingerprintOf(publicKey), content: { public_pem } };
  return { privateKey, private_pem, event };
}
