/**
 * The daily families (temperature, VO2max, SpO2) by calendar day.
 * @module
 */
import type { Day } from "../../engine/types.ts";
import { lastByDay } from "../daily-values.ts";
import { PLAUSIBLE, plausible } from "../plausible.ts";
import type { Records } from "./lists.ts";

export function readinessTemperatures(records: Records["daily_readiness"]): Map<Day, number> {
  return lastByDay(
    records.map(({ day, temperature_deviation }) => [
      day,
      plausible(temperature_deviation, PLAUSIBLE.temperature_deviation_c),
    ]),
  );
}

export function vo2MaxByDay(records: Records["vo2_max"]): Map<Day, number> {
  return lastByDay(
    records.map(({ day, vo2_max }) => [day, plausible(vo2_max, PLAUSIBLE.vo2max_ml_kg_min)]),
  );
}

export function spo2ByDay(records: Records["daily_spo2"]): Map<Day, number> {
  return lastByDay(
    records.map(({ day, spo2_percentage }) => [
      day,
      plausible(spo2_percentage?.average, PLAUSIBLE.spo2_percent),
    ]),
  );
}
