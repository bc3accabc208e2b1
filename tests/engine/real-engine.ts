/** The engine with the shipped models and the starter corpus, opened before the tests of a file and closed after them. */
import { afterAll, beforeAll } from "bun:test";
import { createEngine } from "../../src/engine/index.ts";
import type { Engine } from "../../src/engine/types.ts";
import { modelPorts } from "./model-ports.ts";

const START_MS = 60_000;

export function realEngine(): Engine {
  let opened: { engine: Engine; close: () => Promise<void> } | undefined;
  beforeAll(async () => {
    const ports = await modelPorts();
    opened = { engine: createEngine(ports), close: ports.close };
  }, START_MS);
  afterAll(() => opened?.close());
  const engine = () => {
    if (opened === undefined) throw new Error("the engine is open only while tests run");
    return opened.engine;
  };
  return {
    recommend: (features) => engine().recommend(features),
    categories: (query) => engine().categories(query),
  };
}
