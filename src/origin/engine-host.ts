/**
 * The engine as the origin sees it. The socket may be open while the engine is still loading.
 * @module
 */
import type { Engine } from "../engine/types.ts";

export interface ReadyEngine {
  engine: Engine;
  model_version: string;
  corpus_version: string;
}

/** An engine that another may replace while requests run on it. */
export interface EngineLease extends ReadyEngine {
  /**
   * Keeps this engine open until `work` has ended. A request that needs it twice wraps both uses in
   * one call.
   */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** What may be missing for the next answer. The list is closed, and callers may see it. */
export const MISSING_CAPABILITIES = [
  /** Nothing has been loaded yet. */
  "loading",
  "inference",
  /** Files of the corpus release are missing. */
  "release",
  /** The disk with the audit rows cannot be written to. */
  "disk",
  "store",
  /** The process has no file handle left. */
  "handles",
  /** The server that counts requests for all replicas is away, and nobody may pass uncounted. */
  "limits",
] as const;
export type MissingCapability = (typeof MISSING_CAPABILITIES)[number];

export interface EngineHost {
  /** Null while anything is lacking; then the origin answers 503 `service_unavailable`. */
  current(): EngineLease | null;
  missing(): MissingCapability | null;
}
