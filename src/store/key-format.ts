/**
 * The shape of an API key: `pw_<environment>_<random>_<checksum>`. Secret scanners find a leaked
 * key by the fixed prefix. A mistyped key fails its checksum, so it is refused without asking the
 * database.
 * @module
 */
import { randomBytes } from "node:crypto";
import { ENVIRONMENTS, type Environment } from "./records.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 33 × log2(62) = 196 bits. */
const RANDOM_CHARS = 33;
const CHECKSUM_CHARS = 6;
const CHECKSUM_BYTES = 6;
/** Bytes from here on would favour the first characters of the alphabet. */
const UNBIASED_BYTE_MAX = 256 - (256 % BASE62.length);

const SHAPE = new RegExp(
  `^pw_(?:${ENVIRONMENTS.join("|")})_[0-9A-Za-z]{${RANDOM_CHARS}}_[0-9A-Za-z]{${CHECKSUM_CHARS}}$`,
);

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < UNBIASED_BYTE_MAX && text.length < length)
        text += BASE62.charAt(byte % BASE62.length);
    }
  }
  return text;
}

function checksum(head: string): string {
  const digest = new Uint8Array(Bun.SHA256.byteLength);
  Bun.SHA256.hash(head, digest);
  let rest = 0;
  for (let at = 0; at < CHECKSUM_BYTES; at++) rest = rest * 256 + (digest[at] ?? 0);
  let text = "";
  for (let i = 0; i < CHECKSUM_CHARS; i++) {
    text = BASE62.charAt(rest % BASE62.length) + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}

export function newKey(environment: Environment): string {
  const head = `pw_${environment}_${randomBase62(RANDOM_CHARS)}`;
  return `${head}_${checksum(head)}`;
}

/** Whether a text can be a key at all, by its shape and checksum, without a look-up. */
export function isWellFormedKey(presented: string): boolean {
  if (!SHAPE.test(presented)) return false;
  const end = presented.lastIndexOf("_");
  return checksum(presented.slice(0, end)) === presented.slice(end + 1);
}

/**
 * The stored hash of a key. A plain hash is enough: nobody can try all of 196 random bits, so the
 * salt and slowness that passwords need would only cost time on every request. Hashes are compared
 * through an index; what its timing may reveal about a hash does not lead back to a key.
 */
export function keyHash(key: string): string {
  return Bun.SHA256.hash(key, "hex");
}
