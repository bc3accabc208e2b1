/** What was done to a key, and from where. */

/** Where a key was changed from. It names no person. */
export type KeyActor = "command line" | "console";

export interface KeyChange {
  change: "issued" | "rotated" | "revoked";
  at: string;
  by: KeyActor;
}
