/**
 * Mutants that no test can tell from the original, each with its reason: by file, and by the line
 * as it reads after the change. They count as mutants, and once more apart. A change that a caller
 * could notice has no place here.
 */
export const STAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "src/gateway/app.ts": {
    "const IDLE_TIMEOUT_SECONDS = 61;": "a budget: how long an idle connection is kept",
    "development: true,": "every fault is answered before Bun sees it",
  },
  "src/gateway/portal.ts": {
    "const ORIGINS_MAX = 9;": "a budget: for how many hosts the portal is kept",
    "const full = portals.size > ORIGINS_MAX && !portals.has(wanted);":
      "a budget: for how many hosts the portal is kept",
    'return spawnWorker("gateway/portal.worker.ts", { name: "portal", smol: false });':
      "memory alone",
  },
  "src/gateway/redis-link.ts": {
    "if (wasUsable) this.#checkIn(1);": "a timer of nothing and one of a millisecond are the same",
    "this.#checking = false;": "two looks at once end as one: the second finds what the first made",
    "autoReconnect: true,": "a client that has lost its connection is closed at once",
    "enableOfflineQueue: true,": "no command is sent before the connection is there",
  },
  "src/gateway/server.ts": {
    "const ANSWER_OUT_MS = 1001;": "a budget: how long a stop waits for the last answer",
    "const MS_PER_SECOND = 1001;": "a budget: ten milliseconds of the deadline of a request",
    "await server.stop(false);": "an answer of a stopping service closes its connection itself",
    "await metricsServer?.stop(false);":
      "the page is made at once, so no request is ever open there",
    "development: true,": "every fault is answered before Bun sees it",
    'const code = error instanceof Error || "code" in error ? String(error.code) : "unknown error";':
      "what Bun throws is an error with a code; the types ask for both",
  },
  "src/gateway/shared-rate-limit.ts": {
    "const PROOF = { name: `${PREFIX}proof`, windowMs: 1001, requestsMax: 1_000_000 } as const;":
      "a budget: how long the proof is kept",
    "const PROOF = { name: `${PREFIX}proof`, windowMs: 1_000, requestsMax: 1000001 } as const;":
      "a budget: no server is asked so often in a second",
  },
  "src/gateway/static-page.ts": {
    "const BROTLI_QUALITY = 6;": "a budget: processor time for size",
  },
};
