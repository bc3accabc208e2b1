/**
 * Oura as a partner: turns its raw payload into vendor-neutral measurements.
 * @module
 */
import type { Problem } from "../../contract/error.ts";
import { PROBLEMS_MAX } from "../../contract/limits.ts";
import type { Day, LocalTime, Measurements, Night } from "../../engine/types.ts";
import type { PayloadContext, Tenant } from "../types.ts";
import { dailyValues, readinessTemperatures, spo2ByDay, vo2MaxByDay } from "./days.ts";
import { heartRatesByDay, readHeartRates } from "./heart-rate.ts";
import { isObject, type Records, readRecords } from "./lists.ts";
import { readNaps, readNights } from "./nights.ts";
import { ageBand } from "./person.ts";
import { OuraPayload } from "./schema.ts";
import { readWorkouts } from "./workouts.ts";

export const oura: Tenant = { slug: "oura", name: "Oura", payloadSchema: OuraPayload, parse };

function parse(
  payload: unknown,
  context: PayloadContext,
): { measurements: Measurements } | { problems: Problem[] } {
  const { pointer, newestAllowedDay } = context;
  if (payload === undefined || payload === null) {
    return { problems: [{ path: pointer, message: "is required", fix: "Add it as an object of raw data." }] };
  }
  if (!isObject(payload)) {
    return {
      problems: [{ path: pointer, message: "must be an object", fix: "Send an object of raw data." }],
    };
  }
  const problems: Problem[] = [];
  const records = readRecords(payload, pointer, problems);
  const samples = readHeartRates(payload, context, problems);
  if (problems.length > 0) return { problems: problems.slice(0, PROBLEMS_MAX) };

  const seen = <T extends { day: Day }>(list: readonly T[]) =>
    list.filter(({ day }) => day <= newestAllowedDay);
  const sleep: Records["sleep"] = seen(records.sleep);
  const temperatures = readinessTemperatures(seen(records.daily_readiness));
  const nights = readNights(sleep, temperatures);
  const heartRates = heartRatesByDay(samples, context);
  return {
    measurements: {
      nights,
      naps: readNaps(sleep),
      days: dailyValues({
        resting_heart_rate_bpm: heartRates.resting,
        vo2max_ml_kg_min: vo2MaxByDay(seen(records.vo2_max)),
        spo2_percent: spo2ByDay(seen(records.daily_spo2)),
        temperature_deviation_c: temperatures,
      }),
      heart_rate_days: heartRates.days,
      workouts: readWorkouts(seen(records.workout)),
      offsets: distinctOffsets(nights),
      age_band: ageBand(payload.personal_info),
    },
  };
}

/** Each offset once, at the latest instant at which it was seen. */
function distinctOffsets(nights: readonly Night[]): LocalTime[] {
  const latest = new Map<number, LocalTime>();
  for (const { bedtime_start, bedtime_end } of nights) {
    for (const time of [bedtime_start, bedtime_end]) {
      if (time === null) continue;
      const known = latest.get(time.offset_minutes);
      if (known === undefined || time.epoch_ms > known.epoch_ms) latest.set(time.offset_minutes, time);
    }
  }
  return [...latest.values()].sort((a, b) => a.offset_minutes - b.offset_minutes);
}
