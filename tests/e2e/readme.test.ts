/**
 * Guarantee: a stranger who types the README's lines, word by word, gets the answer it shows.
 *
 * @slow it drives the executable
 */
import { describe, expect, test } from "bun:test";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import type { RecommendationResponse } from "../../src/contract/response.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";

const root = join(import.meta.dir, "../..");
const README_PORT = "8080";
const README_KEY = /pw_sandbox_…/;

const typed = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/^ {4}\$ (.+)$/gm)].map(
  ([, line = ""]) => line,
);
const curl = Bun.which("curl");
if (curl === null) process.stderr.write("tests/e2e/readme: there is no curl; skipped\n");

describe.skipIf(!HAS_EXECUTABLE || curl === null)("the README", () => {
  const folder = temporaryFolder("readme");

  /** Types a line in a folder that has the examples, with the executable on the PATH. */
  function type(line: string) {
    return Bun.spawn(["sh", "-c", `exec ${line}`], {
      cwd: folder.path,
      env: { PATH: `${folder.path}:${process.env.PATH}` },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
    });
  }

  test("its lines lead from a key to an answer with the numbers that it names", async () => {
    symlinkSync(EXECUTABLE, join(folder.path, "phasewise"));
    symlinkSync(join(root, "examples"), join(folder.path, "examples"));
    expect(typed.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
      "phasewise keys",
      "phasewise consent",
      "phasewise serve",
      "curl -sS",
    ]);
    const [issue = "", activate = "", serve = "", ask = ""] = typed;
    const key = /pw_sandbox_\w+/.exec(await new Response(type(issue).stdout).text())?.[0] ?? "";
    expect(await type(activate).exited).toBe(0);
    const service = type(serve.replace(README_PORT, "0"));
    const [lines, rest] = service.stdout.tee();
    let output = "";
    for await (const chunk of lines.pipeThrough(new TextDecoderStream())) {
      output += chunk;
      if (output.includes('"ready"')) break;
    }
    await rest.cancel();
    const [, port = ""] = /127\.0\.0\.1:(\d+)/.exec(output) ?? [];
    const asked = type(ask.replace(README_PORT, port).replace(README_KEY, key));
    const answer = (await new Response(asked.stdout).json()) as RecommendationResponse;
    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    expect(answer.recommendation).toContain("your HRV was 38 ms, below your usual 50 ms");
    expect(answer.citations.length).toBeGreaterThan(0);
  }, 120_000);
});
