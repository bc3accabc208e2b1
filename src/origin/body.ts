/**
 * Bytes of the caller → one JSON object, within limits: size before reading on, depth before parsing.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import { BODY_BYTES_MAX, BODY_DEPTH_MAX } from "../contract/limits.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENERS = new Set([0x7b, 0x5b]);
const CLOSERS = new Set([0x7d, 0x5d]);

/**
 * Reads and parses the request body.
 * @throws ServiceError `payload_too_large`, `unsupported_media_type` or `invalid_request`
 */
export async function readJsonObject(request: Request): Promise<JsonObject> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_BYTES_MAX) throw tooLarge();
  requireJson(request.headers);
  return parseObject(await readBytes(request));
}

function requireJson(headers: Headers): void {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  const encoding = (headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  if (type.trim().toLowerCase() === "application/json" && encoding === "identity") return;
  throw new ServiceError(
    "unsupported_media_type",
    "Send the body as application/json, without a Content-Encoding.",
  );
}

/** Counts while it reads: a chunked body has no length to look at first. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > BODY_BYTES_MAX) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw invalid("could not be read to its end", "Send the whole body.");
  }
  return Buffer.concat(chunks, size);
}

function parseObject(bytes: Uint8Array): JsonObject {
  if (isDeeperThan(bytes, BODY_DEPTH_MAX)) {
    throw invalid(`is nested more than ${BODY_DEPTH_MAX} levels deep`, "Send the documented structure.");
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalid("is not valid JSON in UTF-8", "Send one JSON object encoded as UTF-8.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid("must be an object", "Send one JSON object.");
  }
  return value as JsonObject;
}

/** Looks at brackets outside of strings only, so it needs no stack and no valid JSON. */
export function isDeeperThan(bytes: Uint8Array, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (OPENERS.has(byte)) {
      depth++;
      if (depth > max) return true;
    } else if (CLOSERS.has(byte)) depth--;
  }
  return false;
}

function tooLarge(): ServiceError {
  return new ServiceError("payload_too_large", `The body is larger than ${BODY_BYTES_MAX} bytes.`);
}

function invalid(message: string, fix: string): ServiceError {
  return new ServiceError("invalid_request", "The request body cannot be used; see details.", {
    details: [{ path: "", message, fix }],
  });
}
