/** Lets a long command end in order on ^C or SIGTERM; a second one ends the process at once. */
import { OperatorError } from "../contract/error.ts";
import { endProcess } from "../native/process-end.ts";

export interface Interrupt {
  /** Aborted with an OperatorError that says what became of the work. */
  signal: AbortSignal;
  /** Stops listening. */
  done(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export function onInterrupt(consequence: string): Interrupt {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) endProcess(1);
    controller.abort(new OperatorError(`interrupted: ${consequence}`));
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  return {
    signal: controller.signal,
    done() {
      for (const name of SIGNALS) process.off(name, interrupt);
    },
  };
}
