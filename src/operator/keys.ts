/** What an operator is told about a key. */
import type { KeyRecord } from "../store/records.ts";

export type KeyStatus = "valid" | "expired" | "revoked";

export function keyStatus(key: KeyRecord, nowMs: number): KeyStatus {
  if (key.revoked_at !== null) return "revoked";
  return key.expires_at !== null && Date.parse(key.expires_at) <= nowMs ? "expired" : "valid";
}
