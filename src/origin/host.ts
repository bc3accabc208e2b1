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

export interface EngineHost {
  /** Null while loading, or when inference is gone: the origin answers 503 `service_unavailable`. */
  current(): ReadyEngine | null;
}
