/**
 * Receives request bodies within limits: of one body, of all bodies together, and of time.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import { BODY_BYTES_MAX } from "../contract/limits.ts";
import type { Deadline } from "./deadline.ts";

/**
 * A body with a declared length up to this is received in one chunk. A larger one is counted as it
 * arrives.
 */
const ONE_CHUNK_BYTES_MAX = 64 * 1024;

/** The bytes that all bodies together may take until they are read. */
export class BodyAllowance {
  #leftBytes: number;

  constructor(bytes: number) {
    this.#leftBytes = bytes;
  }

  /** @throws ServiceError `service_unavailable` where there is no room */
  take(bytes: number): void {
    if (bytes > this.#leftBytes) {
      throw new ServiceError(
        "service_unavailable",
        "The service is receiving too much at once; retry shortly.",
        {
          reason: "bodies_full",
          internal: "the bodies that are being received are too large together",
        },
      );
    }
    this.#leftBytes -= bytes;
  }

  give(bytes: number): void {
    this.#leftBytes += bytes;
  }
}

/** A body in the chunks that arrived. Joining a large one takes milliseconds of the event loop. */
export type BodyChunks = readonly Uint8Array<ArrayBuffer>[];

export function bytesOf(chunks: BodyChunks): number {
  return chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

export function joinChunks(chunks: BodyChunks): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const bytes = new Uint8Array(bytesOf(chunks));
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.byteLength;
  }
  return bytes;
}

/**
 * Receives the body and has it read. Until then it counts towards the allowance.
 * @throws ServiceError `payload_too_large`, `unsupported_media_type`, `invalid_request` or
 *   `service_unavailable`
 */
export async function withBody<T>(
  request: Request,
  allowance: BodyAllowance,
  deadline: Deadline,
  read: (chunks: BodyChunks) => Promise<T>,
): Promise<T> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > BODY_BYTES_MAX) throw tooLarge();
  requireJson(request.headers);
  let taken = 0;
  const take = (bytes: number) => {
    allowance.take(bytes);
    taken += bytes;
  };
  try {
    const isSmall = declared !== null && Number(declared) <= ONE_CHUNK_BYTES_MAX;
    const chunks = await (isSmall
      ? inOnePiece(request, Number(declared), take, deadline)
      : inChunks(request, take, deadline));
    return await read(chunks);
  } finally {
    allowance.give(taken);
  }
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

type TakeBytes = (bytes: number) => void;

async function inOnePiece(
  request: Request,
  declared: number,
  take: TakeBytes,
  deadline: Deadline,
): Promise<BodyChunks> {
  take(declared);
  try {
    return [new Uint8Array(await deadline.within(request.arrayBuffer(), "slow_body"))];
  } catch (error) {
    throw asFault(error);
  }
}

/** Counts while it receives, because a chunked body has no declared length. */
async function inChunks(
  request: Request,
  take: TakeBytes,
  deadline: Deadline,
): Promise<BodyChunks> {
  if (request.body === null) return [];
  const reader: Reader = request.body.getReader();
  try {
    return await deadline.within(collect(reader, take), "slow_body");
  } catch (error) {
    // Ends `collect` where it still waits for a chunk.
    reader.cancel().catch(() => undefined);
    throw asFault(error);
  }
}

type Reader = Pick<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, "read" | "cancel">;

async function collect(reader: Reader, take: TakeBytes): Promise<BodyChunks> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) return chunks;
    size += value.byteLength;
    if (size > BODY_BYTES_MAX) throw tooLarge();
    take(value.byteLength);
    chunks.push(value);
  }
}

function asFault(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return invalidBody("could not be read to its end", "Send the whole body.");
}

function tooLarge(): ServiceError {
  return new ServiceError("payload_too_large", `The body is larger than ${BODY_BYTES_MAX} bytes.`);
}

export function invalidBody(message: string, fix: string): ServiceError {
  return new ServiceError("invalid_request", "The request body cannot be used; see details.", {
    details: [{ path: "", message, fix }],
  });
}
