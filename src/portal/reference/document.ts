/**
 * Reads the OpenAPI document for the pages: operations in its order, references resolved.
 * @module
 */
import type { Json, JsonObject } from "../../contract/openapi/schema.ts";

export interface Operation {
  /** Its name in the document, and the last part of its page's address. */
  slug: string;
  method: string;
  path: string;
  summary: string;
  description: string | null;
  tags: string[];
  deprecated: boolean;
  /** Whether it needs an API key. */
  keyed: boolean;
  parameters: Parameter[];
  request: Media | null;
  responses: Answer[];
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string | null;
  schema: JsonObject;
}

export interface Media {
  type: string;
  schema: JsonObject;
  examples: Example[];
}

export interface Example {
  name: string;
  summary: string | null;
  value: Json;
}

export interface Answer {
  status: string;
  description: string;
  headers: string[];
  bodies: Media[];
}

/** Where a reference of the document leads. */
export type Resolve = (node: Json | undefined) => JsonObject;

export function resolver(document: JsonObject): Resolve {
  const resolve: Resolve = (node) => {
    const { $ref } = object(node);
    if (typeof $ref !== "string") return object(node);
    const target = $ref
      .slice("#/".length)
      .split("/")
      .reduce<Json | undefined>((at, part) => object(at)[part], document);
    return resolve(target);
  };
  return resolve;
}

export function operationsOf(document: JsonObject): Operation[] {
  const resolve = resolver(document);
  return Object.entries(object(document.paths)).flatMap(([path, item]) =>
    Object.entries(object(item)).flatMap(([method, value]) => {
      const operation = object(value);
      if (typeof operation.operationId !== "string") return [];
      return [operationOf(operation, { path, method, resolve })];
    }),
  );
}

function operationOf(
  operation: JsonObject,
  { path, method, resolve }: { path: string; method: string; resolve: Resolve },
): Operation {
  const body = resolve(operation.requestBody);
  return {
    slug: kebab(String(operation.operationId)),
    method: method.toUpperCase(),
    path,
    summary: String(operation.summary ?? path),
    description: text(operation.description),
    tags: list(operation.tags).map(String),
    deprecated: operation.deprecated === true,
    keyed: list(operation.security).length > 0,
    parameters: list(operation.parameters).map((each) => parameterOf(resolve(each), resolve)),
    request: mediaOf(body, resolve)[0] ?? null,
    responses: Object.entries(object(operation.responses)).map(([status, value]) => {
      const response = resolve(value);
      return {
        status,
        description: String(response.description ?? ""),
        headers: Object.keys(object(response.headers)),
        bodies: mediaOf(response, resolve),
      };
    }),
  };
}

/** `recommendOura` is `recommend-oura`. */
function kebab(name: string): string {
  return name.replace(/_|(?=[A-Z])/g, "-").toLowerCase();
}

function parameterOf(parameter: JsonObject, resolve: Resolve): Parameter {
  return {
    name: String(parameter.name),
    in: String(parameter.in),
    required: parameter.required === true,
    description: text(parameter.description),
    schema: resolve(parameter.schema),
  };
}

function mediaOf(holder: JsonObject, resolve: Resolve): Media[] {
  return Object.entries(object(holder.content)).map(([type, value]) => {
    const media = object(value);
    const named = Object.entries(object(media.examples)).map(([name, each]) => {
      const example = resolve(each);
      return { name, summary: text(example.summary), value: example.value ?? null };
    });
    const single =
      media.example === undefined ? [] : [{ name: "", summary: null, value: media.example }];
    return { type, schema: object(media.schema), examples: [...single, ...named] };
  });
}

export function object(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

export function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
