/**
 * What a request asks of the database before it is answered: its key, its client's consent, a
 * recorded answer. One statement answers all requests that wait.
 * @module
 */
import { IDEMPOTENCY_TTL_MS } from "../../contract/limits.ts";
import { requireKeyAndConsent } from "../key-and-consent.ts";
import { isWellFormedKey, keyHash } from "../key-format.ts";
import { isUsable, toRecord } from "../key-record.ts";
import { unpackPart } from "../personal-part.ts";
import type { Caller, KeyAndConsent, StateStore } from "../port.ts";
import type { Client } from "./client.ts";
import type { KeyUses } from "./key-uses.ts";
import {
  type CallerLookup,
  type CallerQuestion,
  findCallers,
  findKeys,
  type KeyLookup,
} from "./lookup-statements.ts";
import { QuestionBatcher } from "./question-batcher.ts";
import type { Clock } from "./time.ts";

/** How long a key that held, with an active consent, need not be asked for at arrival. */
const HELD_MS = 10_000;
const REMEMBERED_MAX = 1_024;

export type Lookups = Pick<StateStore, "identify" | "requireKeyAndConsent" | "replay">;

export function createLookups(client: Client, uses: KeyUses, clock: Clock): Lookups {
  const keys = new QuestionBatcher<string, KeyLookup>((hashes) => findKeys(client, clock, hashes));
  const answers = new QuestionBatcher<CallerQuestion, CallerLookup>((questions) =>
    findCallers(client, clock, questions),
  );

  /** Keys by their hash, with `performance.now()` of the look in which they held. */
  const callers = new BoundedCache<KeyAndConsent & { lookedAt: number }>(REMEMBERED_MAX);
  /** Answers by client and request. That of one row never changes. */
  const remembered = new BoundedCache<{ sequence: number; body: string }>(REMEMBERED_MAX);

  async function requireCaller(
    caller: Caller,
    more: Partial<CallerQuestion> = {},
  ): Promise<CallerLookup> {
    const lookup = await answers.ask({ ...caller, request_id_json: null, known: null, ...more });
    requireKeyAndConsent(
      caller.key_id === null || lookup.key_holds,
      lookup.consent ?? "not_provisioned",
    );
    return lookup;
  }

  return {
    async identify(presented, rechecked = false) {
      if (!isWellFormedKey(presented)) return null;
      const key_sha256 = keyHash(presented);
      const recent = callers.get(key_sha256);
      if (rechecked && recent !== undefined && performance.now() - recent.lookedAt < HELD_MS)
        return recent;
      const lookedAt = performance.now();
      const row = await keys.ask(key_sha256);
      if (row.key_id === null || !isUsable(row, () => row.at_ms)) return null;
      uses.note(row.key_id, row.at_ms);
      const caller = { key: toRecord(row), consent: row.consent ?? "not_provisioned" };
      // A refusal is always looked up.
      if (caller.consent === "active") callers.set(key_sha256, { ...caller, lookedAt });
      return caller;
    },

    async requireKeyAndConsent(caller) {
      await requireCaller(caller);
    },

    async replay(clientId, requestId, caller) {
      const request_id_json = JSON.stringify(requestId);
      const name = `${clientId} ${request_id_json}`;
      const known = remembered.get(name);
      const asked = { client_id: clientId, request_id_json, known: known?.sequence ?? null };
      const { sequence, stored_at_ms, at_ms, salt, packed } =
        caller === undefined
          ? await answers.ask({ ...asked, key_id: null })
          : await requireCaller(caller, asked);
      if (sequence === null || stored_at_ms === null) return null;
      if (at_ms - stored_at_ms >= IDEMPOTENCY_TTL_MS) return null;
      if (sequence === known?.sequence) return { body: known.body, stored_at_ms };
      if (salt === null || packed === null) return null;
      const body = unpackPart({ salt, packed }).response;
      remembered.set(name, { sequence, body });
      return { body, stored_at_ms };
    },
  };
}

/** Forgets all its entries where one more would pass its limit. */
class BoundedCache<V> {
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
