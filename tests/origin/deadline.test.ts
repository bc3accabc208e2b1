/**
 * Guarantee: what is there at a request's deadline is in time, what is not is late, to the
 * millisecond; and a deadline that another request puts off is no other's.
 */
import { afterEach, expect, jest, test } from "bun:test";
import { ServiceError } from "../../src/contract/error.ts";
import { Deadline } from "../../src/origin/deadline.ts";

const SPAN_MS = 300;
const clock = { nowMs: 0 };
const deadlineFrom = (arrivedMs: number) => new Deadline(arrivedMs, SPAN_MS, () => clock.nowMs);

afterEach(() => {
  clock.nowMs = 0;
  jest.useRealTimers();
});

test("it has passed at its instant, and not a millisecond before", () => {
  const deadline = deadlineFrom(1_000);
  clock.nowMs = 1_299;
  expect([deadline.atMs, deadline.leftMs]).toEqual([1_300, 1]);
  deadline.check();
  clock.nowMs = 1_300;
  expect(() => deadline.check()).toThrow(ServiceError);
});

test("a copy is put off alone, and never made shorter", () => {
  const [first, later] = [deadlineFrom(1_000), deadlineFrom(1_050)];
  const copy = first.copy();
  expect([copy.atMs, copy.spanMs]).toEqual([1_300, SPAN_MS]);
  copy.putOff(later);
  copy.putOff(first);
  expect([first.atMs, copy.atMs]).toEqual([1_300, 1_350]);
});

test("work is waited for until then, and no longer", async () => {
  jest.useFakeTimers();
  const deadline = deadlineFrom(0);
  let end = "open";
  const waited = deadline.within(new Promise(() => undefined), "slow_body").catch((error) => {
    end = error.reason;
  });
  jest.advanceTimersByTime(SPAN_MS - 1);
  await Promise.resolve();
  expect(end).toBe("open");
  jest.advanceTimersByTime(1);
  await waited;
  expect(end).toBe("slow_body");
});

test("what is there already is in time, however late it is", async () => {
  const deadline = deadlineFrom(0);
  clock.nowMs = 10 * SPAN_MS;
  expect(await deadline.within("there")).toBe("there");
  expect(await deadline.within(Promise.resolve("there"))).toBe("there");
  await expect(deadline.within(new Promise(() => undefined))).rejects.toThrow(ServiceError);
});
