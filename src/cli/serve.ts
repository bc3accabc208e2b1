/**
 * `serve`: opens the socket at once and loads the engine behind it. Two lines on stdout say when
 * each is done.
 */
import { OperatorError } from "../contract/error.ts";
import { endProcess } from "../native/process-end.ts";
import { SERVE_SETTINGS } from "../service/serve-settings.ts";
import { defineCommand } from "./command.ts";
import { endOnFault } from "./end-on-fault.ts";
import { printFailure, printJson } from "./output.ts";

/** Resolves on the first SIGTERM or SIGINT. A second one ends the process at once. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    let signalled = false;
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => {
        if (signalled) endProcess(1);
        signalled = true;
        resolve();
      });
    }
  });
}

export const serve = defineCommand({
  name: "serve",
  summary: "runs the service until SIGTERM or SIGINT",
  settings: SERVE_SETTINGS,
  async run({ settings }) {
    const signalled = untilSignalled();
    const { startService } = await import("../service/index.ts");
    const service = await startService(settings, printFailure);
    endOnFault(service.log);
    const ready = service.ready.then(() => printJson({ event: "ready" }));
    // After a signal nobody waits for it any more.
    ready.catch(() => undefined);
    let failed: string | undefined;
    try {
      printJson({ event: "listening", url: service.server.url });
      await Promise.race([ready, signalled]);
      failed = (await Promise.race([signalled, service.failed])) ?? undefined;
    } finally {
      await service.stop();
    }
    if (failed !== undefined)
      throw new OperatorError(
        `inference cannot continue: ${failed}; start the service again (phasewise doctor finds the cause)`,
      );
    return 0;
  },
});
