/** A worker that answers at once, or fails in the way its question asks for. */
import type { EndMessage, LoadMessage, Reply, Task } from "../../src/inference/protocol.ts";

declare const self: Worker;

async function answer(task: Task): Promise<Reply> {
  const word = task.type === "score" ? task.query : "";
  if (word === "throw") setTimeout(() => Promise.reject(new Error("broken on purpose")));
  if (word === "exit") process.exit(3);
  if (word.startsWith("sleep ")) await Bun.sleep(Number(word.slice("sleep ".length)));
  // Like native inference: the thread reads no message meanwhile.
  if (word.startsWith("block ")) Bun.sleepSync(Number(word.slice("block ".length)));
  if (word === "throw" || word === "hang") await new Promise(() => undefined);
  if (word === "fault") return { type: "error", message: "fault on purpose" };
  return { type: "scores", scores: [1] };
}

self.onmessage = async ({ data }: MessageEvent<LoadMessage | Task | EndMessage>) => {
  if (data.type === "end") process.exit();
  self.postMessage(
    data.type === "load"
      ? { type: "ready", deviations: { reranker: 0, embedder: 0, reader: 0, matcher: 0 } }
      : await answer(data),
  );
};
