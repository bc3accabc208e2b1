/**
 * Reads the bytes of a file and unpacks gzip, within limits that bound memory and stop
 * decompression bombs.
 * @module
 */
import { createReadStream, type ReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { OperatorError } from "../../contract/error.ts";

/**
 * The limit on disk and unpacked. PubMed's own baseline files unpack to less than a third of it.
 */
const FILE_BYTES_MAX = 1 << 30;
/** Bibliographic XML compresses 10 to 30 times; only runs of one byte compress 200 times. */
const GZIP_RATIO_MAX = 200;
/** In the first pieces the ratio says nothing yet. */
const RATIO_COUNTS_FROM_BYTES = 16 << 20;
const PIECE_BYTES = 1 << 16;
const NAME_CHARS_MAX = 120;

/**
 * The file's name for messages, without folders and without characters that could affect a
 * terminal.
 */
export function displayName(path: string): string {
  const name = basename(path).replace(/\p{C}/gu, "?");
  return name.length > NAME_CHARS_MAX ? `${name.slice(0, NAME_CHARS_MAX - 1)}…` : name;
}

/** @throws OperatorError where the path is no readable file of an acceptable size */
export function checkFile(path: string): void {
  let size: number;
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw new OperatorError("is not a file");
    size = stat.size;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(readFault(error));
  }
  if (size === 0) throw new OperatorError("is empty");
  if (size > FILE_BYTES_MAX)
    throw new OperatorError(`is larger than ${FILE_BYTES_MAX >> 30} GiB; split it`);
}

/**
 * @throws OperatorError (without file name) where the file cannot be read, is damaged gzip or
 *   unpacks to too much
 */
export async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
  const pieces = isGzip(await firstBytes(path)) ? unpacked(file) : file;
  let total = 0;
  try {
    for await (const piece of pieces as AsyncIterable<Uint8Array>) {
      total += piece.length;
      if (total > FILE_BYTES_MAX)
        throw new OperatorError(`unpacks to more than ${FILE_BYTES_MAX >> 30} GiB`);
      if (total > RATIO_COUNTS_FROM_BYTES && total > file.bytesRead * GZIP_RATIO_MAX) {
        throw new OperatorError(
          `unpacks to more than ${GZIP_RATIO_MAX} times its size; it is not read further`,
        );
      }
      yield piece;
    }
  } catch (error) {
    throw error instanceof OperatorError ? error : new OperatorError(readFault(error));
  } finally {
    file.destroy();
  }
}

function unpacked(file: ReadStream): AsyncIterable<Uint8Array> {
  // pipeline reports errors to this callback. The same error also ends the iteration, where it is
  // handled.
  return pipeline(file, createGunzip({ chunkSize: PIECE_BYTES }), () => undefined);
}

/** The first bytes as they are on disk. */
async function firstBytes(path: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await Bun.file(path).slice(0, PIECE_BYTES).arrayBuffer());
  } catch (error) {
    throw new OperatorError(readFault(error));
  }
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function readFault(error: unknown): string {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES" || code === "EPERM") return "may not be read by this user";
  if (code === "EISDIR") return "is not a file";
  if (code === "Z_BUF_ERROR") return "is a truncated gzip file";
  if (code.startsWith("Z_")) return "is a damaged gzip file";
  return `cannot be read: ${message.split("\n", 1)[0]}`;
}
