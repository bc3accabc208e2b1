/**
 * Guarantee: the executable and the sources answer the same requests with the same bodies.
 *
 * @slow it drives the executable
 */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { nightRecord, requestBody, yesterday } from "../support/payloads.ts";
import { issueKey, SOURCE, serve } from "../support/program.ts";

const folder = temporaryFolder("same");
afterAll(() => folder.remove());

const QUESTIONS = [
  "Why is my HRV lower this week and what can I do about it?",
  "Does alcohol hurt my sleep?",
  "can i train hard in my luteal phase",
  null,
];

describe.skipIf(!HAS_EXECUTABLE)("executable and sources", () => {
  test("answer alike, refuse alike", async () => {
    const bodies = [
      ...QUESTIONS.map((query) => requestBody({ query })),
      requestBody({ oura: { sleep: [nightRecord({ day: yesterday(), hrv: null })] } }),
      requestBody({ timezone: "EST", user_context: { cycle_day: 99 } }),
    ];
    const [built, source] = await Promise.all(
      [[EXECUTABLE], SOURCE].map(async (command, i) => {
        const data = join(folder.path, String(i));
        const key = await issueKey(command, data);
        const service = await serve(command, data);
        const answers: unknown[] = [];
        for (const body of bodies) {
          const { trace_id, served_at, ...rest } = JSON.parse((await service.post(body, key)).text);
          answers.push(rest);
        }
        await service.stop();
        return answers;
      }),
    );
    expect(built).toEqual(source as unknown[]);
  });
});
