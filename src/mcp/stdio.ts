/**
 * The same endpoint over stdin and stdout: each message becomes a request to it, and its answer a
 * message.
 * @module
 */
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { isJSONRPCRequest, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { MCP_BODY_BYTES_MAX } from "../contract/limits.ts";
import { OPERATIONS } from "../contract/operations.ts";

/** Of JSON-RPC's range for errors that a server defines itself. */
const REFUSED = -32_000;
const TOOL_CALL = "tools/call";

export interface Stdio {
  /** Where the endpoint is, such as `http://127.0.0.1:8080`. */
  url: string;
  key: string;
  /** Answers a request as the endpoint does. */
  handle(request: Request): Promise<Response>;
  /** Tool calls wait for it; what a client asks before does not. */
  ready: Promise<void>;
}

/**
 * Resolves when stdin has ended and every message is answered.
 * @throws Error where a message is too large, as the rest of stdin cannot be read then
 */
export async function serveStdio({ url, key, handle, ready }: Stdio): Promise<void> {
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: MCP_BODY_BYTES_MAX,
  });
  const open = new Set<Promise<void>>();
  const ended = Promise.withResolvers<void>();

  async function answer(message: JSONRPCMessage): Promise<void> {
    if ("method" in message && message.method === TOOL_CALL) await ready;
    const response = await handle(
      new Request(`${url}${OPERATIONS.mcp.path}`, {
        method: "POST",
        headers: {
          authorization: `ApiKey ${key}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(message),
      }),
    );
    if (!isJSONRPCRequest(message)) return;
    const body = (await response.json()) as Record<string, unknown>;
    await transport.send(
      body.jsonrpc === "2.0"
        ? (body as JSONRPCMessage)
        : { jsonrpc: "2.0", id: message.id, error: refusalOf(response.status, body) },
    );
  }

  transport.onmessage = (message) => {
    const answered = answer(message).catch(ended.reject);
    open.add(answered);
    answered.finally(() => open.delete(answered));
  };
  // Closes itself where a message is too large. A line that is no message has no id to answer to.
  transport.onclose = () => ended.reject(new Error("a message on stdin is too large"));
  process.stdin.once("end", ended.resolve);
  await transport.start();
  await ended.promise;
  await Promise.all(open);
}

/** A refusal of the gateway or the service, with its stable code. */
function refusalOf(status: number, body: Record<string, unknown>) {
  const { detail, error } = body as { detail?: string; error?: { code: string } };
  return { code: REFUSED, message: `${status} ${error?.code ?? detail ?? ""}`.trimEnd() };
}
