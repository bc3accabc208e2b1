/**
 * Guarantee: a caller always gets an answer in bounded time, and a worker that ended or is stuck is
 * replaced or reported.
 *
 * @alone it measures time, and ends workers
 * @slow it loads the models
 */
import { afterEach, describe, expect, test } from "bun:test";
import { ServiceError } from "../../src/contract/error.ts";
import { InferenceQueue, type WorkerWatch } from "../../src/inference/inference-queue.ts";
import type { LoadMessage, Reply, Task } from "../../src/inference/protocol.ts";
import { openLink } from "../../src/inference/worker-link.ts";
import { failureOf } from "./shipped.ts";

const open: InferenceQueue[] = [];
let starts = 0;

async function queueOf(
  options: { queueMax?: number; deadlineMs?: number; startsMax?: number; watch?: WorkerWatch } = {},
) {
  starts = 0;
  const start = () => {
    starts += 1;
    if (starts > (options.startsMax ?? Number.POSITIVE_INFINITY))
      return Promise.reject(new Error("no more"));
    const spawn = () => new Worker(new URL("./scripted.worker.ts", import.meta.url).href);
    return openLink(spawn, { type: "load" } as LoadMessage);
  };
  const { queueMax = 8, deadlineMs = 5000 } = options;
  const queue = new InferenceQueue(await start(), {
    queueMax,
    deadlineMs,
    open: start,
    watch: options.watch,
  });
  open.push(queue);
  return queue;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((queue) => queue.close()));
});

const ask = (query: string): Task => ({ type: "score", query, passages: ["x"] });
const SCORES: Reply = { type: "scores", scores: [1] };

async function expectUnavailable(promise: Promise<unknown>, internal: string): Promise<void> {
  const error = await failureOf(promise);
  expect(error).toBeInstanceOf(ServiceError);
  expect((error as ServiceError).code).toBe("service_unavailable");
  expect((error as ServiceError).internal).toContain(internal);
}

describe("the line is bounded", () => {
  test("one more than fits is turned away at once; the others are served in order", async () => {
    const queue = await queueOf({ queueMax: 2 });
    const order: string[] = [];
    const served = ["sleep 50", "a", "b"].map((word) =>
      queue.submit(ask(word)).then(() => order.push(word)),
    );
    expect(queue.depth).toBe(3);
    await expectUnavailable(queue.submit(ask("c")), "full");
    expect(order).toEqual([]);
    await Promise.all(served);
    expect(order).toEqual(["sleep 50", "a", "b"]);
    expect(queue.depth).toBe(0);
  });
});

describe("the deadline", () => {
  test("ends the wait for a running task; the late answer goes to nobody else", async () => {
    const queue = await queueOf({ deadlineMs: 150 });
    await expectUnavailable(queue.submit(ask("sleep 250")), "deadline");
    expect(await queue.submit(ask("fault"))).toEqual({
      type: "error",
      message: "fault on purpose",
    });
    expect(starts).toBe(1);
  });

  test("ends the wait in line, and the task is never run", async () => {
    const queue = await queueOf({ deadlineMs: 150 });
    const first = queue.submit(ask("sleep 220"));
    const second = queue.submit(ask("exit"));
    await expectUnavailable(first, "deadline");
    await expectUnavailable(second, "deadline");
    await Bun.sleep(100);
    expect(await queue.submit(ask("a"))).toEqual(SCORES);
    expect(starts).toBe(1);
  });

  test.each(["hang", "block 1200"])(
    "a worker stuck for twice as long is replaced (%s)",
    async (how) => {
      const queue = await queueOf({ deadlineMs: 400 });
      await expectUnavailable(queue.submit(ask(how)), "deadline");
      await Bun.sleep(420);
      expect(await queue.submit(ask("a"))).toEqual(SCORES);
      expect(starts).toBe(2);
      expect(queue.depth).toBe(0);
    },
  );

  test("the answer that a stuck worker gives at last is mistaken for nobody else's", async () => {
    const queue = await queueOf({ deadlineMs: 500 });
    await expectUnavailable(queue.submit(ask("block 1250")), "deadline");
    await Bun.sleep(520);
    // The stuck worker comes back while its successor is busy with the first of these.
    const [slow, fault] = await Promise.all([
      queue.submit(ask("sleep 350")),
      queue.submit(ask("fault")),
    ]);
    expect(slow).toEqual(SCORES);
    expect(fault.type).toBe("error");
  });
});

describe("a worker that dies", () => {
  test.each(["throw", "exit"])(
    "by %s fails what is pending, and the next is served by its successor",
    async (how) => {
      const queue = await queueOf();
      const pending = [queue.submit(ask(how)), queue.submit(ask("a"))];
      const outcomes = await Promise.allSettled(pending);
      expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "rejected"]);
      for (const promise of pending)
        await expectUnavailable(promise, "the inference worker is gone");
      expect(await queue.submit(ask("b"))).toEqual(SCORES);
      expect(starts).toBe(2);
      expect(queue.failed).toBe(false);
    },
  );

  test("and cannot be started again is given up: every task fails at once, and it can be seen", async () => {
    const told: string[] = [];
    const watch = {
      lost: (why: string) => void told.push(`lost: ${why}`),
      failed: (why: string) => void told.push(`failed: ${why}`),
    };
    const queue = await queueOf({ startsMax: 1, watch });
    await expectUnavailable(queue.submit(ask("exit")), "gone");
    await expectUnavailable(queue.submit(ask("a")), "failed");
    expect(queue.failed).toBe(true);
    // Why it was lost, why it could not be started five times, and that it is given up, for the
    // log.
    expect(told[0]).toMatch(/^lost: (?!no more)/);
    expect(told.slice(1)).toEqual([...Array(4).fill("lost: no more"), "failed: no more"]);
    await expectUnavailable(queue.submit(ask("b")), "failed");
    expect(starts).toBe(6);
  });
});

test("deaths with answered tasks between them never add up to giving up", async () => {
  const queue = await queueOf();
  for (let death = 1; death <= 7; death += 1) {
    await expectUnavailable(queue.submit(ask("exit")), "gone");
    expect(await queue.submit(ask("a"))).toEqual(SCORES);
    expect(starts).toBe(1 + death);
  }
  expect(queue.failed).toBe(false);
});

test("why a worker died is one line for the log", async () => {
  const error = (await failureOf((await queueOf()).submit(ask("throw")))) as ServiceError;
  expect(error.internal).toContain("broken on purpose");
  expect(error.internal).not.toContain("\n");
  expect(error.publicMessage).not.toContain("broken");
});

test("a closed queue fails what is pending and takes nothing more", async () => {
  const queue = await queueOf();
  const pending = queue.submit(ask("hang"));
  const closed = queue.close();
  await expectUnavailable(pending, "closed");
  await closed;
  await expectUnavailable(queue.submit(ask("a")), "closed");
  expect(queue.failed).toBe(false);
});

test("a worker that cannot run at all is one line", async () => {
  const spawn = () => new Worker(new URL("../models/no-such.worker.ts", import.meta.url).href);
  const error = await failureOf(openLink(spawn, { type: "load" } as LoadMessage));
  expect(error.name).toBe("OperatorError");
  expect(error.message).toContain("phasewise doctor");
});
