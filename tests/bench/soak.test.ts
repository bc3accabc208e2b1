/**
 * Guarantee: a soak says that memory grows where it does, and only there.
 *
 * @slow it starts the program
 */
import { expect, test } from "bun:test";
import { type Sample, slope, verdictOf } from "./soak/samples.ts";

const MINUTES = 60;

function minutes(megabytesAt: (minute: number) => number, handlesAt = (_: number) => 40): Sample[] {
  return Array.from({ length: MINUTES }, (_, minute) => ({
    minute,
    residentMb: 0,
    anonymousMb: megabytesAt(minute),
    handles: handlesAt(minute),
    holdMs: 0,
  }));
}

test("the slope is that of the nearest line", () => {
  expect(
    slope([
      [0, 1],
      [1, 3],
      [2, 5],
    ]),
  ).toBe(2);
  expect(
    slope([
      [0, 4],
      [1, 5],
      [2, 4],
    ]),
  ).toBe(0);
});

test("memory that grows in the first half only has held", () => {
  const samples = minutes((minute) => 300 + Math.min(minute, MINUTES / 2) + (minute % 2));
  const { anonymousSlope, faults } = verdictOf(samples, []);
  expect(faults).toEqual([]);
  expect(Math.abs(anonymousSlope)).toBeLessThan(5);
});

test("memory and handles that go on growing have not, and neither has a wrong answer", () => {
  const { anonymousSlope, faults } = verdictOf(
    minutes(
      (minute) => 300 + minute,
      (minute) => 40 + 4 * minute,
    ),
    ["fresh: status 500"],
  );
  expect(anonymousSlope).toBeCloseTo(60);
  expect(faults).toEqual([
    "unexpected: fresh: status 500",
    "memory grew by 8.1 % over the second half",
    "handles grew from 160 to 276",
  ]);
});
