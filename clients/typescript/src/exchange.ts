/**
 * One request and its tries: when to try again is what the contract says, and nothing else.
 * @module
 */
import { NoAnswerError } from "./errors.ts";

/** A whole answer: its body has arrived. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** How many requests it took. */
  attempts: number;
}

export interface Send {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  /** The same bytes in each try. */
  body: string | null;
  fetch: typeof fetch;
  /** Of one try, the body of its answer included. */
  timeoutMs: number;
  attempts: number;
  signal: AbortSignal | undefined;
}

const MS_PER_SECOND = 1_000;
/** After a 502, a timeout or a lost connection; each further wait is twice as long. */
const FIRST_WAIT_MS = 1_000;
const UNAVAILABLE_WAIT_MS = 2_000;
/** Beyond this an answer that was given is replayed no longer, so nobody waits for it. */
const LONGEST_WAIT_MS = 300_000;
/** Spreads the next tries of callers that were refused together. */
const SPREAD = 0.2;

/**
 * Sends until there is an answer that another try would not change.
 * @throws NoAnswerError where no try got one, and the signal's reason where the caller gave up
 */
export async function send(request: Send): Promise<Reply> {
  for (let attempts = 1; ; attempts++) {
    const tried = await tryOnce(request);
    const waitMs = "failure" in tried ? backoffMs(attempts) : waitAfterMs(tried, attempts);
    if (waitMs === null || attempts >= request.attempts) {
      if ("failure" in tried) throw new NoAnswerError(attempts, tried.failure);
      return { ...tried, attempts };
    }
    await pause(waitMs * (1 + SPREAD * Math.random()), request.signal);
  }
}

type Tried = Omit<Reply, "attempts"> | { failure: unknown };

/** A timeout or a lost connection is a failure; the caller's own signal is thrown. */
async function tryOnce({ url, fetch, timeoutMs, signal, ...init }: Send): Promise<Tried> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const giveUp = () => ending.abort(signal?.reason);
  signal?.addEventListener("abort", giveUp);
  const timer = setTimeout(
    () => ending.abort(new DOMException(`no answer in ${timeoutMs} ms`, "TimeoutError")),
    timeoutMs,
  );
  try {
    const { method, headers, body } = init;
    // A redirect would take the key and the data to another address.
    const response = await fetch(url, {
      method,
      headers,
      body,
      redirect: "manual",
      signal: ending.signal,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (failure) {
    signal?.throwIfAborted();
    return { failure };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

/** Null where another try would get the same answer. */
function waitAfterMs({ status, headers }: Omit<Reply, "attempts">, attempts: number) {
  if (status === 502) return backoffMs(attempts);
  if (status !== 429 && status !== 503) return null;
  const told = Number(headers.get("retry-after") ?? Number.NaN) * MS_PER_SECOND;
  const waitMs = told > 0 ? told : UNAVAILABLE_WAIT_MS;
  return waitMs <= LONGEST_WAIT_MS ? waitMs : null;
}

function backoffMs(attempts: number): number {
  return FIRST_WAIT_MS * 2 ** (attempts - 1);
}

/** Ends early at the signal, whose reason the next try throws. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, signal?.aborted ? 0 : ms);
    signal?.addEventListener("abort", wake);
  });
}
