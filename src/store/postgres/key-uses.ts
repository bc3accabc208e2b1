/**
 * Records when each key was last used: at most one write per key and hour, after the request. Only
 * the operator reads it, so a failed write is left to the next use.
 */
import type { Client } from "./client.ts";

const EVERY_MS = 3_600_000;
/** Uses within this time share one statement. */
const GATHERED_MS = 1_000;

export class KeyUses {
  readonly #client: Client;
  /** The use of each key that was written last. */
  readonly #written = new Map<string, number>();
  readonly #noted = new Map<string, number>();
  #timer: Timer | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** @param atMs the store's time */
  note(keyId: string, atMs: number): void {
    const last = this.#written.get(keyId);
    if (this.#noted.has(keyId)) return;
    if (last !== undefined && atMs - last < EVERY_MS) return;
    this.#noted.set(keyId, atMs);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.write(), GATHERED_MS);
    this.#timer.unref();
  }

  /** Writes the uses noted so far; never throws. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#noted.size === 0) return;
    const uses = [...this.#noted];
    this.#noted.clear();
    try {
      await this.#client.run((sql) => {
        const ids = sql.array(
          uses.map(([keyId]) => keyId),
          "TEXT",
        );
        const times = sql.array(
          uses.map(([, atMs]) => atMs),
          "DOUBLE PRECISION",
        );
        return sql`INSERT INTO key_use (key_id, last_used_at_ms)
          SELECT id, at_ms FROM unnest(${ids}::text[], ${times}::float8[]) AS used(id, at_ms)
          ON CONFLICT (key_id) DO UPDATE SET last_used_at_ms = excluded.last_used_at_ms
          WHERE excluded.last_used_at_ms >= key_use.last_used_at_ms + ${EVERY_MS}`;
      });
      for (const [keyId, atMs] of uses) this.#written.set(keyId, atMs);
    } catch {
      // No caller needs to hear of it.
    }
  }
}
