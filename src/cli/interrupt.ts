/** Lets a long command end in order on ^C or SIGTERM. A second signal ends the process at once. */
import { OperatorError } from "../contract/error.ts";
import { endProcess } from "../native/process-end.ts";

export interface Interrupt {
  /** Aborted with an OperatorError that says what became of the work. */
  signal: AbortSignal;
  /** As shells count, 128 plus the number of the signal; null when none came. */
  exitCode(): number | null;
  /** Stops listening. */
  done(): void;
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export function onInterrupt(consequence: string): Interrupt {
  const controller = new AbortController();
  let exitCode: number | null = null;
  const interrupt = (signal: (typeof SIGNALS)[number]) => {
    if (controller.signal.aborted) endProcess(1);
    exitCode = EXIT_CODES[signal];
    controller.abort(new OperatorError(`interrupted: ${consequence}`));
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  return {
    signal: controller.signal,
    exitCode: () => exitCode,
    done() {
      for (const name of SIGNALS) process.off(name, interrupt);
    },
  };
}
