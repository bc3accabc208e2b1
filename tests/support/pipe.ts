/** A pipe that keeps what is written until somebody reads it. */
import { constants, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 64 * 1024;

export interface Pipe {
  path: string;
  reader: number;
  writer: number;
}

/** @param path of a file that is not there yet */
export async function makePipe(path: string): Promise<Pipe> {
  await Bun.$`mkfifo ${path}`.quiet();
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { path, reader, writer: openSync(path, constants.O_WRONLY) };
}

/** Everything that is in the pipe now. */
export function drain(reader: number): string {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let text = "";
  for (;;) {
    try {
      const length = readSync(reader, chunk);
      if (length === 0) return text;
      text += chunk.toString("utf8", 0, length);
    } catch {
      return text;
    }
  }
}
