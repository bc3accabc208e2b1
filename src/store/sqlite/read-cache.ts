/**
 * Caches reads until anybody writes to the file, this process or another. Checking for a write
 * takes a tenth of the time of a read, and every request looks up its key twice.
 * @module
 */
import type { Database } from "bun:sqlite";
import { createReadBatch, type ReadBatch } from "./read-batch.ts";

const CACHED_MAX = 256;

/**
 * Makes a cached read.
 * @param read must not run in a transaction, which could be rolled back
 */
export type CachedRead = <V>(read: (key: string) => V) => (key: string) => V;

export function createReadCache(db: Database, batch: ReadBatch = createReadBatch()): CachedRead {
  // The first changes with each commit of another connection, the second with each row of our own.
  const version = db.query<{ data_version: number }, []>("PRAGMA data_version");
  const changes = db.query<{ changes: number }, []>("SELECT total_changes() AS changes");
  const others = batch.oncePerBatch(() => version.get()?.data_version ?? -1);
  const memories: Map<string, unknown>[] = [];
  let seen = { others: -1, own: -1 };

  function look(): void {
    const now = { others: others(), own: changes.get()?.changes ?? -1 };
    if (now.others === seen.others && now.own === seen.own) return;
    seen = now;
    for (const memory of memories) memory.clear();
  }

  return <V>(read: (key: string) => V) => {
    const memory = new Map<string, V>();
    memories.push(memory);
    return (key) => {
      look();
      const cached = memory.get(key);
      if (cached !== undefined) return cached;
      const value = read(key);
      if (memory.size === CACHED_MAX) memory.clear();
      memory.set(key, value);
      return value;
    };
  };
}
