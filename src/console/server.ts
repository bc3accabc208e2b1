/**
 * Opens the operator's console: a listener of its own, on the loopback interface unless told
 * otherwise.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import { CORPUS_STATUS } from "./allowed-commands.ts";
import { createConsoleApp } from "./app.ts";
import { CommandRunner, type Task } from "./command-runner.ts";
import type { ConsoleContext, ConsoleOptions } from "./context.ts";
import { Links } from "./login.ts";
import { Sessions } from "./sessions.ts";
import { storeAccess } from "./store-access.ts";
import { TrafficWatch } from "./traffic.ts";

/**
 * Under this name the operator's browser reaches it: here, or from another machine through a tunnel
 * (`ssh -L`, `kubectl port-forward`), which asks who they are.
 */
const NAME = "127.0.0.1";

export interface RunningConsole {
  url: string;
  stop(): Promise<void>;
}

/** @throws OperatorError where the port cannot be listened on */
export function startConsole(options: ConsoleOptions): RunningConsole {
  const { store, metrics, logger, showQueries, stateDir, host, port } = options;
  const now = options.now ?? Date.now;
  const links = new Links(stateDir, now);
  const traffic = new TrafficWatch(() => metrics.figures(), now);
  function onEnd(task: Task): void {
    const { words, state, by } = task;
    logger.info({ by, command: words.join(" "), state }, "console command");
    // What the corpus page shows is no longer so.
    if (words[1] === "rollback" && state === "done") commands.start(CORPUS_STATUS, by);
  }
  const commands = new CommandRunner({ program: options.program, now, onEnd });
  const context: ConsoleContext = {
    options,
    now,
    cookie: "phasewise_console",
    store: storeAccess(store, { showQueries, now }),
    links,
    sessions: new Sessions(now),
    traffic,
    commands,
  };
  const { server } = listen(context);
  if (server === null) throw new OperatorError(`cannot listen on ${host} port ${port}`);
  context.cookie = `phasewise_console_${server.port}`;
  const url = `http://${NAME}:${server.port}`;
  links.open(url);
  return {
    url,
    async stop() {
      links.close();
      traffic.end();
      await Promise.all([commands.close(), server.stop(true)]);
    },
  };
}

function listen(context: ConsoleContext) {
  const { host, port } = context.options;
  try {
    return createConsoleApp(context).listen({ hostname: host, port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new OperatorError(
      `cannot listen on ${host} port ${port} (${code}); choose another --console-port or --console-host`,
    );
  }
}
