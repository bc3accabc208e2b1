/**
 * Ends the process on an uncaught error, because its state can no longer be trusted for answers.
 * The log line about it gets a moment to be written.
 */
import { endProcess } from "../native/process-end.ts";
import type { Log } from "../telemetry/logger.ts";
import { printFailure } from "./output.ts";

export function endOnFault({ logger, flush }: Log): void {
  let ending = false;
  const end = (error: unknown) => {
    if (ending) return;
    ending = true;
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    logger.fatal({ cause: stack ?? message }, "service ended by a fault");
    flush()
      .then(() => printFailure(`the service ended by a fault: ${message.replaceAll("\n", " ")}`))
      .finally(() => endProcess(1));
  };
  for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, end);
}
