/**
 * Apple Health as a partner: turns HealthKit records into vendor-neutral measurements. SDNN is
 * another measure than rMSSD and is not read; rMSSD comes from the beats where they are sent.
 * @module
 */

import { lastByDay, meanByDay } from "../daily-values.ts";
import { EXAMPLE_NIGHTS, EXAMPLE_OFFSET, localExampleTime } from "../example-nights.ts";
import { localDay, sleepDayFinder, wallClock } from "../local-time.ts";
import { ofMainSource } from "../main-source.ts";
import { meansInBed, type Sample } from "../means-in-bed.ts";
import { isNap, napOf, nightFrom } from "../nights.ts";
import { type Bounds, PLAUSIBLE, plausible } from "../plausible.ts";
import type { RecordsOf } from "../record-lists.ts";
import { rmssdMs } from "../rmssd.ts";
import type { StageInterval } from "../stages.ts";
import { celsiusOf } from "../temperature.ts";
import type { PayloadContext } from "../types.ts";
import { defineWearable, type VendorMeasurements } from "../wearable.ts";
import { rmssdOf } from "./beats.ts";
import { LISTS } from "./schema.ts";
import { sleepsOf } from "./sleeps.ts";

type HealthRecord = RecordsOf<typeof LISTS>["records"][number];
type Units = Readonly<Record<string, (value: number) => number>>;

const QUANTITY = "HKQuantityTypeIdentifier";
const SLEEP = "HKCategoryTypeIdentifierSleepAnalysis";
const SLEEP_VALUE = "HKCategoryValueSleepAnalysis";
/** By HealthKit's name and number. InBed (0) is no stage: it says where, not how, she was. */
const STAGES: ReadonlyMap<unknown, StageInterval["stage"]> = new Map<
  unknown,
  StageInterval["stage"]
>([
  [1, "asleep"],
  [2, "awake"],
  [3, "light"],
  [4, "deep"],
  [5, "rem"],
  [`${SLEEP_VALUE}AsleepUnspecified`, "asleep"],
  [`${SLEEP_VALUE}Awake`, "awake"],
  [`${SLEEP_VALUE}AsleepCore`, "light"],
  [`${SLEEP_VALUE}AsleepDeep`, "deep"],
  [`${SLEEP_VALUE}AsleepREM`, "rem"],
]);

const asItIs = (value: number) => value;
const PER_MINUTE: Units = { "count/min": asItIs };
const FRACTION: Units = { "%": (value) => value * 100 };
const DEGREES: Units = { degC: asItIs, degF: celsiusOf };
const VO2MAX: Units = { "mL/min*kg": asItIs, "mL/min·kg": asItIs, "mL/kg*min": asItIs };

const EXAMPLE = {
  records: EXAMPLE_NIGHTS.flatMap((night) => {
    let at = night.start_s;
    const stage = (value: string, seconds: number) => {
      const startDate = localExampleTime(at);
      at += seconds;
      const endDate = localExampleTime(at);
      return { type: SLEEP, value: `${SLEEP_VALUE}${value}`, startDate, endDate, sourceName };
    };
    const sourceName = "Watch";
    return [
      stage("AsleepCore", night.light_s),
      stage("AsleepDeep", night.deep_s),
      stage("AsleepREM", night.rem_s),
      stage("Awake", night.awake_s),
      {
        type: `${QUANTITY}RestingHeartRate`,
        value: night.resting_bpm,
        unit: "count/min",
        startDate: `${night.day}T00:00:00${EXAMPLE_OFFSET}`,
        endDate: `${night.day}T23:00:00${EXAMPLE_OFFSET}`,
        sourceName,
      },
    ];
  }),
  personal_info: { age: 33 },
};

export const appleHealth = defineWearable({
  slug: "apple-health",
  name: "Apple Health",
  lists: LISTS,
  signalKeys: ["records"],
  envelope: "records",
  about:
    "SDNN is another measure than rMSSD and is not read. Records of effort scores, walking steadiness, atrial fibrillation, breathing disturbances and the menstrual cycle are accepted and discarded; phase and day of the cycle are those of user_context.",
  example: EXAMPLE,
  measure,
});

function measure(
  { records }: RecordsOf<typeof LISTS>,
  { timezone }: PayloadContext,
): VendorMeasurements {
  const clock = wallClock(timezone);
  const dayOf = sleepDayFinder(timezone);
  const of = (type: string) =>
    ofMainSource(
      records.filter((record) => record.type === type),
      ({ sourceName }) => sourceName ?? "",
    );
  const samples = (name: string, units: Units, bounds: Bounds): Sample[] =>
    of(QUANTITY + name).flatMap((record) => {
      const start = clock(record.startDate);
      const value = plausible(quantityOf(record, units), bounds);
      return start === null || start.epoch_ms < 0 || value === null
        ? []
        : [{ epoch_ms: start.epoch_ms, value }];
    });
  const daily = (name: string, units: Units, bounds: Bounds) =>
    meanByDay(samples(name, units, bounds).map(({ epoch_ms, value }) => [dayOf(epoch_ms), value]));

  const stages = ofMainSource(
    records.filter(({ type, value }) => type === SLEEP && STAGES.has(value)),
    ({ sourceName }) => sourceName ?? "",
  ).flatMap(({ value, startDate, endDate }) => {
    const [stage, start, end] = [STAGES.get(value), clock(startDate), clock(endDate)];
    return stage === undefined || start === null || end === null ? [] : [{ stage, start, end }];
  });
  const periods = sleepsOf(stages);
  const nights = periods.filter((period) => !isNap(period));
  const beats = of(`${QUANTITY}HeartRateVariabilitySDNN`).flatMap((record): Sample[] => {
    const start = clock(record.startDate);
    const value = plausible(
      rmssdOf(record.HeartRateVariabilityMetadataList ?? []),
      PLAUSIBLE.rmssd_ms,
    );
    return start === null || value === null ? [] : [{ epoch_ms: start.epoch_ms, value }];
  });
  const hrv = meansInBed(nights, beats);
  const breaths = meansInBed(
    nights,
    samples("RespiratoryRate", PER_MINUTE, PLAUSIBLE.breaths_per_min),
  );
  return {
    nights: nights.map((period) =>
      nightFrom(period, {
        hrv_rmssd_ms: rmssdMs(hrv.get(period.day)),
        breaths_per_min: breaths.get(period.day) ?? null,
      }),
    ),
    naps: periods.filter(isNap).map(napOf),
    workouts: [],
    days: {
      resting_heart_rate_bpm: daily("RestingHeartRate", PER_MINUTE, PLAUSIBLE.heart_rate_bpm),
      vo2max_ml_kg_min: daily("VO2Max", VO2MAX, PLAUSIBLE.vo2max_ml_kg_min),
      spo2_percent: meansInBed(
        nights,
        samples("OxygenSaturation", FRACTION, PLAUSIBLE.spo2_percent),
      ),
    },
    heart_rate_days: [...daily("HeartRate", PER_MINUTE, PLAUSIBLE.heart_rate_bpm).keys()],
    skin_temperature_c: lastByDay(
      of(`${QUANTITY}AppleSleepingWristTemperature`).map((record) => {
        const end = clock(record.endDate);
        return [
          end === null ? null : localDay(end),
          plausible(quantityOf(record, DEGREES), PLAUSIBLE.skin_temperature_c),
        ];
      }),
    ),
  };
}

/** In the unit of the engine; null where its own is not known, or the value is no number. */
function quantityOf({ value, unit }: HealthRecord, units: Units): number | null {
  const convert = unit != null && Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (convert === undefined || value == null || value === "") return null;
  return convert(Number(value));
}
