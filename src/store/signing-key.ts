/**
 * The store's own Ed25519 key, which signs checkpoints and sealed months. It is in the database, so
 * that a backup has it too. The ledger has its public half.
 * @module
 */
import { generateKeyPairSync } from "node:crypto";
import { fingerprintOf } from "../files/signing.ts";

/** A new key, and the event that tells the ledger of it. */
export function makeSigningKey(at_ms: number) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const private_pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const public_pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const kind = "signing_key" as const;
  const event = { at_ms, kind, subject: fingerprintOf(publicKey), content: { public_pem } };
  return { privateKey, private_pem, event };
}
