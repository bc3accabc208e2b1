/**
 * What a tool for agents is: a schema, a way to the service's own answer, and how a person reads
 * that answer.
 * @module
 */
import type { JsonObject } from "../contract/openapi/schema.ts";
import type { LoggedOperation } from "../contract/operations.ts";
import type { GatewayContext } from "../gateway/context.ts";
import type { Handler } from "../gateway/handler.ts";

export type Arguments = Readonly<Record<string, unknown>>;

/** One message of an agent, and how its tool calls reach the service. */
export interface Call {
  context: GatewayContext;
  /** Runs an operation as a request of its own, with the credentials of the message. */
  run(
    operation: LoggedOperation,
    path: string,
    handler: Handler,
    body?: Arguments,
  ): Promise<Response>;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema: JsonObject;
  /** Whether a call leaves no trace but a log line. */
  readOnly: boolean;
  /** The answer of the service: JSON, with the contract's statuses and bodies. */
  answer(given: Arguments, call: Call): Promise<Response>;
  /** A 200 body as text for a person. */
  // biome-ignore lint/suspicious/noExplicitAny: each tool knows the body that its own answer has
  toText(body: any): string;
}
