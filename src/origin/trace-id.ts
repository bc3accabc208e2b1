import { ulid } from "ulid";

/** Opaque correlation id for support tickets. */
export function newTraceId(): string {
  return `trc_${ulid()}`;
}
