/**
 * Guarantee: a row's instant has the one form that its hash is made of, and ids grow along a chain,
 * whatever the clock does.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { buildRow, NO_ROWS, nextId } from "../../src/store/append-row.ts";
import { entry } from "./support.ts";

const built = (served_at: string) =>
  buildRow({ ...entry({}), id: "01J0000000000000000000TEST", served_at }, NO_ROWS);

test.each(["", "now", "2026-01-02", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.678+00:00"])(
  "%j is refused",
  (served_at) => expect(() => built(served_at)).toThrow("served_at is not in its form"),
);

test("the first row has the number one, and its instant back", () => {
  const { facts, end } = built("2026-01-02T03:04:05.678Z");
  expect(facts.served_at_ms).toBe(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
  expect([facts.sequence, end.row_count, end.id]).toEqual([1, 1, facts.id]);
});

test("ids grow, in one millisecond and when the clock steps back", () => {
  const steps = fc.array(fc.integer({ min: -5_000, max: 5 }), { minLength: 2, maxLength: 60 });
  fc.assert(
    fc.property(steps, (moves) => {
      let [atMs, head] = [1_700_000_000_000, NO_ROWS];
      for (const move of moves) {
        atMs += move;
        const id = nextId(head, atMs);
        expect([id.length, id > head.id]).toEqual([26, true]);
        head = { ...head, id };
      }
    }),
  );
});
