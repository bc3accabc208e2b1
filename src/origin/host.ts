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

/** What the next answer needs and does not have; a closed list, which callers may see. */
export const LACKS = [
  /** Nothing has been loaded yet. */
  "loading",
  "inference",
  /** Files of the corpus release are missing. */
  "release",
  /** Nothing can be written where answers are recorded. */
  "disk",
  "store",
  /** No file handle is left. */
  "handles",
] as const;
export type Lack = (typeof LACKS)[number];

export interface EngineHost {
  /** Null while anything is lacking: the origin answers 503 `service_unavailable`. */
  current(): HeldEngine | null;
  lack(): Lack | null;
}
