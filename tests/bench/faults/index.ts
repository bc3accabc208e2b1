/** Every fault, in the order of the table. */
import { flood, unfinishedBodies, wrongKeys } from "./crowd.ts";
import { dataDiskFull, releaseGone, tmpUnwritable } from "./disk.ts";
import type { Fault } from "./fault.ts";
import { logPipeStuck, logVolumeFull } from "./log.ts";
import { clockBack, handlesSpent, killed, terminated, workerKilled } from "./process.ts";
import { databaseLocked, databaseMoved } from "./store.ts";

export const FAULTS: Readonly<Record<string, Fault>> = {
  "log-full": logVolumeFull,
  "log-stuck": logPipeStuck,
  "disk-full": dataDiskFull,
  "no-tmp": tmpUnwritable,
  "release-gone": releaseGone,
  handles: handlesSpent,
  worker: workerKilled,
  "database-moved": databaseMoved,
  "database-locked": databaseLocked,
  clock: clockBack,
  kill: killed,
  stop: terminated,
  flood,
  bodies: unfinishedBodies,
  keys: wrongKeys,
};
