/**
 * Turns the daily families (temperature, VO2max, SpO2, resting heart rate) into one row of values
 * per calendar day.
 * @module
 */
import type { DailyValues, Day } from "../engine/types.ts";

type Family = Exclude<keyof DailyValues, "day">;

/**
 * Joins the families by day, in the order of days. A family that the vendor does not send is left
 * out.
 */
export function dailyValues(
  families: Partial<Record<Family, ReadonlyMap<Day, number>>>,
): DailyValues[] {
  const days = new Set(Object.values(families).flatMap((family) => [...family.keys()]));
  return [...days].sort().map((day) => ({
    day,
    resting_heart_rate_bpm: families.resting_heart_rate_bpm?.get(day) ?? null,
    vo2max_ml_kg_min: families.vo2max_ml_kg_min?.get(day) ?? null,
    spo2_percent: families.spo2_percent?.get(day) ?? null,
    temperature_deviation_c: families.temperature_deviation_c?.get(day) ?? null,
  }));
}

/**
 * The last value of each day, because vendors send a corrected record again. Null is no value, and
 * a record without a day has no place.
 */
export function lastByDay(
  values: readonly (readonly [Day | null, number | null])[],
): Map<Day, number> {
  return new Map(
    values.flatMap(([day, value]) => (day === null || value === null ? [] : [[day, value]])),
  );
}

/** The mean of each day's values. */
export function meanByDay(values: readonly (readonly [Day, number])[]): Map<Day, number> {
  const byDay = new Map<Day, number[]>();
  for (const [day, value] of values) {
    const ofDay = byDay.get(day);
    if (ofDay === undefined) byDay.set(day, [value]);
    else ofDay.push(value);
  }
  const mean = (list: readonly number[]) =>
    list.reduce((sum, value) => sum + value, 0) / list.length;
  return new Map([...byDay].map(([day, list]) => [day, mean(list)]));
}
