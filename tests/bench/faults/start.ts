/** The executable behind another gateway, as most faults meet it. */
import { ANSWER_HEADERS } from "../../support/behind-gateway.ts";
import { EXECUTABLE } from "../../support/executable.ts";
import { serveForLoad } from "../load.ts";
import type { Started } from "./fault.ts";

export async function startPlain(
  dataDir: string,
  more: Parameters<typeof serveForLoad>[2] = {},
): Promise<Started> {
  const command = [EXECUTABLE];
  return {
    service: await serveForLoad(command, dataDir, more),
    command,
    dataDir,
    headers: ANSWER_HEADERS,
  };
}
