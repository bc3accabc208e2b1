/**
 * Prism in front of a service, as a partner may put it: it forwards each request and says what of
 * request and answer the API document does not allow.
 */
import type { IHttpRequest } from "@stoplight/prism-http";
import { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
import pino from "pino";
import type { JsonObject } from "../../../src/contract/openapi/schema.ts";

export interface Proxied {
  status: number;
  /** What the document does not allow; empty where all is well. */
  request: string[];
  answer: string[];
}

export interface Ask {
  method: "get" | "post";
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export type Through = (ask: Ask) => Promise<Proxied>;

interface Finding {
  path?: readonly (string | number)[];
  message: string;
}

/** @param upstream the address of the service */
export async function prismBefore(upstream: string, document: JsonObject): Promise<Through> {
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  const prism = createInstance(
    {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      // A faulty request goes on to the service, whose refusal is what we want to see.
      errors: false,
      mock: { dynamic: false },
    },
    { logger: pino({ level: "silent" }) },
  );
  return async ({ method, path, headers = {}, body }) => {
    const asked: IHttpRequest = { method, url: { path, query: {} }, headers, body };
    const result = await prism.request(asked, operations)();
    if (result._tag === "Left") throw result.left;
    const { output, validations } = result.right;
    return {
      status: output.statusCode,
      request: validations.input.map(told),
      answer: validations.output.map(told),
    };
  };
}

function told({ path = [], message }: Finding): string {
  return `${path.join("/")} ${message}`.trim();
}
