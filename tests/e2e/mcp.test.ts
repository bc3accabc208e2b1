/**
 * Guarantee: the executable alone, started by an agent, answers over stdin and stdout with the real
 * engine, and records each answer.
 *
 * @slow it drives the executable
 */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { connect } from "../mcp/client.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { requestBody } from "../support/payloads.ts";
import { issueKey, run, serve } from "../support/program.ts";

describe.skipIf(!HAS_EXECUTABLE)("the tools for an agent", () => {
  const folder = temporaryFolder("mcp");

  test("answer from the executable, and are audited as the service's own", async () => {
    const data = join(folder.path, "data");
    const PHASEWISE_API_KEY = await issueKey([EXECUTABLE], data);
    const transport = new StdioClientTransport({
      command: EXECUTABLE,
      args: ["mcp", "--data-dir", data],
      env: { PHASEWISE_API_KEY },
      cwd: "/",
      stderr: "pipe",
    });
    let log = "";
    transport.stderr?.on("data", (chunk) => {
      log += String(chunk);
    });
    const { client, call } = await connect(transport);
    const { body } = await call("recommend", requestBody());
    expect(body.recommendation).toContain("ms");
    const explained = (await call("explain_answer", { trace_id: body.trace_id })).body;
    expect(explained.sources).toEqual(body.citations);
    expect(explained.confidence.value).toBe(body.recommendation_confidence);
    const found = (await call("search_evidence", { query: "HRV in the luteal phase", limit: 3 }))
      .body;
    expect(found.records.length).toBe(3);
    expect(found.records[0].findings.length).toBeGreaterThan(0);
    expect((await call("preflight")).body.consent_state).toBe("active");
    await expect(serve([EXECUTABLE], data)).rejects.toThrow("already: stop it first");
    await client.close();
    const rows = await run([EXECUTABLE, "audit", "list", "--json", "--data-dir", data]);
    expect(
      rows.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).trace_id),
    ).toEqual([body.trace_id]);
    expect(
      log
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).msg),
    ).toContain("request");
    expect(log).not.toContain(PHASEWISE_API_KEY);
  }, 120_000);
});
