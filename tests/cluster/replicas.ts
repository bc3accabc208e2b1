/** Replicas in processes of their own, and what they said was recorded. */
import { join } from "node:path";

const PROGRAM = join(import.meta.dir, "replica.ts");

export interface Replica {
  /** A line for each answer that it acknowledged, in the form of `replica.ts`. */
  said: string[];
  kill(): Promise<void>;
}

/** @param skewMs how far its clock is ahead of the machine's */
export async function startReplica(url: string, name: string, skewMs: number): Promise<Replica> {
  const child = Bun.spawn([process.execPath, PROGRAM, url, name, String(skewMs)], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const replica: Replica = {
    said: [],
    async kill() {
      child.kill("SIGKILL");
      await read;
    },
  };
  const working = Promise.withResolvers<void>();
  const read = (async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      // A line that was cut off was not acknowledged.
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line === "working") working.resolve();
        else replica.said.push(line);
      }
    }
    working.reject(new Error(`replica ${name} ended`));
  })();
  working.promise.catch(() => undefined);
  await working.promise;
  return replica;
}
