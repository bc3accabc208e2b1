/** Who is signed in. Sessions live in memory and end with the process. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const MINUTE_MS = 60_000;
/** Without a click; pages that refresh themselves do not count. */
export const SESSION_IDLE_MS = 30 * MINUTE_MS;
export const SESSION_MS = 12 * 60 * MINUTE_MS;
/** One more ends the oldest. */
const SESSIONS_MAX = 16;
const ID_BYTES = 32;

/** What the next page says about the last change. */
export interface Note {
  kind: "done" | "fault";
  text: string;
}

export interface Session {
  /** Who signed in, as the ledger shall name them. */
  readonly actor: string;
  /** Every change must repeat it. */
  readonly csrf: string;
  readonly opened_ms: number;
  seen_ms: number;
  note: Note | null;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

export class Sessions {
  readonly #open = new Map<string, Session>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns the value of the cookie */
  open(by: string): string {
    const id = randomBytes(ID_BYTES).toString("base64url");
    const now = this.#now();
    const [oldest] = this.#open.keys();
    if (this.#open.size >= SESSIONS_MAX && oldest !== undefined) this.#open.delete(oldest);
    this.#open.set(keyOf(id), {
      actor: `${by}, in the console`,
      csrf: randomBytes(ID_BYTES).toString("base64url"),
      opened_ms: now,
      seen_ms: now,
      note: null,
    });
    return id;
  }

  /** @param touch whether this counts as a click */
  find(id: string, touch: boolean): Session | null {
    const session = this.#open.get(keyOf(id));
    if (session === undefined) return null;
    const now = this.#now();
    if (now - session.seen_ms > SESSION_IDLE_MS || now - session.opened_ms > SESSION_MS) {
      this.#open.delete(keyOf(id));
      return null;
    }
    if (touch) session.seen_ms = now;
    return session;
  }

  close(id: string): void {
    this.#open.delete(keyOf(id));
  }
}

/** Looked up by digest, so that the time of the look-up tells nothing about an id. */
function keyOf(id: string): string {
  return digest(id).toString("base64url");
}

/** In a time that does not depend on what was presented. */
export function holdsCsrf(session: Session, presented: string): boolean {
  return timingSafeEqual(digest(session.csrf), digest(presented));
}
