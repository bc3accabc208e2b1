/**
 * Long work of the console: commands of this same program, each in a process of its own, so that
 * the loop that answers partners never waits. Answers go first: a command runs at low priority.
 * @module
 */
import { constants, setPriority } from "node:os";
import { ulid } from "ulid";

/** Models take several hundred megabytes, so only one command may load them at a time. */
const AT_ONCE = { heavy: 1, light: 2 } as const;
const TASKS_KEPT = 40;
const OUTPUT_BYTES_MAX = 8 * 1024 * 1024;
const TASK_MS_MAX = 60 * 60_000;
/** A command that was told to end has this long to do so in order. */
const GRACE_MS = 3_000;

/** A command that the console may run. */
export interface AllowedCommand {
  title: string;
  /** The command as it is typed, without options. */
  words: readonly string[];
  /** Whether it loads the models. */
  heavy: boolean;
}

/** `stopping` is a command that was told to end and still holds its place. */
type State = "waiting" | "running" | "stopping" | "done" | "failed" | "stopped";

export interface Task extends AllowedCommand {
  id: string;
  /** Who asked for it. */
  by: string;
  state: State;
  asked_at: string;
  started_at: string | null;
  ended_at: string | null;
  /** What it printed with `--json`; null until it is done. */
  result: unknown;
  /** The last line that it wrote to stderr: its progress, or why it failed. */
  told: string | null;
  /** How long it took the last time. */
  expected_ms: number | null;
}

export interface RunnerOptions {
  /** The program's own command line for these words, and the child's variables. */
  program(words: readonly string[]): { cmd: string[]; env: Record<string, string> };
  now(): number;
  onEnd(task: Task): void;
  /** Set by tests. */
  graceMs?: number;
}

export class CommandRunner {
  readonly #options: RunnerOptions;
  readonly #tasks = new Map<string, Task>();
  readonly #children = new Map<string, Bun.Subprocess>();
  readonly #ends = new Map<string, PromiseWithResolvers<Task>>();
  #closed = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Newest first. */
  list(): Task[] {
    return [...this.#tasks.values()].reverse();
  }

  find(id: string): Task | null {
    return this.#tasks.get(id) ?? null;
  }

  /** The newest task of this command; null where there is none. */
  latest(words: readonly string[]): Task | null {
    return this.list().find((task) => task.words.join(" ") === words.join(" ")) ?? null;
  }

  /** Begins the command, or joins the one of the same words that waits or runs. */
  start({ title, words, heavy }: AllowedCommand, by: string): Task {
    const before = this.latest(words);
    if (before?.state === "waiting" || before?.state === "running") return before;
    const task: Task = {
      id: ulid(this.#options.now()),
      title,
      words,
      heavy,
      by,
      state: "waiting",
      asked_at: this.#time(),
      started_at: null,
      ended_at: null,
      result: null,
      told: null,
      expected_ms: durationOf(before),
    };
    this.#tasks.set(task.id, task);
    this.#ends.set(task.id, Promise.withResolvers());
    this.#forget();
    this.#next();
    return task;
  }

  /** Resolves when the task has ended. */
  async whenEnded(task: Task): Promise<Task> {
    return (await this.#ends.get(task.id)?.promise) ?? task;
  }

  /** Its place is free when the process has exited: until then that may hold the models. */
  stop(task: Task): void {
    const child = this.#children.get(task.id);
    if (task.state === "waiting") this.#end(task, "stopped");
    if (task.state !== "running" || child === undefined) return;
    task.state = "stopping";
    void this.#terminate(child).then(() => this.#end(task, "stopped"));
  }

  /** Ends every command, and begins no other. Resolves when the last one has exited. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#tasks.values()) this.stop(task);
    await Promise.all([...this.#ends.values()].map(({ promise }) => promise));
  }

  /** Resolves when the process has exited: in order, or killed after the time of grace. */
  async #terminate(child: Bun.Subprocess): Promise<void> {
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), this.#options.graceMs ?? GRACE_MS);
    await child.exited;
    clearTimeout(kill);
  }

  #next(): void {
    if (this.#closed) return;
    for (const task of this.#tasks.values()) {
      if (task.state === "waiting" && this.#hasRoom(task)) void this.#run(task);
    }
  }

  #hasRoom({ heavy }: Task): boolean {
    const unfinished = [...this.#tasks.values()].filter(
      (task) => (task.state === "running" || task.state === "stopping") && task.heavy === heavy,
    );
    return unfinished.length < (heavy ? AT_ONCE.heavy : AT_ONCE.light);
  }

  async #run(task: Task): Promise<void> {
    task.state = "running";
    task.started_at = this.#time();
    try {
      const { cmd, env } = this.#options.program([...task.words, "--json"]);
      const child = Bun.spawn(cmd, {
        env,
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
        maxBuffer: OUTPUT_BYTES_MAX,
        killSignal: "SIGKILL",
      });
      this.#children.set(task.id, child);
      lowerPriority(child.pid);
      const limit = setTimeout(() => void this.#terminate(child), TASK_MS_MAX);
      void child.exited.then(() => clearTimeout(limit));
      const [stdout, , code] = await Promise.all([
        new Response(child.stdout).text(),
        this.#follow(task, child.stderr),
        child.exited,
      ]);
      if (task.state !== "running") return;
      if (code === 0) {
        task.result = stdout === "" ? null : JSON.parse(stdout);
        task.told = null;
      } else {
        // A failed check prints its result too, unless it was cut off.
        task.result = jsonOrNull(stdout);
        task.told ??= `it ended with ${child.signalCode ?? code}`;
      }
      this.#end(task, code === 0 ? "done" : "failed");
    } catch (error) {
      if (task.state !== "running") return;
      task.told = (error as Error).message;
      this.#end(task, "failed");
    }
  }

  async #follow(task: Task, stderr: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    let rest = "";
    for await (const chunk of stderr.pipeThrough(new TextDecoderStream())) {
      if (task.state !== "running") return;
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      task.told = lines.at(-1) ?? task.told;
    }
    if (rest !== "" && task.state === "running") task.told = rest;
  }

  #end(task: Task, state: State): void {
    this.#children.delete(task.id);
    if (task.ended_at !== null) return;
    task.state = state;
    task.ended_at = this.#time();
    this.#options.onEnd(task);
    this.#ends.get(task.id)?.resolve(task);
    this.#ends.delete(task.id);
    this.#next();
  }

  #forget(): void {
    const ended = [...this.#tasks.values()].filter((task) => task.ended_at !== null);
    for (const { id } of ended.slice(0, Math.max(0, this.#tasks.size - TASKS_KEPT)))
      this.#tasks.delete(id);
  }

  #time(): string {
    return new Date(this.#options.now()).toISOString();
  }
}

function durationOf(task: Task | null): number | null {
  if (task === null || task.state !== "done" || task.started_at === null || task.ended_at === null)
    return null;
  return Date.parse(task.ended_at) - Date.parse(task.started_at);
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Where the system does not allow it, the command only competes more. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It may have ended already.
  }
}
