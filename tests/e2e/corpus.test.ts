/**
 * Guarantee: the executable imports articles while it serves, cites from the new release, and can
 * roll back.
 *
 * @slow it drives the executable
 */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { samples, writeNbib } from "../library/samples.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { requestBody } from "../support/payloads.ts";
import { issueKey, run, serve } from "../support/program.ts";

/** The partner's limit is 30 requests a minute, so the new release is asked for with pauses. */
const PAUSE_MS = 500;
const TRIES = 10;
const folder = temporaryFolder("corpus");
afterAll(() => folder.remove());

describe.skipIf(!HAS_EXECUTABLE)("the executable's corpus", () => {
  test("grows and goes back under a running service", async () => {
    const data = join(folder.path, "data");
    const command = async (...words: string[]) => {
      const outcome = await run([EXECUTABLE, "corpus", ...words, "--json", "--data-dir", data]);
      expect(outcome.stderr).toBe("");
      return JSON.parse(outcome.stdout) as Record<string, unknown>;
    };
    const key = await issueKey([EXECUTABLE], data);
    const service = await serve([EXECUTABLE], data);
    const modelVersion = async () => {
      const { status, text } = await service.post(requestBody(), key);
      expect(status).toBe(200);
      return (JSON.parse(text) as { model_version: string }).model_version;
    };
    const nextModelVersion = async (before: string) => {
      for (let i = 0; i < TRIES; i++) {
        await Bun.sleep(PAUSE_MS);
        const now = await modelVersion();
        if (now !== before) return now;
      }
      return before;
    };
    try {
      const before = await modelVersion();
      const file = writeNbib(folder.path, "walks.nbib", samples(4));
      const report = await command("import", file);
      expect((await command("verify")).version).toBe(String(report.published));
      const after = await nextModelVersion(before);
      expect(after).not.toBe(before);
      await command("rollback", "starter");
      expect(await nextModelVersion(after)).toBe(before);
    } finally {
      expect(await service.stop()).toBe(0);
    }
  }, 60_000);
});
