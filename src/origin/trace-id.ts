import { decodeTime, ulid } from "ulid";

const PREFIX = "trc_";
const BYTES_AT_ONCE = 1_024;
const bytes = new Uint8Array(BYTES_AT_ONCE);
let used = BYTES_AT_ONCE;

/**
 * In [0, 1). The library's own source of randomness is looked up each time and asked for every
 * character.
 */
function random(): number {
  if (used === BYTES_AT_ONCE) {
    crypto.getRandomValues(bytes);
    used = 0;
  }
  return (bytes[used++] ?? 0) / 256;
}

/** Opaque correlation id for support tickets. */
export function newTraceId(): string {
  return `${PREFIX}${ulid(undefined, random)}`;
}

/**
 * When a trace id was made, in epoch milliseconds.
 * @throws Error where it is none of ours
 */
export function madeAt(traceId: string): number {
  return decodeTime(traceId.slice(PREFIX.length));
}
