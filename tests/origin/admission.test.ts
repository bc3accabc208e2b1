/**
 * Guarantee: an admitted request is answered before its deadline, any other is refused at once, and
 * no client's flood takes the turn of another client. The test runs hours of traffic on a clock of
 * its own.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { ServiceError } from "../../src/contract/error.ts";
import { Admission } from "../../src/origin/admission.ts";
import { Deadline } from "../../src/origin/deadline.ts";

const SPAN_MS = 10_000;
const AT_ONCE = 4;

interface Told {
  client: string;
  status: 200 | 503;
  afterMs: number;
}

/**
 * A machine that computes so many answers at a time, each of them so long, on a clock of its own.
 */
class Machine {
  nowMs = 0;
  readonly told: Told[] = [];
  readonly admission = new Admission(AT_ONCE, () => this.nowMs);
  /** By their instant; the order within one is that of `at`. */
  readonly #timers: { atMs: number; fire(): void }[] = [];
  /** Wall time of one answer. */
  serviceMs: number;

  constructor(serviceMs: number) {
    this.serviceMs = serviceMs;
  }

  at(ms: number, fire: () => void): void {
    let [from, to] = [0, this.#timers.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#timers[middle]?.atMs ?? 0) <= ms) from = middle + 1;
      else to = middle;
    }
    this.#timers.splice(from, 0, { atMs: ms, fire });
  }

  ask(client: string, onTold: (status: 200 | 503) => void = () => undefined): void {
    const arrived = this.nowMs;
    const tell = (found: 200 | 503) => {
      const afterMs = this.nowMs - arrived;
      const status = afterMs > SPAN_MS ? 503 : found;
      this.told.push({ client, status, afterMs });
      onTold(status);
    };
    const work = () => new Promise<void>((done) => this.at(this.nowMs + this.serviceMs, done));
    this.admission.run(client, new Deadline(arrived, SPAN_MS, () => this.nowMs), work).then(
      () => tell(200),
      (error) => {
        expect(error).toBeInstanceOf(ServiceError);
        tell(503);
      },
    );
  }

  async runUntil(endMs: number): Promise<void> {
    for (;;) {
      // What follows from the last event happens at its instant.
      for (let turn = 0; turn < 8; turn++) await Promise.resolve();
      const next = this.#timers[0];
      if (next === undefined || next.atMs > endMs) break;
      this.#timers.shift();
      this.nowMs = next.atMs;
      next.fire();
    }
    this.nowMs = endMs;
  }

  of(client: string): Told[] {
    return this.told.filter((each) => each.client === client);
  }
}

/**
 * Callers that ask again as soon as they were answered, and after two seconds where they were not.
 */
function flood(machine: Machine, client: string, callers: number): void {
  for (let caller = 0; caller < callers; caller++) {
    const ask = () =>
      machine.ask(client, (status) =>
        machine.at(machine.nowMs + (status === 200 ? 1 : 2_000), ask),
      );
    machine.at(machine.nowMs + caller, ask);
  }
}

const longest = (told: readonly Told[], status: number) =>
  Math.max(0, ...told.filter((each) => each.status === status).map(({ afterMs }) => afterMs));

test.each([
  { serviceMs: 200, callers: 64 },
  { serviceMs: 200, callers: 500 },
  { serviceMs: 1_600, callers: 64 },
])(
  "$callers callers, $serviceMs ms an answer: in time or at once, and no time is lost",
  async ({ serviceMs, callers }) => {
    const machine = new Machine(serviceMs);
    flood(machine, "a", callers);
    await machine.runUntil(120_000);
    expect(longest(machine.told, 200)).toBeLessThanOrEqual(SPAN_MS);
    expect(longest(machine.told, 503)).toBe(0);
    const answered = machine.told.filter(({ status }) => status === 200).length;
    expect(answered).toBeGreaterThan((0.9 * AT_ONCE * 120_000) / serviceMs - AT_ONCE);
  },
);

test("beside a flood another client is answered in its turn", async () => {
  const machine = new Machine(200);
  flood(machine, "a", 300);
  flood(machine, "b", 1);
  await machine.runUntil(60_000);
  expect(machine.of("b").every(({ status }) => status === 200)).toBe(true);
  // Its own answer, and a place that becomes free.
  expect(longest(machine.of("b"), 200)).toBeLessThanOrEqual(400);
  expect(machine.of("a").filter(({ status }) => status === 200).length).toBeGreaterThan(900);
});

test("on a machine that is too slow for more than a few answers too", async () => {
  const machine = new Machine(6_000);
  flood(machine, "a", 64);
  await machine.runUntil(30_000);
  flood(machine, "b", 1);
  await machine.runUntil(150_000);
  const told = machine.of("b");
  expect(told.filter(({ status }) => status === 200).length).toBeGreaterThan(told.length * 0.9);
});

test("of two floods each gets half", async () => {
  const machine = new Machine(200);
  flood(machine, "a", 500);
  flood(machine, "b", 200);
  await machine.runUntil(120_000);
  const share = machine.of("b").filter(({ status }) => status === 200).length;
  const all = machine.told.filter(({ status }) => status === 200).length;
  expect(share / all).toBeGreaterThan(0.45);
  expect(share / all).toBeLessThan(0.55);
});

test("whatever the traffic: who is let in is answered in time", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 20, max: 2_000 }),
      fc.array(
        fc.record({
          client: fc.constantFrom("a", "b", "c"),
          callers: fc.integer({ min: 1, max: 150 }),
          fromMs: fc.integer({ min: 0, max: 30_000 }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      async (serviceMs, floods) => {
        const machine = new Machine(serviceMs);
        for (const { client, callers, fromMs } of floods)
          machine.at(fromMs, () => flood(machine, client, callers));
        await machine.runUntil(60_000);
        expect(longest(machine.told, 200)).toBeLessThanOrEqual(SPAN_MS);
        expect(longest(machine.told, 503)).toBe(0);
      },
    ),
    { numRuns: 12, endOnFailure: true, interruptAfterTimeLimit: 20_000 },
  );
}, 30_000);

test("a machine that stalls lets fewer in while it stalls, and as many as before soon after", async () => {
  const machine = new Machine(200);
  flood(machine, "a", 64);
  await machine.runUntil(20_000);
  machine.serviceMs = 8_000;
  await machine.runUntil(27_000);
  machine.serviceMs = 200;
  const before = machine.told.length;
  await machine.runUntil(31_000);
  machine.told.splice(0, before);
  await machine.runUntil(60_000);
  const late = machine.told.slice(-200);
  expect(late.every(({ status }) => status === 200)).toBe(true);
});

test("with nothing to do a request is let in, however slow the last ones were", async () => {
  const machine = new Machine(9_000);
  machine.ask("a");
  await machine.runUntil(10_000);
  machine.serviceMs = 100;
  machine.ask("a");
  await machine.runUntil(20_000);
  expect(machine.told.map(({ status }) => status)).toEqual([200, 200]);
});
