/**
 * A checkpoint: the ends of both chains, signed. Kept away from the machine, it proves that a tail
 * was cut off or a chain rewritten. Whoever has only the machine cannot tell.
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import type { SignedCheckpoint } from "./records.ts";

const Shape = Type.Object({
  checkpoint: Type.Object({
    made_at: Type.String(),
    rows: Type.Integer({ minimum: 0 }),
    head: Type.String(),
    ledger_events: Type.Integer({ minimum: 0 }),
    ledger_head: Type.String(),
    chains: Type.Optional(
      Type.Array(
        Type.Object({
          client_id: Type.String(),
          rows: Type.Integer({ minimum: 1 }),
          head: Type.String(),
        }),
      ),
    ),
  }),
  signature: Type.Object({ fingerprint: Type.String(), value: Type.String() }),
});

/** @throws OperatorError where the text is no checkpoint */
export function parseCheckpoint(text: string, path: string): SignedCheckpoint {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = null;
  }
  if (!Value.Check(Shape, parsed)) throw new OperatorError(`${path} is not an audit checkpoint`);
  return parsed;
}
