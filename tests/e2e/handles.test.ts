/**
 * Guarantee: without free file handles the executable refuses large bodies and keeps running. A
 * thread that starts without handles would end the whole process.
 *
 * @alone it takes the file handles of a service
 * @slow it drives the executable
 */
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { ANSWER_HEADERS, GATEWAY_SECRET } from "../support/behind-gateway.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { requestBody } from "../support/payloads.ts";
import { issueKey, serve } from "../support/program.ts";
import { padded } from "../support/worst-bodies.ts";

const PRLIMIT = Bun.which("prlimit");
const LARGE_BYTES = 200_000;
/** Too few for a thread, enough for a connection. */
const LEFT = 8;
const TRIES_MAX = 40;

test.skipIf(!HAS_EXECUTABLE || PRLIMIT === null)(
  "a large body is put off while no handles are left, and read when there are some",
  async () => {
    const folder = temporaryFolder("handles");
    await issueKey([EXECUTABLE], folder.path);
    const service = await serve([EXECUTABLE], folder.path, {
      args: ["--gateway", "external"],
      env: { PHASEWISE_ORIGIN_SECRET: GATEWAY_SECRET },
    });
    const limit = (handles: number) =>
      Bun.spawnSync([PRLIMIT ?? "", `--pid=${service.pid}`, `--nofile=${handles}:20000`]);
    const post = async () => {
      const response = await fetch(`${service.url}/v1/oura/recommendation`, {
        method: "POST",
        headers: ANSWER_HEADERS,
        body: padded(JSON.stringify(requestBody()), LARGE_BYTES),
      });
      await response.arrayBuffer();
      return response.status;
    };
    const numbers = readdirSync(`/proc/${service.pid}/fd`).map(Number);
    limit(Math.max(...numbers) + LEFT);
    expect(await post()).toBe(503);
    // The log is written behind the answer.
    while (!service.output().includes("recommendation put off")) await Bun.sleep(5);
    expect(service.output()).toContain('"reason":"intake"');
    limit(20_000);
    let status = 503;
    // The service looks now and then whether it has handles again.
    for (let tries = 0; status === 503 && tries < TRIES_MAX; tries++) {
      await Bun.sleep(500);
      status = await post();
    }
    expect(status).toBe(200);
    expect(await service.stop()).toBe(0);
    folder.remove();
  },
  120_000,
);
