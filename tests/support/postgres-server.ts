/** One server process over a folder with its data: started, ended, asked. */
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { SQL } from "bun";
import { processorMs } from "./processor.ts";

const START_MS_MAX = 240_000;
export const PASSWORD = "p4ssw0rd-of-the-tests";
const STOP_MODES = { kill: "SIGKILL", stop: "SIGINT" } as const;

export interface Server {
  port: number;
  /** Holds the data, the socket and the log. */
  folder: string;
  /** Runs statements as the server's own superuser. */
  admin(database: string, statements: string): Promise<Record<string, unknown>[]>;
  /** Processor time of the server with all its processes so far, in milliseconds. */
  workedMs(): number;
  start(): Promise<void>;
  /** Ends the server: `kill` as with `kill -9` of all its processes, `stop` in order. */
  end(how: keyof typeof STOP_MODES): Promise<void>;
  remove(): Promise<void>;
}

/** Lines of `postgresql.conf`. */
export type Settings = Record<string, string>;

/** The folder of the data below a server's folder. */
export const dataOf = (folder: string) => join(folder, "data");

/** The account that runs the server, which refuses to run as root. */
function asServer(command: string[]): string[] {
  return process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--", ...command] : command;
}

export async function runAsServer(
  command: string[],
  { stdin = "", env = {} }: { stdin?: string; env?: Record<string, string> } = {},
): Promise<void> {
  const child = Bun.spawn(asServer(command), {
    cwd: "/",
    env: { ...process.env, ...env },
    stdin: new Blob([stdin]),
    stdout: "ignore",
    stderr: "pipe",
  });
  const stderr = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${command[0]}: ${stderr}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = address !== null && typeof address === "object" ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

const AFTERWARDS = `cat > /dev/null; kill -QUIT $(head -n 1 "$0/data/postmaster.pid") 2> /dev/null && sleep 0.2
  rm -rf "$0"`;

function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return listed === "" ? [] : listed.split(" ").map(Number);
}

function endNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

const sumOfWork = (sum: number, pid: number) => sum + processorMs(pid);

/** Starts the server of a folder that has its data. */
export async function startServer(bin: string, folder: string, more: Settings): Promise<Server> {
  const port = await freePort();
  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    max_connections: "60",
    // A commit that is not awaited is lost with a killed server.
    synchronous_commit: "on",
    ...more,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let server: Bun.Subprocess | null = null;

  const admin: Server["admin"] = async (database, statements) => {
    const url = `postgres://postgres@127.0.0.1:${port}/${database}?sslmode=prefer`;
    const sql = new SQL({ url, password: PASSWORD, max: 1, connectionTimeout: 2 });
    try {
      return [...(await sql.unsafe(statements))];
    } finally {
      await sql.close({ timeout: 0 });
    }
  };

  function spawn(): Bun.Subprocess {
    const command = [join(bin, "postgres"), "-D", dataOf(folder), ...flags];
    const started = Bun.spawn(asServer(command), {
      cwd: "/",
      stdin: "ignore",
      stdout: "ignore",
      stderr: Bun.file(join(folder, "log")),
    });
    started.unref();
    return started;
  }

  async function start(): Promise<void> {
    server = spawn();
    for (const began = performance.now(); ; ) {
      try {
        await admin("postgres", "SELECT 1");
        return;
      } catch (error) {
        if (performance.now() - began > START_MS_MAX)
          throw new Error("the server does not start", { cause: error });
        await Bun.sleep(20);
        // After a kill it refuses to start while processes of the one before still end.
        if (server.exitCode !== null) server = spawn();
      }
    }
  }

  /** The first line of the file is the server's own process, not that of the account's switch. */
  const serverPid = () =>
    Number(readFileSync(join(dataOf(folder), "postmaster.pid"), "utf8").split("\n", 1)[0]);

  // Ends the server and removes the folder when this process closes the pipe, however it ends.
  const watcher = Bun.spawn(["sh", "-c", AFTERWARDS, folder], { stdin: "pipe" });
  watcher.unref();
  await start();
  return {
    port,
    folder,
    admin,
    workedMs: () => [serverPid(), ...childrenOf(serverPid())].reduce(sumOfWork, 0),
    start,
    async end(how) {
      if (server === null) return;
      const pid = serverPid();
      const own = how === "kill" ? childrenOf(pid) : [];
      process.kill(pid, STOP_MODES[how]);
      // In the middle of whatever they commit.
      for (const child of own) endNow(child);
      await server.exited;
      server = null;
    },
    async remove() {
      watcher.stdin.end();
      await watcher.exited;
    },
  };
}
