/**
 * Ed25519 signatures of release bundles, audit checkpoints and sealed months.
 * @module
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { OperatorError } from "../contract/error.ts";

const FINGERPRINT_CHARS = 16;

export interface Signature {
  /** Of the public key: the start of the SHA-256 of its DER form. */
  fingerprint: string;
  /** Base64. */
  value: string;
}

/** @throws OperatorError when the file holds no Ed25519 private key in PEM */
export function readPrivateKey(path: string): KeyObject {
  return readKey(path, "private", createPrivateKey);
}

/** @throws OperatorError when the file holds no Ed25519 public key in PEM */
export function readPublicKey(path: string): KeyObject {
  return readKey(path, "public", createPublicKey);
}

function readKey(
  path: string,
  kind: "private" | "public",
  parse: (pem: string) => KeyObject,
): KeyObject {
  let pem: string;
  try {
    pem = readFileSync(path, "utf8");
  } catch {
    throw new OperatorError(`cannot read the key file ${path}`);
  }
  try {
    // A public key can be derived from a private one, but whoever only verifies must not have the
    // private one.
    if (kind === "public" && pem.includes("PRIVATE KEY")) throw new Error("private");
    const key = parse(pem);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The parser's message names no file. The line below says what is needed.
  }
  throw new OperatorError(`${path} holds no Ed25519 ${kind} key in PEM`);
}

export function fingerprintOf(key: KeyObject): string {
  const open = key.type === "private" ? createPublicKey(key) : key;
  const der = open.export({ type: "spki", format: "der" });
  return new Bun.CryptoHasher("sha256").update(der).digest("hex").slice(0, FINGERPRINT_CHARS);
}

export function signBytes(bytes: Uint8Array, key: KeyObject): Signature {
  return { fingerprint: fingerprintOf(key), value: sign(null, bytes, key).toString("base64") };
}

/** Whether the signature is this key's, names it, and is spelt as this program spells it. */
export function isSignedBy(bytes: Uint8Array, signature: Signature, key: KeyObject): boolean {
  const value = Buffer.from(signature.value, "base64");
  return (
    signature.fingerprint === fingerprintOf(key) &&
    value.toString("base64") === signature.value &&
    verify(null, bytes, key, value)
  );
}
