/**
 * Guarantees: where the log cannot be written, answers, liveness and the end of the process are as
 * usual. Lost lines are counted and reported.
 *
 * @alone it measures time, and stops the log of a service
 * @slow it drives the executable
 */
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { requestBody } from "../support/payloads.ts";
import { drain, makePipe, type Pipe } from "../support/pipe.ts";
import { issueKey, type RunningService, run, SOURCE, serve } from "../support/program.ts";

/** Each test starts a service and floods it; other work on the machine must not fail it. */
setDefaultTimeout(180_000);

const command = HAS_EXECUTABLE ? [EXECUTABLE] : [...SOURCE];
const folder = temporaryFolder("logging");
const data = join(folder.path, "data");
/** More lines than a pipe and the memory for waiting lines hold together. */
const FLOOD = 6_000;
const PIPE_FULL = 1_000;
const AT_ONCE = 50;
const ENDS_WITHIN_MS = 10_000;
/** What did not end until then waits for a reader that never comes. */
const STUCK_AFTER_MS = 30_000;

let key: string;
let service: RunningService | null = null;
const opened: number[] = [];

beforeAll(async () => {
  key = await issueKey(command, data);
});
afterEach(async () => {
  service?.signal("SIGKILL");
  await service?.exited;
  service = null;
  for (const descriptor of opened.splice(0)) closeSync(descriptor);
});
afterAll(() => folder.remove());

function held(descriptor: number): number {
  opened.push(descriptor);
  return descriptor;
}

/** A pipe of the test's folder; its writing end is closed after the test. */
async function pipe(name: string): Promise<Pipe> {
  const made = await makePipe(join(folder.path, name));
  held(made.writer);
  return made;
}

/** Requests that are logged; each must be answered within five seconds. */
async function flood({ url }: RunningService, count = FLOOD): Promise<void> {
  for (let sent = 0; sent < count; sent += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const answer = await fetch(`${url}/v1/health`, { signal: AbortSignal.timeout(5_000) });
        expect(answer.status).toBe(200);
        await answer.text();
      }),
    );
  }
}

async function metric({ url }: RunningService, name: string): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(page)?.[1]);
}

/** Every stage of an answer is counted, under a name that the handbook explains. */
async function expectStages({ url }: RunningService): Promise<void> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const stages = [...page.matchAll(/^phasewise_stage_seconds_count\{stage="(\w+)"\} [1-9]/gm)].map(
    ([, name]) => name,
  );
  expect(stages).toContain("rerank");
  expect(stages).toContain("commit");
  const handbook = readFileSync(join(import.meta.dir, "../../docs/operators.md"), "utf8");
  for (const stage of stages) expect(handbook).toContain(`\`${stage}\``);
}

/** An answer and its replay, each with the row that was billed for it. */
async function expectAnswers(running: RunningService): Promise<void> {
  const body = requestBody();
  const first = await running.post(body, key);
  const again = await running.post(body, key);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.text).toBe(first.text);
  const rows = await run([...command, "audit", "list", "--json", "--data-dir", data]);
  expect(rows.stdout.split("\n").filter((line) => line.includes(body.request_id))).toHaveLength(1);
}

async function expectEnd(running: RunningService): Promise<void> {
  const started = performance.now();
  expect(await running.stop()).toBe(0);
  expect(performance.now() - started).toBeLessThan(ENDS_WITHIN_MS);
}

test("a full volume under the log: every answer is given, and what is lost is counted", async () => {
  service = await serve(command, data, { stderr: held(openSync("/dev/full", "w")) });
  await expectAnswers(service);
  await expectStages(service);
  expect(await metric(service, "phasewise_log_waiting_bytes")).toBeGreaterThan(0);
  await flood(service);
  expect(await metric(service, "phasewise_log_dropped_total")).toBeGreaterThan(0);
  await expectAnswers(service);
  await expectEnd(service);
});

test("a pipe that nobody drains delays nothing; drained at last, it says how many lines are missing", async () => {
  const { reader, writer } = await pipe("stuck");
  held(reader);
  service = await serve(command, data, { stderr: writer });
  await flood(service);
  await expectAnswers(service);
  const dropped = await metric(service, "phasewise_log_dropped_total");
  expect(dropped).toBeGreaterThan(0);
  let log = "";
  for (let tries = 0; tries < 200 && !log.includes('"dropped"'); tries++) {
    log += drain(reader);
    await Bun.sleep(10);
  }
  await fetch(`${service.url}/v1/health`);
  await Bun.sleep(200);
  log += drain(reader);
  const lines = log.split("\n").slice(0, -1);
  const told = lines.map((line) => JSON.parse(line) as { dropped?: number; operation?: string });
  expect(told[0]).toMatchObject({ msg: "service started", version: expect.stringMatching(/^\d/) });
  expect(told[1]).toMatchObject({
    msg: "service ready",
    model_version: expect.stringMatching(/^pw-/),
  });
  const notice = told.findIndex((line) => line.dropped !== undefined);
  expect(told[notice]?.dropped).toBeGreaterThanOrEqual(dropped);
  expect(told.at(-1)?.operation).toBe("liveness");
  expect(told.length - 1).toBeGreaterThan(notice);
  await expectEnd(service);
});

test("a pipe that nobody drains does not keep the service from ending", async () => {
  const { reader, writer } = await pipe("never");
  held(reader);
  service = await serve(command, data, { stderr: writer });
  await flood(service, PIPE_FULL);
  await expectEnd(service);
});

test("a reader of the log that left, and a log that was never there, change nothing", async () => {
  const { reader, writer } = await pipe("gone");
  service = await serve(command, data, { stderr: writer });
  closeSync(reader);
  await expectAnswers(service);
  await expectEnd(service);

  service = await serve(["sh", "-c", 'exec "$@" 2>&-', "sh", ...command], data);
  await expectAnswers(service);
  await expectEnd(service);
});

/** Starts `serve` with a stdout of its own; resolves to its exit code and stderr. */
async function serveInto(
  stdout: number | "pipe",
  stderr: number | "pipe",
  args: readonly string[] = [],
) {
  const started = performance.now();
  const child = Bun.spawn([...command, "serve", "--port", "0", "--data-dir", data, ...args], {
    env: {},
    stdin: "ignore",
    stdout,
    stderr,
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), STUCK_AFTER_MS);
  const told =
    child.stderr instanceof ReadableStream ? await new Response(child.stderr).text() : "";
  const code = await child.exited;
  clearTimeout(timer);
  return {
    code,
    lines: told.split("\n").filter((line) => line !== "" && !line.startsWith("{")),
    ms: performance.now() - started,
  };
}

test("a service whose stdout is gone ends with one line and exit 1: nobody would learn its address", async () => {
  const { reader, writer } = await pipe("stdout");
  closeSync(reader);
  const { code, lines } = await serveInto(writer, "pipe");
  expect(code).toBe(1);
  expect(lines).toEqual(["stdout was closed by its reader before everything was written"]);
});

test("a service that cannot start ends in time also where its last line finds the pipe full", async () => {
  const { reader, writer } = await pipe("full");
  held(reader);
  const filler = held(
    openSync(join(folder.path, "full"), constants.O_WRONLY | constants.O_NONBLOCK),
  );
  try {
    for (;;) writeSync(filler, "x".repeat(4096));
  } catch {
    // It is full now.
  }
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { code, ms } = await serveInto("pipe", writer, ["--port", String(taken.port)]);
  await taken.stop(true);
  expect(code).toBe(1);
  expect(ms).toBeLessThan(STUCK_AFTER_MS);
});
