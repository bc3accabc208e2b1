/**
 * Guarantee: kill -9 at any moment leaves a valid audit chain, and every 200 that a caller received
 * has exactly one row.
 *
 * @alone it kills services at work
 * @slow it drives the executable
 */

import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { listAudit } from "../support/audit.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { requestBody } from "../support/payloads.ts";
import { issueKey, run, SOURCE, serve } from "../support/program.ts";

const command = HAS_EXECUTABLE ? [EXECUTABLE] : [...SOURCE];
const folder = temporaryFolder("crash");
afterAll(() => folder.remove());

test("kill -9 under load", async () => {
  const data = join(folder.path, "data");
  const received = new Set<string>();
  // Before an answer, at the first one, and in the middle of them.
  for (const answers of [0, 1, 5]) {
    const before = received.size;
    const key = await issueKey(command, data);
    const service = await serve(command, data);
    const posting = Array.from({ length: 12 }, async () => {
      const body = requestBody();
      try {
        const { status } = await service.post(body, key);
        if (status === 200) received.add(body.request_id);
      } catch {
        // The connection died with the process: no answer, so nothing is promised.
      }
    });
    await Bun.sleep(40);
    while (received.size - before < answers) await Bun.sleep(1);
    service.signal("SIGKILL");
    await Promise.all([...posting, service.exited]);
  }
  expect(received.size).toBeGreaterThanOrEqual(6);
  const verdict = await run([...command, "audit", "verify", "--data-dir", data]);
  expect(verdict.code).toBe(0);
  const rows = await listAudit<{ request_id: string }>(command, data);
  const ids = rows.map(({ request_id }) => request_id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of received) expect(ids).toContain(id);
});
