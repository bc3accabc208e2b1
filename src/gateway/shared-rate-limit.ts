/**
 * The limiter of several replicas: one log of admissions per key in Redis or Valkey, changed by one
 * script, on that server's clock. What the script answers is also the log of this process, which
 * quotas are read from, and which goes on by itself while the server is away.
 * @module
 */
import { createHash } from "node:crypto";
import { RATE_LIMIT_REQUESTS_MAX } from "../contract/limits.ts";
import type { LinkFailure } from "../telemetry/metrics.ts";
import { LocalRateLimiter, type Quota, type RateLimiter, WINDOW_MS } from "./rate-limit.ts";
import { LinkError, RedisLink } from "./redis-link.ts";

/**
 * KEYS[1] the log; ARGV: window in ms, requests in it, 1 to count this one, a test's clock or "".
 * Answers whether there was room, and the ages of the admissions in the window.
 *
 * Where the clock stepped back, admissions of later times count as made now: a key waits for one
 * window at most, and never has two at once.
 */
const SCRIPT = `
local window, most, counts = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1'
local now = tonumber(ARGV[4])
if now == nil then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
now = math.floor(now)
local log, changed = {}, false
for text in string.gmatch(redis.call('GET', KEYS[1]) or '', '%d+') do
  local at = tonumber(text)
  if at > now then at, changed = now, true end
  if at > now - window then log[#log + 1] = at end
end
local room = #log < most
if room and counts then log[#log + 1], changed = now, true end
local texts, reply = {}, { room and 1 or 0 }
for i, at in ipairs(log) do
  texts[i] = string.format('%.0f', at)
  reply[i + 1] = now - at
end
if changed then redis.call('SET', KEYS[1], table.concat(texts, ' '), 'PX', window) end
return reply
`;
const SCRIPT_SHA = createHash("sha1").update(SCRIPT).digest("hex");
const PREFIX = "phasewise:rate-limit:";
const NAME_CHARS = 32;
/** A log of its own that is changed once a second by each replica, to see that it can be. */
const PROOF = { name: `${PREFIX}proof`, windowMs: 1_000, requestsMax: 1_000_000 } as const;

export interface SharedRateLimiterOptions {
  /** With user and password, where the server wants them. */
  url: string;
  /** While the server is away: `local` counts in this process alone, `refuse` admits nobody. */
  fallback: "local" | "refuse";
  /** A request that the server did not count. */
  onFailure(failure: LinkFailure): void;
  /** The cause when the server is lost, null when it is back. */
  onChange(fault: string | null): void;
  /** Epoch milliseconds in place of the server's clock; set by tests. */
  now?: (() => number) | undefined;
}

export class SharedRateLimiter implements RateLimiter {
  readonly #options: SharedRateLimiterOptions;
  readonly #local: LocalRateLimiter;
  readonly #link: RedisLink;

  constructor(options: SharedRateLimiterOptions) {
    this.#options = options;
    this.#local = new LocalRateLimiter(options.now ?? (() => performance.now()));
    this.#link = new RedisLink({
      url: options.url,
      prove: () => this.#ask(PROOF.name, PROOF.windowMs, PROOF.requestsMax, true),
      onChange: options.onChange,
    });
  }

  /** Resolves when the first connection has succeeded or failed. */
  start(): Promise<void> {
    return this.#link.start();
  }

  /** Why the server cannot be used now; null where it can. */
  fault(): string | null {
    return this.#link.fault();
  }

  async admit(keyId: string): Promise<boolean | null> {
    const admitted = await this.#learnt(keyId, true);
    if (admitted !== null || this.#options.fallback === "refuse") return admitted;
    return this.#local.admit(keyId);
  }

  async learn(keyId: string): Promise<void> {
    await this.#learnt(keyId, false);
  }

  quota(keyId: string): Quota {
    return this.#local.quota(keyId);
  }

  end(): void {
    this.#link.end();
  }

  /** Whether there was room; null where the server did not tell. */
  async #learnt(keyId: string, counts: boolean): Promise<boolean | null> {
    try {
      const reply = await this.#ask(nameOf(keyId), WINDOW_MS, RATE_LIMIT_REQUESTS_MAX, counts);
      const [room, ...agesMs] = reply;
      this.#local.replace(keyId, agesMs);
      return room === 1;
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.#options.onFailure(error.failure);
      return null;
    }
  }

  async #ask(
    name: string,
    windowMs: number,
    requestsMax: number,
    counts: boolean,
  ): Promise<number[]> {
    const now = this.#options.now?.();
    const rest = ["1", name, windowMs, requestsMax, counts ? 1 : 0, now ?? ""].map(String);
    const reply = await this.#link.send("EVALSHA", [SCRIPT_SHA, ...rest]).catch((error) => {
      if (!(error instanceof LinkError) || !/^NOSCRIPT\b/.test(error.message)) throw error;
      return this.#link.send("EVAL", [SCRIPT, ...rest]);
    });
    return reply as number[];
  }
}

/** Whoever reads the server's keys learns nothing about ours. */
function nameOf(keyId: string): string {
  const digest = createHash("sha256").update(keyId).digest("hex");
  return PREFIX + digest.slice(0, NAME_CHARS);
}
