/**
 * Series that vendors write as objects whose member names are times.
 * @module
 */

import { type Bounds, plausible } from "./plausible.ts";
import { isObject } from "./record-lists.ts";

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const WHOLE_NUMBER = /^\d{1,10}$/;

/** Members whose name is a whole number and whose value is plausible. Others count as missing. */
export function numberedValues(map: unknown, bounds: Bounds): [number, number][] {
  return valuesOf(map, WHOLE_NUMBER, bounds).map(([name, value]) => [Number(name), value]);
}

/** The plausible values of members whose name is a clock time, HH:MM. */
export function clockValues(map: unknown, bounds: Bounds): number[] {
  return valuesOf(map, CLOCK, bounds).map(([, value]) => value);
}

/** The plausible values of the members with such a name, in order. */
function valuesOf(map: unknown, name: RegExp, bounds: Bounds): [string, number][] {
  if (!isObject(map)) return [];
  return Object.entries(map).flatMap(([key, item]): [string, number][] => {
    const value = name.test(key) ? plausible(item, bounds) : null;
    return value === null ? [] : [[key, value]];
  });
}
