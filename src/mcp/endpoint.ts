/**
 * The endpoint for agents: the Model Context Protocol over streamable HTTP, without sessions. A
 * tool call is a request of its own to the gateway, so it is limited, logged and audited like any.
 * @module
 */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { ServiceError } from "../contract/error.ts";
import { MCP_BODY_BYTES_MAX, UNREAD_BODIES_BYTES_MAX } from "../contract/limits.ts";
import { SCENARIO_HEADER } from "../contract/scenario.ts";
import type { GatewayContext } from "../gateway/context.ts";
import { Denial } from "../gateway/denial.ts";
import { handleExchange } from "../gateway/exchange.ts";
import type { Exchange, Handler } from "../gateway/handler.ts";
import { VERSION } from "../native/build-info.ts";
import { BodyAllowance, bytesOf, invalidBody, joinChunks, withBody } from "../origin/body.ts";
import { Deadline } from "../origin/deadline.ts";
import { parseObject } from "../origin/json-body.ts";
import { explainAnswerTool } from "./explain-answer.ts";
import { preflightTool } from "./preflight.ts";
import { recommendTool } from "./recommend.ts";
import { toolResult } from "./result.ts";
import { searchEvidenceTool } from "./search-evidence.ts";
import type { Call, Tool } from "./tool.ts";

const INSTRUCTIONS =
  "phasewise gives wellness information from a person's wearable data and menstrual cycle, with sources. It is not medical advice. Every tool call counts as a request of this key. Add nothing to what a recommendation says.";

/** What of a message goes on to the requests that its tool calls make. */
const PASSED_ON = [
  "authorization",
  "x-origin-verify",
  "x-gateway-partner-id",
  SCENARIO_HEADER,
] as const;

/** Compiles schemas of answers from clients, which no tool of ours asks for. */
const schemas = new AjvJsonSchemaValidator();

export function mcpEndpoint(context: GatewayContext): Handler {
  const allowance = new BodyAllowance(UNREAD_BODIES_BYTES_MAX);
  const toolsOf = new Map(
    [...context.tenants.values()].map((tenant) => [
      tenant.slug,
      [recommendTool(tenant), preflightTool, searchEvidenceTool, explainAnswerTool],
    ]),
  );
  return async (exchange) => {
    const { request } = exchange;
    requireKnownOrigin(request.headers, context.options.corsOrigins);
    const { partner } = await context.identify(request.headers, (keyId) => {
      exchange.keyId = keyId;
    });
    exchange.clientId = partner.client_id;
    const tools = toolsOf.get(partner.tenant);
    if (tools === undefined) throw new Denial(404, "Not Found");
    const message = await receive(exchange, context, allowance);
    const server = serverOf(tools, callOf(context, request));
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  };
}

/**
 * A page that rebinds its name to this machine sends its own origin, as any page does. Programs
 * send none.
 * @throws Denial
 */
function requireKnownOrigin(headers: Headers, known: readonly string[]): void {
  const origin = headers.get("origin");
  if (origin !== null && !known.includes(origin)) throw new Denial(403, "origin_not_allowed");
}

/** @throws ServiceError `payload_too_large`, `unsupported_media_type`, `invalid_request` */
function receive(
  { request, arrived }: Exchange,
  { requestDeadlineMs }: GatewayContext,
  allowance: BodyAllowance,
): Promise<object> {
  const deadline = new Deadline(arrived, requestDeadlineMs);
  return withBody(request, allowance, deadline, async (chunks) => {
    if (bytesOf(chunks) > MCP_BODY_BYTES_MAX)
      throw new ServiceError(
        "payload_too_large",
        `The message is larger than ${MCP_BODY_BYTES_MAX} bytes; send such a request to the API.`,
      );
    const message = parseObject(joinChunks(chunks));
    if (typeof message.method !== "string")
      throw invalidBody("must be one JSON-RPC request or notification", "Add its method.");
    return message;
  });
}

function callOf(context: GatewayContext, { url, headers }: Request): Call {
  return {
    context,
    run(operation, path, handler, body) {
      const sent = new Headers({ "content-type": "application/json" });
      for (const name of PASSED_ON) {
        const value = headers.get(name);
        if (value !== null) sent.set(name, value);
      }
      const init = { method: "POST", headers: sent, body: JSON.stringify(body ?? {}) };
      return handleExchange(
        context,
        operation,
        new Request(new URL(path, url).href, init),
        handler,
      );
    },
  };
}

function serverOf(tools: readonly Tool[], call: Call): Server {
  const server = new Server(
    { name: "phasewise", title: "phasewise", version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator: schemas },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(toolListing) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new McpError(ErrorCode.InvalidParams, "there is no such tool; tools/list names them");
    return toolResult(tool, await tool.answer(params.arguments ?? {}, call));
  });
  return server;
}

function toolListing({ name, title, description, inputSchema, outputSchema, readOnly }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as { type: "object" },
    outputSchema: outputSchema as { type: "object" },
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}
