/** `backup` and `restore` of the state store. Both work completely or change nothing. */

import { STATE_SETTINGS } from "../service/state.ts";
import { restore } from "../store/sqlite/backup.ts";
import { stateDir, storePath } from "../store/sqlite/index.ts";
import { duringMaintenance } from "../store/sqlite/maintenance.ts";
import { takeServerLock } from "../store/sqlite/server-lock.ts";
import { defineCommand } from "./command.ts";
import { requireDataDir } from "./new-data-dir.ts";
import { countWithNoun, printJson, printLine } from "./output.ts";
import { maintainStore } from "./with-store.ts";

export const backupCommand = defineCommand({
  name: "backup",
  summary: "writes a checked copy of the state store into one file; works while the server runs",
  positionals: ["FILE"],
  settings: STATE_SETTINGS,
  run({ settings, positionals: [file = ""], json }) {
    return maintainStore(settings, async ({ upkeep }) => {
      const rows = await upkeep.backUp(file);
      if (json) printJson({ file, rows });
      else
        printLine(
          `${file} holds ${countWithNoun(rows, "audit row")}; copy state/sealed/ too where months are sealed`,
        );
      return 0;
    });
  },
});

export const restoreCommand = defineCommand({
  name: "restore",
  summary: "checks a backup and puts it in place of the state store; the server must be stopped",
  positionals: ["FILE"],
  settings: ["dataDir"],
  run({ settings, positionals: [file = ""], json }) {
    requireDataDir(settings.dataDir);
    return duringMaintenance(stateDir(settings.dataDir), () => {
      const serverLock = takeServerLock(settings.dataDir);
      try {
        const { rows, erased_again } = restore(storePath(settings.dataDir), file);
        if (json) printJson({ rows, erased_again });
        else
          printLine(
            `restored: ${countWithNoun(rows, "audit row")}; ${erased_again} of them had been erased since the backup, and were erased again`,
          );
        return 0;
      } finally {
        serverLock.release();
      }
    });
  },
});
