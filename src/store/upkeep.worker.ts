/**
 * The regular upkeep of a served store, off the event loop: it erases what is past its retention,
 * deletes the copies of sealed rows, and reads every page of the file. The thread ends after one
 * round.
 */
import { runUpkeep, type UpkeepTask } from "./upkeep-round.ts";

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<UpkeepTask>) => {
  self.postMessage(await runUpkeep(data));
};
