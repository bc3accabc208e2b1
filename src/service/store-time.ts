/** The time by which the last day of a release is judged. */
import type { StateStore } from "../store/port.ts";

/**
 * Never before the newest time in the store, so that setting the clock back does not make an
 * expired release valid.
 */
export async function storeTime({ upkeep }: StateStore): Promise<number> {
  const { newest_ms } = await upkeep.times();
  return Math.max(Date.now(), newest_ms);
}
