/**
 * What a request asks of the database before it is answered: its key, its client's consent, a
 * recorded answer. One statement answers all requests that wait.
 * @module
 */
import { IDEMPOTENCY_TTL_MS } from "../../contract/limits.ts";
import { requireKeyAndConsent } from "../key-and-consent.ts";
import { isWellFormedKey, keyHash } from "../key-format.ts";
import { isUsable, type KeyRow, toRecord } from "../key-record.ts";
import { unpackPart } from "../personal-part.ts";
import type { Caller, ConsentState, Identified, StateStore } from "../types.ts";
import type { Client } from "./client.ts";
import { Gather } from "./gather.ts";
import type { KeyUses } from "./key-uses.ts";
import type { TestClock } from "./time.ts";

/** How long a key that held, with an active consent, need not be asked for at arrival. */
const HELD_MS = 10_000;
const REMEMBERED_MAX = 1_024;

interface Question {
  key_sha256: string | null;
  key_id: string | null;
  client_id: string | null;
  request_id_json: string | null;
}

type Found = {
  at_ms: number;
  consent: ConsentState | null;
  salt: Uint8Array | null;
  packed: Uint8Array | null;
  stored_at_ms: number | null;
  sequence: number | null;
} & (KeyRow | { [K in keyof KeyRow]: null });

const NOTHING: Question = {
  key_sha256: null,
  key_id: null,
  client_id: null,
  request_id_json: null,
};

export type Lookups = Pick<StateStore, "identify" | "requireKeyAndConsent" | "replay">;

export function createLookups(client: Client, uses: KeyUses, clock: TestClock): Lookups {
  const gather = new Gather<Question, Found>((questions) => look(client, clock, questions));

  async function found(caller: Caller | undefined, more: Partial<Question>): Promise<Found> {
    const row = await gather.ask({ ...NOTHING, ...caller, ...more });
    if (caller === undefined) return row;
    requireKeyAndConsent(caller.key_id === null || isValid(row), row.consent ?? "not_provisioned");
    return row;
  }

  /** Keys by their hash, with `performance.now()` of the look in which they held. */
  const held = new Remembered<Identified & { lookedAt: number }>(REMEMBERED_MAX);
  /** Bodies by client and row. A row's answer never changes. */
  const bodies = new Remembered<string>(REMEMBERED_MAX);

  return {
    async identify(presented, rechecked = false) {
      if (!isWellFormedKey(presented)) return null;
      const key_sha256 = keyHash(presented);
      const known = held.get(key_sha256);
      if (rechecked && known !== undefined && performance.now() - known.lookedAt < HELD_MS)
        return known;
      const lookedAt = performance.now();
      const row = await gather.ask({ ...NOTHING, key_sha256 });
      if (row.key_id === null || !isValid(row)) return null;
      uses.note(row.key_id, row.at_ms);
      const found = { key: toRecord(row), consent: row.consent ?? "not_provisioned" };
      // A refusal is always looked up.
      if (found.consent === "active") held.set(key_sha256, { ...found, lookedAt });
      return found;
    },

    async requireKeyAndConsent(caller) {
      await found(caller, {});
    },

    async replay(clientId, requestId, caller) {
      const asked = { client_id: clientId, request_id_json: JSON.stringify(requestId) };
      const row = await found(caller, asked);
      const { salt, packed, stored_at_ms, at_ms } = row;
      if (salt === null || packed === null || stored_at_ms === null) return null;
      if (at_ms - stored_at_ms >= IDEMPOTENCY_TTL_MS) return null;
      const name = `${clientId} ${row.sequence}`;
      const body = bodies.get(name) ?? unpackPart({ salt, packed }).response;
      bodies.set(name, body);
      return { body, stored_at_ms };
    },
  };
}

/** Forgets all its entries where one more would pass its limit. */
class Remembered<V> {
  readonly #entries = new Map<string, V>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(name: string): V | undefined {
    return this.#entries.get(name);
  }

  set(name: string, value: V): void {
    if (this.#entries.size >= this.#max) this.#entries.clear();
    this.#entries.set(name, value);
  }
}

function isValid(row: Found): boolean {
  return row.key_id !== null && isUsable(row, () => row.at_ms);
}

/** In the order of the questions. */
function look(
  client: Client,
  clock: TestClock,
  questions: readonly Question[],
): Promise<readonly Found[]> {
  const column = (name: keyof Question) => questions.map((question) => question[name]);
  return client.run(
    (sql) => sql<Found[]>`
      SELECT k.key_id, k.key_sha256, k.tenant, k.environment, k.label,
        k.created_at_ms::float8 AS created_at_ms, k.lifetime_ms::float8 AS lifetime_ms,
        k.expires_at_ms::float8 AS expires_at_ms, k.revoked_at_ms::float8 AS revoked_at_ms,
        greatest(
          coalesce(${clock?.() ?? null}::float8, floor(extract(epoch FROM clock_timestamp()) * 1000)),
          (SELECT max(newest_ms) FROM audit_month m WHERE m.client_id = asker.client_id)
        )::float8 AS at_ms,
        (SELECT content::json ->> 'state' FROM ledger
          WHERE kind = 'consent' AND subject = asker.client_id
          ORDER BY sequence DESC LIMIT 1) AS consent,
        p.salt, p.packed, e.stored_at_ms::float8 AS stored_at_ms,
        e.sequence::float8 AS sequence
      FROM unnest(
        ${sql.array(column("key_sha256"), "TEXT")}::text[],
        ${sql.array(column("key_id"), "TEXT")}::text[],
        ${sql.array(column("client_id"), "TEXT")}::text[],
        ${sql.array(column("request_id_json"), "TEXT")}::text[]
      ) WITH ORDINALITY AS asked(key_sha256, key_id, client_id, request_id_json, place)
      LEFT JOIN LATERAL (
        SELECT * FROM api_key WHERE api_key.key_sha256 = asked.key_sha256
        UNION ALL SELECT * FROM api_key WHERE api_key.key_id = asked.key_id
      ) k ON true
      CROSS JOIN LATERAL (
        SELECT coalesce(asked.client_id, k.environment || '-' || k.tenant) AS client_id
      ) asker
      LEFT JOIN idempotency_entry e
        ON e.client_id = asked.client_id AND e.request_id_json = asked.request_id_json
      LEFT JOIN audit_personal p ON p.client_id = e.client_id AND p.sequence = e.sequence
      ORDER BY asked.place`,
  );
}
