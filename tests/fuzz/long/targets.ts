/**
 * The services that the long fuzz asks: two with an engine of the test's own, and the built
 * executable.
 */

import pino from "pino";
import { temporaryFolder } from "../../../scripts/support/temporary-folder.ts";
import { serveForLoad } from "../../bench/load.ts";
import { testService } from "../../contract/support/service.ts";
import { ANSWER_HEADERS, GATEWAY_SECRET } from "../../support/behind-gateway.ts";
import { EXECUTABLE } from "../../support/executable.ts";

interface Target {
  url: string;
  headers: Readonly<Record<string, string>>;
  key: string;
  written(): string;
  stop(): Promise<void>;
}

/** Keeps its log only until it is asked for. */
export async function fastTarget(gateway: "embedded" | "external"): Promise<Target> {
  let lines: string[] = [];
  const service = await testService({
    gateway,
    originSecret: gateway === "external" ? GATEWAY_SECRET : null,
    logger: pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }),
  });
  return {
    url: service.url,
    headers: ANSWER_HEADERS,
    key: service.key,
    written() {
      const text = lines.join("");
      lines = [];
      service.engine.calls.length = 0;
      service.engine.judged.length = 0;
      return text;
    },
    stop: () => service.stop(),
  };
}

export async function realTarget(): Promise<Target> {
  const folder = temporaryFolder("fuzz");
  const service = await serveForLoad([EXECUTABLE], folder.path);
  let shown = 0;
  return {
    url: service.url,
    headers: ANSWER_HEADERS,
    key: "",
    written() {
      const text = service.output().slice(shown);
      shown += text.length;
      return text;
    },
    async stop() {
      await service.stop();
      folder.remove();
    },
  };
}
