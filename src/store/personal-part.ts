/**
 * The personal part of an audit row: the question, the signals and the answer. It is stored apart
 * from the row's facts, so that it can be erased without breaking the chain.
 *
 * The facts hold a commitment to the part: an HMAC with a salt that is stored, and erased, with the
 * part. After an erasure nobody can test a guess against the commitment.
 * @module
 */
import { createHmac, randomBytes } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { canonicalJson } from "../contract/canonical-json.ts";
import { DICTIONARY } from "./compression-dictionary.ts";
import type { AuditEntry, PersonalMember } from "./records.ts";

export const PERSONAL_MEMBERS = [
  "citations",
  "query",
  "request_sha256",
  "response",
  "signals",
  "timings_ms",
] as const satisfies readonly PersonalMember[];

export type PersonalPart = Pick<AuditEntry, PersonalMember>;

/** A part as its table stores it. */
export interface PackedPart {
  salt: Uint8Array;
  packed: Uint8Array;
}

const SALT_BYTES = 16;
const DEFLATE_LEVEL = 9;
const dictionary = Buffer.from(DICTIONARY);
/** The first byte of a packed part. Another dictionary or method needs another number. */
const FORMAT = 1;

export function packPart(part: PersonalPart): PackedPart & { commitment: Uint8Array } {
  const plain = Buffer.from(canonicalJson(part));
  const salt = randomBytes(SALT_BYTES);
  const packed = deflateRawSync(plain, { level: DEFLATE_LEVEL, dictionary });
  return {
    salt,
    packed: Buffer.concat([Buffer.of(FORMAT), packed]),
    commitment: commitmentTo(salt, plain),
  };
}

/** @throws Error when the bytes cannot be unpacked */
export function unpackPart({ packed }: PackedPart): PersonalPart {
  return JSON.parse(plainOf(packed).toString()) as PersonalPart;
}

/** Whether the facts were written with this part. */
export function isCommitted(part: PackedPart, commitment: Uint8Array): boolean {
  try {
    return commitmentTo(part.salt, plainOf(part.packed)).equals(commitment);
  } catch {
    return false;
  }
}

function plainOf(packed: Uint8Array): Buffer {
  if (packed[0] !== FORMAT) throw new Error(`personal part in unknown format ${packed[0]}`);
  return inflateRawSync(packed.subarray(1), { dictionary });
}

function commitmentTo(salt: Uint8Array, plain: Buffer): Buffer {
  return createHmac("sha256", salt).update(plain).digest();
}
