/**
 * Every operation that is served. Routing, `Allow`, metrics, the API document and the tests read
 * this list.
 * @module
 */
import type { ToolOperation } from "./tools.ts";

export interface Operation {
  id: OperationId;
  method: "GET" | "POST";
  /** A path template; a name in braces is one segment. */
  path: string;
  summary: string;
  /** Whether it needs an API key and counts against the rate limit. */
  authenticated: boolean;
}

export const OPERATIONS = {
  recommend: {
    id: "recommend",
    method: "POST",
    path: "/v1/{tenant}/recommendation",
    summary: "A written wellness recommendation with citations",
    authenticated: true,
  },
  preflight: {
    id: "preflight",
    method: "GET",
    path: "/v1/health/me",
    summary: "The caller's tenant, consent state, scopes and rate limit",
    authenticated: true,
  },
  liveness: {
    id: "liveness",
    method: "GET",
    path: "/v1/health",
    summary: "The process is up",
    authenticated: false,
  },
  readiness: {
    id: "readiness",
    method: "GET",
    path: "/v1/health/ready",
    summary: "The engine is loaded and checked",
    authenticated: false,
  },
  openapi: {
    id: "openapi",
    method: "GET",
    path: "/openapi.json",
    summary: "This document",
    authenticated: false,
  },
  docs: {
    id: "docs",
    method: "GET",
    path: "/docs",
    summary: "The API reference for people",
    authenticated: false,
  },
  mcp: {
    id: "mcp",
    method: "POST",
    path: "/mcp",
    summary: "Tools for agents (Model Context Protocol)",
    authenticated: true,
  },
  docs_page: {
    id: "docs_page",
    method: "GET",
    path: "/docs/{page}",
    summary: "A page or a file of the portal",
    authenticated: false,
  },
  metrics: {
    id: "metrics",
    method: "GET",
    path: "/metrics",
    summary: "Prometheus metrics, for loopback callers or on a port of their own",
    authenticated: false,
  },
} as const satisfies { readonly [Id in OperationId]: Operation & { id: Id } };

export type OperationId =
  | "recommend"
  | "preflight"
  | "liveness"
  | "readiness"
  | "openapi"
  | "docs"
  | "docs_page"
  | "mcp"
  | "metrics";

/**
 * The operations of the API document. What agents send and get is the protocol's to document, and
 * further pages of the portal are no part of the API.
 */
export type DocumentedId = Exclude<OperationId, "docs_page" | "mcp">;

/** What a request is logged and counted as. A tool for agents may be no operation of the API. */
export type LoggedOperation = OperationId | ToolOperation | "unknown";

/** An operation's name in a deprecation list, such as `POST /v1/{tenant}/recommendation`. */
export function operationName(operation: Operation): string {
  return `${operation.method} ${operation.path}`;
}

/**
 * The methods of a path, for `Allow`; empty for an unknown path. HEAD is GET without the body.
 * @param elsewhere operations that this port does not serve
 */
export function allowedMethods(pathname: string, elsewhere: readonly OperationId[] = []): string[] {
  return operationsAt(pathname)
    .filter(({ id }) => !elsewhere.includes(id))
    .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/** The operations of a path; empty for an unknown path. */
export function operationsAt(pathname: string): Operation[] {
  return Object.values<Operation>(OPERATIONS).filter(({ path }) => matches(path, pathname));
}

function matches(template: string, pathname: string): boolean {
  const wanted = template.split("/");
  const given = pathname.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => (part.startsWith("{") ? given[i] !== "" : part === given[i]))
  );
}
