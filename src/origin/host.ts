/**
 * The engine as the origin sees it: it may still be loading when the socket is already open.
 * @module
 */
import type { Engine } from "../engine/types.ts";

export interface ReadyEngine {
  engine: Engine;
  model_version: string;
  corpus_version: string;
}

/** An engine that another may replace while requests run on it. */
export interface HeldEngine extends ReadyEngine {
  /**
   * Keeps this engine open until `work` has ended; a request that asks it twice wraps both in one
   * call.
   */
  during<T>(work: () => Promise<T>): Promise<T>;
}

export interface EngineHost {
  /**
   * Null while loading, or when inference is gone: the origin answers 503 `service_unavailable`.
   */
  current(): HeldEngine | null;
}
