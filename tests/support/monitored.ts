/**
 * A service whose event loop is watched, behind another gateway, so that no rate limit is in the
 * way.
 */
import { join } from "node:path";
import { ANSWER_HEADERS, GATEWAY_SECRET } from "./behind-gateway.ts";
import type { Holds } from "./loop-monitor.ts";
import { type RunningService, SOURCE, serve } from "./program.ts";

/**
 * In the environment of a service it watches the loop; the built executable takes it from there
 * too.
 */
export const MONITOR_ENV = { BUN_OPTIONS: `--preload ${join(import.meta.dir, "loop-monitor.ts")}` };

export interface MonitoredService {
  url: string;
  /** @returns the status */
  post(body: string): Promise<number>;
  /** The longest holds since the last call. */
  holds(): Promise<Holds>;
  stop(): Promise<number>;
}

/** Consent of `sandbox-oura` must be active in the data directory. */
export async function serveMonitored(
  dataDir: string,
  command: readonly string[] = SOURCE,
): Promise<MonitoredService> {
  const service = await serve(command, dataDir, {
    args: ["--gateway", "external"],
    env: { PHASEWISE_ORIGIN_SECRET: GATEWAY_SECRET, ...MONITOR_ENV },
  });
  return {
    url: service.url,
    async post(body) {
      const response = await fetch(`${service.url}/v1/oura/recommendation`, {
        method: "POST",
        headers: ANSWER_HEADERS,
        body,
      });
      await response.arrayBuffer();
      return response.status;
    },
    holds: () => holdsOf(service),
    stop: () => service.stop(),
  };
}

/** The longest holds since the last call, of a service that was started with `MONITOR_ENV`. */
export async function holdsOf(service: RunningService): Promise<Holds> {
  const monitor = /loop-monitor (\S+)/.exec(service.output())?.[1];
  if (monitor === undefined) throw new Error("the loop is not watched");
  return (await (await fetch(monitor)).json()) as Holds;
}
