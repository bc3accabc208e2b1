/** A service whose event loop is watched, behind another gateway, so that no rate limit is in the way. */
import { join } from "node:path";
import { ANSWER_HEADERS, GATEWAY_SECRET } from "./behind-gateway.ts";
import type { Holds } from "./loop-monitor.ts";
import { serve } from "./program.ts";

const root = join(import.meta.dir, "../..");

export interface MonitoredService {
  url: string;
  /** @returns the status */
  post(body: string): Promise<number>;
  /** The longest holds since the last call. */
  holds(): Promise<Holds>;
  stop(): Promise<number>;
}

/** Consent of `sandbox-oura` must be active in the data directory. */
export async function serveMonitored(dataDir: string): Promise<MonitoredService> {
  const service = await serve(
    [process.execPath, "--preload", join(root, "tests/support/loop-monitor.ts"), join(root, "src/main.ts")],
    dataDir,
    { args: ["--gateway", "external"], env: { PHASEWISE_ORIGIN_SECRET: GATEWAY_SECRET } },
  );
  const monitor = /loop-monitor (\S+)/.exec(service.output())?.[1];
  if (monitor === undefined) throw new Error("the loop is not watched");
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
    holds: async () => (await (await fetch(monitor)).json()) as Holds,
    stop: () => service.stop(),
  };
}
