/**
 * What the console reads from the state store and changes in it. Every call may wait, because a
 * store on another machine would have to.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import { CLIENT_IDS } from "../operator/clients.ts";
import { type KeyStatus, keyStatus } from "../operator/keys.ts";
import type { StateStore } from "../store/port.ts";
import type {
  AuditFilter,
  AuditRow,
  ConsentChange,
  ConsentState,
  Environment,
  ErasedRow,
  IssuedKey,
  KeyRecord,
  ListedKey,
} from "../store/records.ts";

/** Rows of the audit browser on one page. */
const PAGE_ROWS = 50;

export interface ShownKey extends ListedKey {
  status: KeyStatus;
}

export interface Consent {
  client_id: string;
  consent_state: ConsentState;
  /** The last change; null where there is none. */
  last: Omit<ConsentChange, "client_id"> | null;
}

export interface ConsentHistory extends Omit<Consent, "last"> {
  /** Newest first. */
  history: Omit<ConsentChange, "client_id">[];
}

/** A row without its question, unless the operator turned that on. */
export type ShownRow = (AuditRow | ErasedRow) & { query_hidden: boolean };

/** One line of the audit browser: the facts of a row, nothing personal. */
type RowFacts = Pick<
  AuditRow,
  "id" | "served_at" | "client_id" | "request_id" | "outcome" | "corpus_version"
> & { confidence: number; erased: boolean };

export interface AuditPage {
  /** Newest first. */
  rows: RowFacts[];
  /** The id before which the next page begins; null on the last one. */
  next_before: string | null;
}

export interface StoreAccess {
  keys(): Promise<ShownKey[]>;
  issue(input: {
    tenant: string;
    environment: Environment;
    label: string | undefined;
    expires_in_ms: number | undefined;
  }): Promise<IssuedKey>;
  rotate(keyId: string, graceMs: number): Promise<IssuedKey>;
  revoke(keyId: string): Promise<KeyRecord>;
  consents(): Promise<Consent[]>;
  consent(clientId: string): Promise<ConsentHistory>;
  changeConsent(
    clientId: string,
    state: Exclude<ConsentState, "not_provisioned">,
    actor: string,
    reason: string | undefined,
  ): Promise<ConsentHistory>;
  rows(filter: AuditFilter): Promise<AuditPage>;
  /** @throws OperatorError where there is no such row */
  row(id: string): Promise<ShownRow>;
}

export function storeAccess(
  store: StateStore,
  { showQueries, now }: { showQueries: boolean; now: () => number },
): StoreAccess {
  async function consent(clientId: string): Promise<ConsentHistory> {
    const consent_state = await store.consent.state(clientId);
    const changes = await store.consent.history(clientId);
    return { client_id: clientId, consent_state, history: changes.map(withoutClient).reverse() };
  }

  return {
    async keys() {
      const keys = await store.keys.list();
      return keys.map((key) => ({ ...key, status: keyStatus(key, now()) })).reverse();
    },
    async issue(input) {
      return await store.keys.issue(input, "console");
    },
    async rotate(keyId, graceMs) {
      return await store.keys.rotate(keyId, graceMs, "console");
    },
    async revoke(keyId) {
      return await store.keys.revoke(keyId, "console");
    },

    async consents() {
      const all = await Promise.all(CLIENT_IDS.map(consent));
      return all.map(({ history: [last], ...rest }) => ({ ...rest, last: last ?? null }));
    },
    consent,
    async changeConsent(clientId, state, actor, reason) {
      await store.consent.change(clientId, state, actor, reason);
      return await consent(clientId);
    },

    async rows(filter) {
      const newestFirst = await store.audit.list({ ...filter, limit: PAGE_ROWS + 1 });
      const rows = newestFirst.reverse().slice(0, PAGE_ROWS);
      const last = rows.at(-1);
      return {
        rows: rows.map(factsOf),
        next_before: newestFirst.length > PAGE_ROWS && last !== undefined ? last.id : null,
      };
    },
    async row(id) {
      const row = await store.audit.get(id);
      if (row === null) throw new OperatorError(`there is no audit row ${id}`);
      const query_hidden = !showQueries && row.query !== null;
      // The spread keeps every other member of whichever kind of row it is.
      return { ...row, ...(query_hidden && { query: null }), query_hidden } as ShownRow;
    },
  };
}

function withoutClient({ state, at, actor, reason }: ConsentChange) {
  return { state, at, actor, reason };
}

function factsOf(row: AuditRow | ErasedRow): RowFacts {
  const { id, served_at, client_id, request_id, outcome, corpus_version } = row;
  return {
    id,
    served_at,
    client_id,
    request_id,
    outcome,
    corpus_version,
    confidence: row.confidence.value,
    erased: row.response === null,
  };
}
