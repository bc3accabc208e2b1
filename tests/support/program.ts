/** Drives the program as an operator does, over its command line and socket. */
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
export const SOURCE = [process.execPath, join(root, "src/main.ts")] as const;

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one command to its end, by default with an empty environment. */
export async function run(
  command: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const child = Bun.spawn([...command], {
    cwd: options.cwd ?? "/",
    env: options.env ?? {},
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}

export interface RunningService {
  url: string;
  pid: number;
  /** Milliseconds from the start of the process to its second line. */
  readyMs: number;
  /** Everything written to stdout and stderr so far. */
  output(): string;
  /** To the first tenant's route where none is named. */
  post(
    body: unknown,
    key: string,
    tenant?: string,
  ): Promise<{ status: number; text: string; headers: Headers }>;
  signal(name: NodeJS.Signals): void;
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number>;
  exited: Promise<number>;
}

/** Starts `serve` and waits for `listening`, then (unless told otherwise) for `ready`. */
export async function serve(
  command: readonly string[],
  dataDir: string,
  options: {
    args?: readonly string[];
    cwd?: string;
    awaitReady?: boolean;
    env?: Record<string, string>;
    /** A descriptor that takes the log; without it the log is part of `output`. */
    stderr?: number;
  } = {},
): Promise<RunningService> {
  const started = performance.now();
  const child = Bun.spawn(
    [...command, "serve", "--port", "0", "--data-dir", dataDir, ...(options.args ?? [])],
    {
      cwd: options.cwd ?? "/",
      env: options.env ?? {},
      stdin: "ignore",
      stdout: "pipe",
      stderr: options.stderr ?? "pipe",
    },
  );
  let out = "";
  let err = "";
  const lines: ((line: string) => void)[] = [];
  const seen: string[] = [];
  (async () => {
    let rest = "";
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      out += chunk;
      rest += chunk;
      for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 1);
        const waiting = lines.shift();
        if (waiting === undefined) seen.push(line);
        else waiting(line);
      }
    }
  })();
  (async () => {
    if (!(child.stderr instanceof ReadableStream)) return;
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) err += chunk;
  })();
  const nextLine = () =>
    new Promise<string>((resolve, reject) => {
      const line = seen.shift();
      if (line !== undefined) resolve(line);
      else lines.push(resolve);
      child.exited.then((code) => setTimeout(() => reject(new Error(`exit ${code}: ${err}`)), 50));
    });
  const listening = JSON.parse(await nextLine()) as { event: string; url: string };
  let readyMs = 0;
  if (options.awaitReady !== false) {
    JSON.parse(await nextLine());
    readyMs = performance.now() - started;
  }
  const url = listening.url;
  return {
    url,
    pid: child.pid,
    readyMs,
    output: () => out + err,
    exited: child.exited,
    signal: (name) => child.kill(name),
    async post(body, key, tenant = "oura") {
      const response = await fetch(`${url}/v1/${tenant}/recommendation`, {
        method: "POST",
        headers: { authorization: `ApiKey ${key}`, "content-type": "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    async stop() {
      child.kill("SIGTERM");
      return child.exited;
    },
  };
}

/** A key with active consent, made through the command line. */
export async function issueKey(
  command: readonly string[],
  dataDir: string,
  tenant = "oura",
): Promise<string> {
  const issued = await run([
    ...command,
    "keys",
    "issue",
    "--tenant",
    tenant,
    "--environment",
    "sandbox",
    "--json",
    "--data-dir",
    dataDir,
  ]);
  if (issued.code !== 0) throw new Error(issued.stderr);
  const { key, client_id } = JSON.parse(issued.stdout) as { key: string; client_id: string };
  const state = await run([
    ...command,
    "consent",
    "show",
    client_id,
    "--json",
    "--data-dir",
    dataDir,
  ]);
  if ((JSON.parse(state.stdout) as { consent_state: string }).consent_state !== "active") {
    const granted = await run([
      ...command,
      "consent",
      "activate",
      client_id,
      "--data-dir",
      dataDir,
    ]);
    if (granted.code !== 0) throw new Error(granted.stderr);
  }
  return key;
}
