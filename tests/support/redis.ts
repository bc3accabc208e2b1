/** A real Redis or Valkey server for tests, on a socket of its own, empty at each start. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { RedisClient } from "bun";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";

const SERVER = Bun.which("redis-server") ?? Bun.which("valkey-server");
/** Tests of a shared rate limit skip without it. */
export const HAS_REDIS = SERVER !== null;
if (!HAS_REDIS)
  process.stderr.write(
    "redis-server is not installed: tests of the shared rate limit are skipped\n",
  );

const STARTED_MS_MAX = 10_000;
const LOOK_EVERY_MS = 10;

export interface TestRedis {
  /** For `--rate-limit-url`. */
  url: string;
  /** A folder that is removed at the end. */
  folder: string;
  send(command: string, ...args: string[]): Promise<unknown>;
  signal(name: NodeJS.Signals): void;
  /** Ends the server as a crash does; everything in it is lost. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = server;
  server.stop(true);
  return port;
}

/**
 * @param args further arguments of the server
 * @param entrance an address that lets in where the socket does not, because of a password
 */
export async function startRedis(
  args: readonly string[] = [],
  entrance?: string,
): Promise<TestRedis> {
  const { path, remove } = temporaryFolder("redis");
  const socket = join(path, "redis.sock");
  const url = `redis+unix://${socket}`;
  let server: Bun.Subprocess | null = null;
  async function send(command: string, ...rest: string[]): Promise<unknown> {
    const client = new RedisClient(entrance ?? url, { autoReconnect: false });
    try {
      return await client.send(command, rest);
    } finally {
      client.close();
    }
  }
  async function start(): Promise<void> {
    rmSync(socket, { force: true });
    server = Bun.spawn(
      [SERVER ?? "", "--port", "0", "--unixsocket", socket, "--save", "", "--dir", path, ...args],
      { stdin: "ignore", stdout: "ignore", stderr: "ignore" },
    );
    const until = performance.now() + STARTED_MS_MAX;
    while ((await send("PING").catch(() => null)) !== "PONG") {
      if (performance.now() > until) throw new Error("redis-server did not start");
      await Bun.sleep(LOOK_EVERY_MS);
    }
  }
  async function kill(): Promise<void> {
    server?.kill("SIGKILL");
    await server?.exited;
  }
  await start();
  return {
    url,
    folder: path,
    send,
    signal: (name) => server?.kill(name),
    kill,
    start,
    async stop() {
      await kill();
      remove();
    },
  };
}
