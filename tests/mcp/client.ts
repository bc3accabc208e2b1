/** An agent's client of the protocol, on the real service. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** A JSON body, whose members a test asserts one by one. */
// biome-ignore lint/suspicious/noExplicitAny: as said
type Json = any;

interface Result {
  failed: boolean;
  /** The first text, for a person. */
  text: string;
  /** The structured answer, or the body of the error. */
  body: Json;
}

export interface Agent {
  client: Client;
  call(tool: string, given?: Record<string, unknown>): Promise<Result>;
}

export async function connect(transport: Transport): Promise<Agent> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  // The client checks structured answers against the schemas that it has listed.
  await client.listTools();
  return {
    client,
    async call(tool, given = {}) {
      const result = (await client.callTool({ name: tool, arguments: given })) as CallToolResult;
      const [text, error] = result.content.map((each) => (each.type === "text" ? each.text : ""));
      const failed = result.isError === true;
      return {
        failed,
        text: text ?? "",
        body: failed ? JSON.parse(error ?? "null") : result.structuredContent,
      };
    },
  };
}

export function overHttp(url: string, headers: Record<string, string>): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers },
  });
  return connect(transport as Transport);
}
