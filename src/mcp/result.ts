/**
 * The service's answer as the result of a tool call.
 * @module
 */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Tool } from "./tool.ts";

interface Failure {
  /** Of the service. */
  error?: { code: string; message: string; details: object[] | null };
  /** Of the gateway, and of a missing consent. */
  detail?: string;
}

/** An error has the contract's code and body as text; a schema of the tool would not fit it. */
export async function toolResult(tool: Tool, response: Response): Promise<CallToolResult> {
  const body = (await response.json()) as Record<string, unknown>;
  if (response.ok)
    return { content: [{ type: "text", text: tool.toText(body) }], structuredContent: body };
  const texts = [failureText(response, body as Failure), JSON.stringify(body)];
  return { isError: true, content: texts.map((text) => ({ type: "text", text })) };
}

function failureText({ status, headers }: Response, { error, detail }: Failure): string {
  const retryAfter = headers.get("retry-after");
  const code = error?.code ?? detail ?? "";
  const message = error === undefined ? "" : `: ${error.message}`;
  return `${status} ${code}${message}${retryAfter === null ? "" : ` Retry after ${retryAfter} s.`}`;
}
