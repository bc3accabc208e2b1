/**
 * Guarantee: over stdin and stdout an agent gets what the endpoint answers, and nothing else.
 *
 * @slow it starts the program
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { MCP_BODY_BYTES_MAX } from "../../src/contract/limits.ts";
import { mcpEndpoint } from "../../src/mcp/endpoint.ts";
import { useService } from "../contract/support/service.ts";
import { requestBody } from "../support/payloads.ts";
import { SOURCE } from "../support/program.ts";
import { connect } from "./client.ts";

const service = useService({ beforeAll, afterAll }, { mcp: mcpEndpoint });

function start(key: string | null, url = service().url) {
  return Bun.spawn([...SOURCE, "mcp", "--url", url], {
    env: key === null ? {} : { PHASEWISE_API_KEY: key },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
}

async function outcome(child: ReturnType<typeof start>) {
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, code };
}

test("a client of the protocol gets the API's answers of a running service", async () => {
  const [command, ...args] = SOURCE;
  const key = await service().issue();
  const { call, client } = await connect(
    new StdioClientTransport({
      command,
      args: [...args, "mcp", "--url", service().url],
      env: { PHASEWISE_API_KEY: key },
    }),
  );
  const request = requestBody();
  const { body } = await call("recommend", request);
  expect((await service().post(request, { key })).json).toEqual(body);
  expect((await call("recommend", {})).body.error.code).toBe("invalid_request");
  const { keys } = service().store;
  await keys.revoke((await keys.list()).at(-1)?.key_id ?? "", "command line");
  expect(await client.callTool({ name: "preflight" }).catch((error: Error) => error.message)).toBe(
    "MCP error -32000: 401 Authorization Failed",
  );
  await client.close();
});

test("it answers every message before it ends with stdin, in lines of JSON alone", async () => {
  const child = start(await service().issue());
  const messages = ["ping", "tools/list", "no/such"].map((method, id) => ({
    jsonrpc: "2.0",
    id,
    method,
  }));
  child.stdin.write(`not JSON\n${messages.map((each) => JSON.stringify(each)).join("\n")}\n`);
  child.stdin.end();
  const { stdout, stderr, code } = await outcome(child);
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ id }) => id).sort()).toEqual([0, 1, 2]);
  expect([stderr, code]).toEqual(["", 0]);
});

test("what keeps it from answering ends it with one line that says what to do", async () => {
  const key = await service().issue();
  expect(await outcome(start(null))).toMatchObject({
    stderr: "PHASEWISE_API_KEY is not set: put a key there that phasewise keys issue made\n",
    code: 1,
  });
  const nowhere = start(key, "http://127.0.0.1:9");
  nowhere.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
  const { stderr, code } = await outcome(nowhere);
  expect([stderr.startsWith("no answer from http://127.0.0.1:9: "), code]).toEqual([true, 1]);
  const flooded = start(key);
  flooded.stdin.write("x".repeat(MCP_BODY_BYTES_MAX + 1));
  expect(await outcome(flooded)).toMatchObject({
    stderr: "a message on stdin is too large\n",
    code: 1,
  });
  expect(stderr).not.toContain(key);
});
