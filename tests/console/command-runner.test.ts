/**
 * Guarantee: long work runs as a command of the program in a process of its own, one at a time, and
 * the console tells how it ended.
 *
 * @slow it starts the program
 */
import { expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { CommandRunner, type RunnerOptions } from "../../src/console/command-runner.ts";
import { entry, NOON_MS } from "../store/entry.ts";
import { tamper } from "../store/support.ts";
import { testConsole } from "./support.ts";

test("the audit trail is verified by the command; a broken one is named", async () => {
  const { dataDir, store, signIn, log } = testConsole();
  await store.commit(entry(), NOON_MS);
  const { post, json, get } = await signIn();
  const verify = async () => {
    const begun = (await (await post("/api/checks/audit-verify")).json()) as { id: string };
    for (;;) {
      const task = await json(`/api/checks/runs/${begun.id}`);
      if (task.ended_at !== null) return task;
      await Bun.sleep(50);
    }
  };
  const whole = await verify();
  expect(whole).toMatchObject({
    state: "done",
    by: "anna (uid 1000), in the console",
    result: { ok: true, rows: 1 },
  });
  expect(await (await get(`/checks/runs/${whole.id}`)).text()).toContain("Rows that hold: 1.");
  tamper(dataDir, "UPDATE audit_row SET confidence_value = 1");
  const broken = await verify();
  expect(broken).toMatchObject({ state: "failed", result: { ok: false } });
  expect(broken.told).toContain("audit chain broken at row");
  expect(broken.expected_ms).toBeGreaterThan(0);
  expect(log()).toContain('"command":"audit verify","state":"failed"');
});

test("storage is measured by the command; a call asks again after a failure", async () => {
  const { dataDir, store, signIn } = testConsole();
  await store.commit(entry(), NOON_MS);
  const { json, get } = await signIn();
  const state = join(dataDir, "state");
  renameSync(state, `${state}-away`);
  expect(await json("/api/storage")).toMatchObject({ state: "failed", result: null });
  expect(await (await get("/storage")).text()).toContain("there is no state store");
  renameSync(`${state}-away`, state);
  expect(await (await get("/storage")).text()).toContain("there is no state store");
  expect(await json("/api/storage")).toMatchObject({
    state: "done",
    told: null,
    result: { months: [{ rows: 1, sealed: false }], bytes_per_row: null },
  });
});

test.each(["--help", "current --json", "../x", ""])(
  "%p is no release to roll back to, and no option",
  async (version) => {
    const { post } = await testConsole().signIn();
    const refused = await post("/api/corpus/rollback", { version });
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("a version that the corpus page lists"),
    ]);
  },
);

test("progress is told while a command runs, and gone when it is done", async () => {
  const told = Promise.withResolvers<void>();
  const running = work("echo half >&2; sleep 0.3; echo 1");
  const task = running.start(SLEEP, "anna");
  const seen = setInterval(() => task.told === "half" && told.resolve(), 10);
  await told.promise;
  clearInterval(seen);
  expect(task.state).toBe("running");
  await running.whenEnded(task);
  expect([task.state, task.result, task.told]).toEqual(["done", 1, null]);
});

const GRACE_MS = 1_000;
const SLEEP = { title: "Sleep", words: ["sleep"], heavy: true };

function work(program: string, onEnd: RunnerOptions["onEnd"] = () => undefined): CommandRunner {
  return new CommandRunner({
    program: ([name = ""]) => ({ cmd: ["sh", "-c", program, name], env: {} }),
    now: Date.now,
    onEnd,
    graceMs: GRACE_MS,
  });
}

test("heavy commands run one at a time; the same command is joined", async () => {
  const order: string[] = [];
  const running = work("exec sleep 0.1", (task) => order.push(task.title));
  const first = running.start(SLEEP, "anna");
  const second = running.start({ ...SLEEP, title: "Other", words: ["other"] }, "ben");
  expect(running.start(SLEEP, "carl")).toBe(first);
  expect([first.state, second.state]).toEqual(["running", "waiting"]);
  await running.whenEnded(second);
  expect(order).toEqual(["Sleep", "Other"]);
});

test("a stopped heavy command keeps its place until it has exited; what it says then is not told", async () => {
  const folder = temporaryFolder("work");
  const left = join(folder.path, "left");
  // The first one takes its time to end, as a command does that holds the models.
  const running = work(`[ $0 = other ] && { test -e ${left} && echo '"exited"'; exit; }
    trap 'sleep 0.3; echo late >&2; echo 1; touch ${left}; exit 1' TERM
    echo ready >&2; while :; do sleep 0.02; done`);
  const first = running.start(SLEEP, "anna");
  const second = running.start({ ...SLEEP, words: ["other"] }, "ben");
  while (first.told !== "ready") await Bun.sleep(5);
  running.stop(first);
  expect([first.state, first.ended_at, second.state]).toEqual(["stopping", null, "waiting"]);
  const again = running.start(SLEEP, "carl");
  expect([again === first, again.state]).toEqual([false, "waiting"]);
  running.stop(again);
  expect((await running.whenEnded(second)).result).toBe("exited");
  expect([first.state, first.told, first.result]).toEqual(["stopped", "ready", null]);
  folder.remove();
});

test("a command can be stopped, and ends with the console", async () => {
  const running = work("exec sleep 60");
  const first = running.start(SLEEP, "anna");
  const waiting = running.start({ ...SLEEP, words: ["other"] }, "anna");
  await running.close();
  expect([first.state, waiting.state]).toEqual(["stopped", "stopped"]);
});

test("a command that does not end when it is told to is killed, and the console waits for that", async () => {
  const running = work("trap '' TERM; echo ready >&2; while :; do sleep 0.02; done");
  const deaf = running.start(SLEEP, "anna");
  while (deaf.told !== "ready") await Bun.sleep(5);
  const begun = performance.now();
  await running.close();
  expect(performance.now() - begun).toBeGreaterThan(GRACE_MS);
  expect(deaf.state).toBe("stopped");
  const after = running.start({ ...SLEEP, words: ["after"] }, "anna");
  expect([after.state, after.started_at]).toEqual(["waiting", null]);
});

test.each([
  ["exit 3", "it ended with 3"],
  ["echo why >&2; exit 1", "why"],
  ["echo nonsense", "JSON Parse error"],
  ["exec yes 2>/dev/null", "it ended with SIGKILL"],
])("%p fails with its reason", async (program, reason) => {
  const running = work(program);
  const task = await running.whenEnded(running.start(SLEEP, "anna"));
  expect([task.state, task.told]).toEqual(["failed", expect.stringContaining(reason)]);
});
