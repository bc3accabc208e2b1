/** Operations on rows that are already written: erasing, sealing, checkpoints. */

import type { Immediate, Upkeep } from "../port.ts";
import { backUp } from "./backup.ts";
import { makeCheckpoint } from "./checkpoint.ts";
import { createEraser } from "./erase.ts";
import { type SealParts, sealMonth, sweepSealed } from "./seal.ts";

export function createUpkeep(parts: SealParts): Immediate<Upkeep> {
  const { db, ledger, write, now } = parts;
  return {
    erase: createEraser(parts),
    seal: (month, until) => sealMonth(parts, month, until),
    sweep: () => sweepSealed(parts),
    checkpoint: () => write(() => makeCheckpoint(db, ledger, now())),
    times() {
      const newest = db.query<{ newest_ms: number }, []>("SELECT newest_ms FROM audit_head").get();
      const leap = ledger.latest("clock", "");
      return { newest_ms: newest?.newest_ms ?? 0, leapt_at_ms: leap?.at_ms ?? null };
    },
    backUp: (path) => backUp(db, parts.stateDir, path),
    foldLog() {
      using fold = db.prepare<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)");
      return fold.get()?.busy === 0;
    },
  };
}
