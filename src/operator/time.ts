/** Durations, instants and months as an operator types them, all in UTC. */
import { UsageError } from "../contract/error.ts";
import { isCalendarDay } from "../contract/formats.ts";

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION_MS_MAX = 3650 * UNIT_MS.d;

/**
 * `90d`, `24h`, `30m` in milliseconds.
 * @param named how the operator calls the field, such as `--grace`
 * @throws UsageError which names the field
 */
export function parseDuration(text: string, named: string): number {
  const match = /^(\d{1,8})([mhd])$/.exec(text);
  const ms = Number(match?.[1]) * UNIT_MS[match?.[2] as keyof typeof UNIT_MS];
  if (match === null || ms > DURATION_MS_MAX) {
    throw new UsageError(
      `${named} is ${JSON.stringify(text)}: give minutes, hours or days such as 30m, 24h or 90d, at most 3650d`,
    );
  }
  return ms;
}

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * A day (its first instant in UTC) or an instant with its offset, in the form of `served_at`.
 * @throws UsageError
 */
export function parseInstant(text: string, named: string): string {
  const day = INSTANT.exec(text)?.[1];
  const time = Date.parse(text);
  // A day that does not exist would otherwise roll over into the next month.
  if (day === undefined || Number.isNaN(time) || !isCalendarDay(day)) {
    throw new UsageError(
      `${named} is ${JSON.stringify(text)}: give a day such as 2026-11-20 or an instant such as 2026-11-20T08:00:00Z`,
    );
  }
  return new Date(time).toISOString();
}

/**
 * The first instants of a month and of the next one.
 * @throws UsageError
 */
export function parseMonth(text: string, named: string): { since: string; until: string } {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) {
    throw new UsageError(`${named} is ${JSON.stringify(text)}: give a month such as 2026-11`);
  }
  const start = new Date(`${text}-01T00:00:00.000Z`);
  const since = start.toISOString();
  start.setUTCMonth(start.getUTCMonth() + 1);
  return { since, until: start.toISOString() };
}
