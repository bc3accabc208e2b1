/** `mcp`: the tools for an agent that starts this program and speaks over its stdin and stdout. */

import { readSettings } from "../config/read-settings.ts";
import { API_KEY_ENV, readSecret } from "../config/secrets.ts";
import { OperatorError } from "../contract/error.ts";
import { LIMIT_SETTINGS, SERVE_SETTINGS } from "../service/serve-settings.ts";
import { STATE_SETTINGS } from "../service/state.ts";
import { textOption } from "./arguments.ts";
import { defineCommand } from "./command.ts";
import { endOnFault } from "./end-on-fault.ts";
import { baseOf } from "./health.ts";
import { printFailure } from "./output.ts";
import { untilSignalled } from "./serve.ts";

export const mcp = defineCommand({
  name: "mcp",
  summary: `serves tools for an agent over stdin and stdout (Model Context Protocol); ${API_KEY_ENV} holds the key`,
  settings: [
    ...STATE_SETTINGS,
    "environments",
    ...LIMIT_SETTINGS,
    "storeQuery",
    "inferenceThreads",
    "requestDeadline",
    "retainAudit",
    "logLevel",
  ],
  options: {
    url: {
      value: "URL",
      help: "asks the service that runs there with --mcp on, instead of starting one",
    },
  },
  async run({ settings, options }) {
    const key = readSecret(API_KEY_ENV);
    if (key === null || key === "")
      throw new OperatorError(
        `${API_KEY_ENV} is not set: put a key there that phasewise keys issue made`,
      );
    const signalled = untilSignalled();
    const given = textOption(options, "url");
    const { serveStdio } = await import("../mcp/stdio.ts");
    if (given !== undefined) {
      const url = baseOf(given);
      const handle = (request: Request) => reach(request, url);
      await Promise.race([serveStdio({ url, key, handle, ready: Promise.resolve() }), signalled]);
      return 0;
    }
    const rest = readSettings(SERVE_SETTINGS, {}, {});
    const { startInProcess } = await import("../gateway/server.ts");
    const { startService } = await import("../service/index.ts");
    const service = await startService(
      { ...rest, ...settings, mcp: "on" },
      printFailure,
      startInProcess,
    );
    endOnFault(service.log);
    const { server, ready } = service;
    try {
      const served = serveStdio({ ...server, key, ready });
      const failed = service.failed.then((why) => {
        throw new OperatorError(
          `inference cannot continue: ${why}; start the agent's server again`,
        );
      });
      const broken = ready.then(() => failed);
      await Promise.race([served, signalled, broken]);
    } finally {
      await service.stop();
    }
    return 0;
  },
});

async function reach(request: Request, url: string): Promise<Response> {
  try {
    return await fetch(request, { redirect: "error" });
  } catch (error) {
    throw new OperatorError(
      `no answer from ${url}: ${(error as Error).message}; is phasewise serve --mcp on running there?`,
    );
  }
}
