/**
 * Guarantee: the code that the portal shows does what it says, as it stands there.
 *
 * @slow it starts programs
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { portalFiles } from "../contract/support/portal.ts";
import { useService } from "../contract/support/service.ts";
import { requestBody } from "../support/payloads.ts";

const EXAMPLE_ORIGIN = "https://phasewise.example";
const service = useService({ beforeAll, afterAll });
const folder = mkdtempSync(join(tmpdir(), "phasewise-samples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How each language runs a file of it. */
const RUN: Record<string, { file: string; command: string[] }> = {
  sh: { file: "call.sh", command: ["sh", "call.sh"] },
  ts: { file: "call.ts", command: [process.execPath, "call.ts"] },
  python: { file: "call.py", command: ["python3", "call.py"] },
};

/** The last block of a language on a page. */
function sampleOf(path: string, language: string): string {
  const text = portalFiles.get(path)?.text ?? "";
  const blocks = [...text.matchAll(/<figure class="code" data-language="(\w+)".*?<\/figure>/gs)];
  const block = blocks.findLast(([, each]) => each === language)?.[0] ?? "";
  const code = /<code>(.*?)<\/code>/s.exec(block)?.[1] ?? "";
  return code
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

async function runSample(path: string, language: string): Promise<string> {
  const { file = "", command = [] } = RUN[language] ?? {};
  const code = sampleOf(path, language).replaceAll(EXAMPLE_ORIGIN, service().url);
  expect(code).toContain(service().url);
  writeFileSync(join(folder, file), code);
  writeFileSync(join(folder, "request.json"), JSON.stringify(requestBody()));
  const child = Bun.spawn(command, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", PHASEWISE_API_KEY: await service().issue() },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all(
    [child.stdout, child.stderr].map((each) => new Response(each).text()),
  );
  expect([await child.exited, err]).toEqual([0, ""]);
  return out ?? "";
}

const missing = Object.entries(RUN)
  .filter(([, { command }]) => Bun.which(command[0] ?? "") === null || Bun.which("curl") === null)
  .map(([language]) => language);
if (missing.length > 0)
  process.stderr.write(
    `tests/portal: samples in ${missing.join(", ")} are skipped: not installed\n`,
  );

describe.each(["sh", "ts", "python"])("%s", (language) => {
  test.skipIf(missing.includes(language)).each([
    ["/docs/first-call", "suppression_reason"],
    ["/docs/recommend-oura", "suppression_reason"],
    ["/docs/get-access", "consent_active"],
    ["/docs/get-liveness", "ok"],
  ])("%s", async (path, member) => {
    expect(await runSample(path, language)).toContain(member);
  });
});
