/**
 * Asks a service that stands behind another gateway, where no local rate limit is in the way of a
 * load.
 */
import { requestBody } from "./payloads.ts";
import { type RunningService, SOURCE, serve } from "./program.ts";

export const GATEWAY_SECRET = "a-long-shared-secret";
export const ANSWER_HEADERS = {
  "content-type": "application/json",
  "x-origin-verify": GATEWAY_SECRET,
  "x-gateway-partner-id": "sandbox-oura",
};

export interface Answer {
  status: number;
  model_version: string;
}

/** Consent of `sandbox-oura` must be active in the data directory. */
export function serveBehindGateway(dataDir: string): Promise<RunningService> {
  return serve(SOURCE, dataDir, {
    args: ["--gateway", "external"],
    env: { PHASEWISE_ORIGIN_SECRET: GATEWAY_SECRET },
  });
}

export async function askBehindGateway(service: RunningService): Promise<Answer> {
  const response = await fetch(`${service.url}/v1/oura/recommendation`, {
    method: "POST",
    headers: ANSWER_HEADERS,
    body: JSON.stringify(requestBody()),
  });
  const { model_version } = (await response.json()) as { model_version: string };
  return { status: response.status, model_version };
}

/** Lines of its log that say so. */
export function logged<T = Record<string, unknown>>(service: RunningService, message: string): T[] {
  return service
    .output()
    .split("\n")
    .filter((line) => line.includes(message))
    .map((line) => JSON.parse(line) as T);
}
