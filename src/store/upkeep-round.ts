/** One round of the regular upkeep of a store. */
import { duringMaintenance, openState, type StatePlace } from "./state.ts";

export interface UpkeepTask {
  place: StatePlace;
  /** How long personal parts are kept. */
  retainMs: number;
  nowMs: number;
}

export interface UpkeepReport {
  /** How many rows lost their personal part because it was older than its retention. */
  erased: number;
  /** Why nothing was erased although some rows may be due. */
  held: string | null;
  /** What is wrong with the pages of the file, or with this round. */
  fault: string | null;
}

/** Between two steps, other writers get a turn. */
const PAUSE_MS = 20;
/**
 * After a leap of the clock, an operator has this long to notice a wrong clock before it erases
 * anything.
 */
const LEAP_HELD_MS = 7 * 86_400_000;

export async function runUpkeep({ place, retainMs, nowMs }: UpkeepTask): Promise<UpkeepReport> {
  const report: UpkeepReport = { erased: 0, held: null, fault: null };
  try {
    await duringMaintenance(place, async () => {
      const store = await openState(place, { create: false });
      try {
        const { newest_ms, leapt_at_ms } = await store.upkeep.times();
        // A row's age counts up to the newest row or the clock, whichever is earlier, so that a
        // wrong clock erases nothing too early.
        const today = Math.min(nowMs, newest_ms);
        if (leapt_at_ms !== null && newest_ms - leapt_at_ms < LEAP_HELD_MS) {
          report.held = `the clock leapt ahead to ${new Date(leapt_at_ms).toISOString()}: nothing is erased for seven days`;
        } else {
          const before = new Date(Math.max(0, today - retainMs)).toISOString();
          for await (const rows of store.upkeep.erase({ before }, "retention")) {
            report.erased += rows;
            await Bun.sleep(PAUSE_MS);
          }
        }
        for await (const _ of store.upkeep.sweep()) await Bun.sleep(PAUSE_MS);
        await store.upkeep.foldLog();
        report.fault = await store.damage();
      } finally {
        await store.close();
      }
    });
  } catch (error) {
    report.fault = (error as Error).message;
  }
  return report;
}
