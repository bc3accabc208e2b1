import { ulid } from "ulid";

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
  return `trc_${ulid(undefined, random)}`;
}
