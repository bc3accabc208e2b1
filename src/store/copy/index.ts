/** Copies the state from the file to the database or back, whole or not at all. */
import { OperatorError } from "../../contract/error.ts";
import { connect } from "../postgres/index.ts";
import { duringMaintenance } from "../postgres/maintenance.ts";
import { storeTime } from "../postgres/time.ts";
import { stateDir } from "../sqlite/index.ts";
import { duringMaintenance as duringFileMaintenance } from "../sqlite/maintenance.ts";
import { takeServerLock } from "../sqlite/server-lock.ts";
import type { StatePlace } from "../state.ts";
import { copyState } from "./copy.ts";
import { fromDatabase, toDatabase } from "./database.ts";
import { fromFile, toFile } from "./file.ts";

/**
 * @param to where it goes; it comes from the other one
 * @returns how many audit rows were copied
 * @throws OperatorError where a side is in use or does not hold; nothing is kept then
 */
export async function copyBetween(
  { dataDir, state, password }: StatePlace,
  to: "database" | "file",
): Promise<number> {
  if (state === null) throw new OperatorError("state copy needs --state, the database");
  const serving = takeServerLock(dataDir);
  try {
    return await duringFileMaintenance(stateDir(dataDir), async () => {
      const client = await connect(state, { password, create: to === "database" });
      try {
        return await duringMaintenance(client, async () => {
          const nowMs = await client.run((sql) => storeTime(sql, undefined));
          return to === "database"
            ? fromFile(dataDir, (from) =>
                toDatabase(client, (target) => copyState(from, target, nowMs)),
              )
            : fromDatabase(client, (from) =>
                toFile(dataDir, (target) => copyState(from, target, nowMs)),
              );
        });
      } finally {
        await client.close();
      }
    });
  } finally {
    serving.release();
  }
}
