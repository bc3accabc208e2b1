/**
 * Guarantee: a record may carry tomorrow's date at most, as the calendar on the caller's wall has
 * it, to the millisecond at midnight; and a time zone goes by its one IANA name.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { isTimezone, newestAllowedDay } from "../../src/origin/calendar.ts";

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 24 * 60 * MS_PER_MINUTE;
/** None of them changes its clock. */
const FIXED = [
  ["UTC", 0],
  ["Asia/Kathmandu", 345],
  ["Pacific/Kiritimati", 840],
  ["Pacific/Pago_Pago", -660],
  ["America/Phoenix", -420],
] as const;

test("at a wall's midnight, and not a millisecond before, the newest day is the next", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...FIXED),
      fc.integer({ min: 19_000, max: 24_000 }),
      (zone, day) => {
        const [name, minutes] = zone;
        const midnight = day * MS_PER_DAY - minutes * MS_PER_MINUTE;
        const dayAfter = (days: number) =>
          new Date((day + days) * MS_PER_DAY).toISOString().slice(0, "2026-01-01".length);
        expect(newestAllowedDay(midnight - 1, name)).toBe(dayAfter(0));
        expect(newestAllowedDay(midnight, name)).toBe(dayAfter(1));
      },
    ),
  );
});

test.each(["UTC", "GMT", "Europe/Berlin", "America/Argentina/Ushuaia"])("%s is a zone", (name) => {
  expect([isTimezone(name), isTimezone(name)]).toEqual([true, true]);
});

test.each(["", "/", "EST", "+01:00", "utc", "europe/berlin", "EUROPE/BERLIN", "Mars/Base"])(
  "%j is none",
  (name) => expect([isTimezone(name), isTimezone(name)]).toEqual([false, false]),
);
