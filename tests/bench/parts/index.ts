/** The parts of the page, in its order. */
import type { Part } from "../page/part.ts";
import { answers } from "./answers.ts";
import { eventLoop } from "./event-loop.ts";
import { memory } from "./memory.ts";
import { replays } from "./replays.ts";
import { starts } from "./starts.ts";
import { store } from "./store.ts";

export const PARTS: readonly { name: string; part: Part }[] = [
  { name: "starts", part: starts },
  { name: "replays", part: replays },
  { name: "answers", part: answers },
  { name: "event-loop", part: eventLoop },
  { name: "memory", part: memory },
  { name: "store", part: store },
];
