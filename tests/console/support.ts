/** The real console on a real socket, with the real store and the program's own commands. */
import { afterEach } from "bun:test";
import pino from "pino";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { environmentWith } from "../../src/config/environment.ts";
import { makeLink } from "../../src/console/login.ts";
import { type RunningConsole, startConsole } from "../../src/console/server.ts";
import { withCommitTurns } from "../../src/store/sqlite/commit-turns.ts";
import { openStore, stateDir } from "../../src/store/sqlite/index.ts";
import { createMetrics, type Metrics } from "../../src/telemetry/metrics.ts";
import { SOURCE } from "../support/program.ts";

type Store = ReturnType<typeof openStore>;

interface Browser {
  cookie: string;
  csrf: string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** A change as a page of the console sends it. */
  post(path: string, fields?: Record<string, string>): Promise<Response>;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted member by member
  json(path: string): Promise<any>;
}

export interface TestConsole {
  url: string;
  dataDir: string;
  store: Store;
  metrics: Metrics;
  running: RunningConsole;
  /** Everything logged so far. */
  log(): string;
  /** Moves the console's clock. */
  advance(ms: number): void;
  link(): string;
  signIn(): Promise<Browser>;
}

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

export const CLIENT = "sandbox-oura";

export function testConsole({ showQueries = false } = {}): TestConsole {
  const folder = temporaryFolder("console");
  cleanups.push(folder.remove);
  const dataDir = folder.path;
  const store = openStore(dataDir, { elapsedMs: () => 0 });
  cleanups.push(async () => store.close());
  const lines: string[] = [];
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const metrics = createMetrics({
    version: "0.0.0",
    buildId: "build-test",
    clientIds: [CLIENT],
    queueDepth: () => 3,
    engine: () => null,
    missing: () => "loading",
    degraded: () => [],
    log: { dropped: () => 0, waitingBytes: () => 0 },
  });
  const running = startConsole({
    host: "127.0.0.1",
    port: 0,
    stateDir: stateDir(dataDir),
    version: "0.0.0",
    showQueries,
    store: withCommitTurns(store),
    metrics,
    logger: pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }),
    program: (words) => ({
      cmd: [...SOURCE, ...words],
      env: { ...environmentWith({ dataDir }), PHASEWISE_PROGRESS: "1" },
    }),
    now,
  });
  cleanups.push(() => running.stop());
  const link = () => makeLink(stateDir(dataDir), "anna (uid 1000)", now()).url;
  return {
    url: running.url,
    dataDir,
    store,
    metrics,
    running,
    log: () => lines.join(""),
    advance: (ms) => {
      aheadMs += ms;
    },
    link,
    async signIn() {
      const signedIn = await fetch(link());
      if (signedIn.status !== 200) throw new Error(await signedIn.text());
      const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
      const get: Browser["get"] = (path, headers = {}) =>
        fetch(running.url + path, { headers: { cookie, ...headers } });
      const { csrf } = (await (await get("/api/session")).json()) as { csrf: string };
      return {
        cookie,
        csrf,
        get,
        post: (path, fields = {}) =>
          fetch(running.url + path, {
            method: "POST",
            headers: { cookie, origin: running.url, "sec-fetch-site": "same-origin" },
            body: new URLSearchParams({ csrf, ...fields }),
            redirect: "manual",
          }),
        json: async (path) => (await get(path)).json(),
      };
    },
  };
}
