/**
 * The regular care of a served store, off the loop that answers: erases what is older than its time,
 * sweeps what a sealing left, reads every page of the file. One round, then the thread ends.
 */
import { runUpkeep, type UpkeepTask } from "./upkeep-round.ts";

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<UpkeepTask>) => {
  self.postMessage(await runUpkeep(data));
};
