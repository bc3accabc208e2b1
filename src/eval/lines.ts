/**
 * Reads the lines of a text file, plain or gzip, in bounded memory.
 * @module
 */
import { createReadStream, existsSync } from "node:fs";
import { createGunzip } from "node:zlib";
import { OperatorError } from "../contract/error.ts";

export interface Line {
  text: string;
  /** Starting from 1. */
  number: number;
}

/** `path` itself or the same with `.gz`; null where both are missing. */
export function plainOrGzip(path: string): string | null {
  return [path, `${path}.gz`].find((candidate) => existsSync(candidate)) ?? null;
}

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Non-empty lines without the file's byte order mark. Only a line feed ends a line, because a JSON
 * string may hold other separators.
 * @throws OperatorError which names the file when it cannot be read or its gzip is damaged
 */
export async function* readLines(path: string): AsyncGenerator<Line> {
  const file = createReadStream(path);
  const stream = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
  // `pipe` does not pass errors on.
  if (stream !== file) file.on("error", (error) => stream.destroy(error));
  stream.setEncoding("utf8");
  let rest = "";
  let number = 0;
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const marked = number === 0 && (rest + chunk).startsWith(BYTE_ORDER_MARK);
      const lines = (rest + chunk).slice(marked ? 1 : 0).split("\n");
      rest = lines.pop() ?? "";
      for (const text of lines) {
        number += 1;
        if (text.trim() !== "") yield { text, number };
      }
    }
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  } finally {
    stream.destroy();
    file.destroy();
  }
  if (rest.trim() !== "") yield { text: rest, number: number + 1 };
}
