/** Opens the operator's console of a service, where its settings ask for one. */
import { environmentWith } from "../config/environment.ts";
import type { SettingName, Settings } from "../config/settings.ts";
import { type RunningConsole, startConsole } from "../console/server.ts";
import { VERSION } from "../native/build-info.ts";
import type { StateStore } from "../store/port.ts";
import { stateDir } from "../store/sqlite/index.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";

/** Starts this program once more. In a checkout it is Bun with the program's first file. */
const SELF = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, Bun.main];

/**
 * Null where no console is asked for.
 * @param settings all of the service's; the commands that the console runs get the same ones
 * @throws OperatorError where its port cannot be listened on
 */
export function openConsole<N extends SettingName>(
  settings: Settings<N | "dataDir" | "consolePort" | "consoleHost" | "consoleQueries">,
  given: { store: StateStore; metrics: Metrics; logger: Logger },
): RunningConsole | null {
  if (settings.consolePort === null) return null;
  const opened = startConsole({
    ...given,
    host: settings.consoleHost,
    port: settings.consolePort,
    stateDir: stateDir(settings.dataDir),
    version: VERSION,
    showQueries: settings.consoleQueries === "shown",
    program: (words) => ({
      cmd: [...SELF, ...words],
      // The variable of --progress, which short commands do not have.
      env: { ...environmentWith(settings), PHASEWISE_PROGRESS: "1" },
    }),
  });
  given.logger.info({ url: opened.url }, "console opened");
  return opened;
}
