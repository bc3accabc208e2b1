/**
 * The daily families (temperature, VO2max, SpO2) by calendar day. If a day has several records of
 * one family, the last valid one counts, because vendors append corrections.
 * @module
 */
import type { Day } from "../../engine/types.ts";
import { PLAUSIBLE, plausible } from "../plausible.ts";
import type { Records } from "./lists.ts";

export function readinessTemperatures(records: Records["daily_readiness"]): Map<Day, number> {
  const byDay = new Map<Day, number>();
  for (const { day, temperature_deviation } of records) {
    const value = plausible(temperature_deviation, PLAUSIBLE.temperature_deviation_c);
    if (value !== null) byDay.set(day, value);
  }
  return byDay;
}

export function vo2MaxByDay(records: Records["vo2_max"]): Map<Day, number> {
  const byDay = new Map<Day, number>();
  for (const { day, vo2_max } of records) {
    const value = plausible(vo2_max, PLAUSIBLE.vo2max_ml_kg_min);
    if (value !== null) byDay.set(day, value);
  }
  return byDay;
}

export function spo2ByDay(records: Records["daily_spo2"]): Map<Day, number> {
  const byDay = new Map<Day, number>();
  for (const { day, spo2_percentage } of records) {
    const value = plausible(spo2_percentage?.average, PLAUSIBLE.spo2_percent);
    if (value !== null) byDay.set(day, value);
  }
  return byDay;
}
