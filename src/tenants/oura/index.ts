/**
 * Oura as a partner: turns its raw payload into vendor-neutral measurements.
 *
 * The other wearables use `defineWearable`, which reads lists of records only. Oura sends heart
 * rates in three shapes, up to a hundred thousand samples, and a raw temperature inside a member
 * that otherwise holds scores. Both are checked apart from the lists, so this file does the steps
 * of `defineWearable` itself.
 * @module
 */
import type { Problem } from "../../contract/error.ts";
import { PROBLEMS_MAX } from "../../contract/limits.ts";
import type { Day, Measurements } from "../../engine/types.ts";
import { ageBand } from "../age-band.ts";
import { dailyValues } from "../daily-values.ts";
import { distinctOffsets } from "../nights.ts";
import { objectOf } from "../record-lists.ts";
import type { PayloadContext, Tenant } from "../types.ts";
import { readinessTemperatures, spo2ByDay, vo2MaxByDay } from "./days.ts";
import { heartRatesByDay, readHeartRates } from "./heart-rate.ts";
import { type Records, readRecords } from "./lists.ts";
import { readNaps, readNights } from "./nights.ts";
import { OuraPayload } from "./schema.ts";
import { readWorkouts } from "./workouts.ts";

export const oura: Tenant = { slug: "oura", name: "Oura", payloadSchema: OuraPayload, parse };

function parse(
  sent: unknown,
  context: PayloadContext,
): { measurements: Measurements } | { problems: Problem[] } {
  const { pointer, newestAllowedDay } = context;
  const problems: Problem[] = [];
  const payload = objectOf(sent, pointer, problems);
  if (payload === null) return { problems };
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
