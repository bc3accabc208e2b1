/**
 * Guarantee: the simulated fleet obeys what is known of queues, and names what is full.
 *
 * @slow it simulates hours of traffic
 */
import { expect, test } from "bun:test";
import { type Fleet, type ServiceTimes, simulate } from "./fleet/simulate.ts";

const times: ServiceTimes = { counterS: 20e-6, answerS: 0.08, commitS: 0.005, commitsAtOnce: 8 };
const fleet: Fleet = {
  replicas: 4,
  coresPerReplica: 2,
  partners: 1_000,
  askedPerS: 50,
  deadlineS: 10,
  seconds: 120,
  seed: 7,
};

test("cores are busy for what is asked of them, and nobody is refused below that", () => {
  const { busy, refused, p50S } = simulate(fleet, times);
  expect(busy.cores).toBeCloseTo((50 * 0.08) / 8, 1);
  expect(refused).toBe(0);
  expect(p50S).toBeGreaterThan(0.08);
  expect(p50S).toBeLessThan(0.12);
});

test("asked for twice what the cores can do, half is refused and the rest keeps the deadline", () => {
  const { answered, refused, p99S } = simulate({ ...fleet, askedPerS: 200 }, times);
  expect(answered / (answered + refused)).toBeCloseTo(0.5, 1);
  expect(p99S).toBeLessThanOrEqual(fleet.deadlineS + 1);
});

test("one client's chain fills up before the database does", () => {
  const { busy, p99S } = simulate({ ...fleet, replicas: 200, partners: 1, askedPerS: 180 }, times);
  expect(busy.busiestClient).toBeGreaterThan(0.85);
  expect(busy.database).toBeLessThan(0.2);
  expect(p99S).toBeGreaterThan(0.09);
});

test("equal seeds give equal figures", () => {
  expect(simulate(fleet, times)).toEqual(simulate(fleet, times));
  expect(simulate(fleet, times)).not.toEqual(simulate({ ...fleet, seed: 8 }, times));
});
