/**
 * Parses bytes as one JSON object. The nesting depth is checked before anything is parsed.
 * @module
 */
import { BODY_DEPTH_MAX } from "../contract/limits.ts";
import { invalidBody } from "./body.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, and `]` and `}`, differ only in this bit. */
const CURLY_BIT = 0x20;
const OPENER = 0x5b | CURLY_BIT;
const CLOSER = 0x5d | CURLY_BIT;

/** @throws ServiceError `invalid_request` */
export function parseObject(bytes: Uint8Array): JsonObject {
  if (isDeeperThan(bytes, BODY_DEPTH_MAX)) {
    throw invalidBody(
      `is nested more than ${BODY_DEPTH_MAX} levels deep`,
      "Send the documented structure.",
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalidBody("is not valid JSON in UTF-8", "Send one JSON object encoded as UTF-8.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidBody("must be an object", "Send one JSON object.");
  }
  return value as JsonObject;
}

/** Counts brackets outside strings only, so it needs neither a stack nor valid JSON. */
function isDeeperThan(bytes: Uint8Array, max: number): boolean {
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === QUOTE) i = endOfString(bytes, i);
    else if ((byte | CURLY_BIT) === OPENER) {
      depth++;
      if (depth > max) return true;
    } else if ((byte | CURLY_BIT) === CLOSER) depth--;
  }
  return false;
}

/** The end of the string that begins at `start`; the end of the bytes where it does not end. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let i = start + 1; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === BACKSLASH) i++;
    else if (byte === QUOTE) return i;
  }
  return bytes.length;
}
