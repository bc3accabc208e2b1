/**
 * What all tenants whose payload is lists of records share, around the mapping of each vendor.
 * @module
 */
import { Type } from "@sinclair/typebox";
import type { Problem } from "../contract/error.ts";
import { isCalendarDay } from "../contract/formats.ts";
import { PROBLEMS_MAX } from "../contract/limits.ts";
import { median } from "../engine/signals/robust.ts";
import type { DailyValues, Day, Nap, Night, Workout } from "../engine/types.ts";
import { ageBand } from "./age-band.ts";
import { dailyValues } from "./daily-values.ts";
import { distinctOffsets, mainNights } from "./nights.ts";
import { PLAUSIBLE, plausible } from "./plausible.ts";
import { listReader, objectOf, type RecordsOf } from "./record-lists.ts";
import { type Lists, payloadProperties, someRecord, someRecordWords } from "./schema-fields.ts";
import type { PayloadContext, Tenant } from "./types.ts";

/** With fewer nights, the user has no level of her own that a temperature could deviate from. */
const TEMPERATURE_NIGHTS_MIN = 5;

/** The result of a mapping. A night that was sent twice is still in it twice. */
export interface VendorMeasurements {
  nights: Night[];
  naps: Nap[];
  workouts: Workout[];
  /** By day. A family that the vendor does not send is left out. */
  days: Partial<Record<Exclude<keyof DailyValues, "day">, ReadonlyMap<Day, number>>>;
  /** Days with any valid heart rate. */
  heart_rate_days: Day[];
  /** Skin temperature itself (°C) by day, of a vendor that sends no deviation. */
  skin_temperature_c?: ReadonlyMap<Day, number>;
}

interface WearableDefinition<L extends Lists> {
  slug: string;
  name: string;
  lists: L;
  /** At least one of these lists must hold a record. The first is named as the example. */
  signalKeys: readonly (keyof L & string)[];
  /** The member of the vendor's list response that holds the records. */
  envelope: string;
  /** For the API document: units, and what is accepted and discarded. */
  about: string;
  example: object;
  measure(records: RecordsOf<L>, context: PayloadContext): VendorMeasurements;
}

/** Makes a tenant of what a wearable sends and of how its numbers are read. */
export function defineWearable<L extends Lists>(vendor: WearableDefinition<L>): Tenant {
  const { slug, name, lists, signalKeys, envelope, about, example, measure } = vendor;
  const read = listReader(lists, signalKeys, envelope);
  return {
    slug,
    name,
    payloadSchema: Type.Object(payloadProperties(lists), {
      examples: [example],
      ...someRecord(signalKeys),
      description: `Raw measurements of one person. ${someRecordWords(signalKeys)} ${about} A sentinel or implausible number counts as missing.`,
    }),
    parse(sent, context) {
      const problems: Problem[] = [];
      const payload = objectOf(sent, context.pointer, problems);
      if (payload === null) return { problems };
      const records = read(payload, context.pointer, problems);
      if (problems.length > 0) return { problems: problems.slice(0, PROBLEMS_MAX) };
      const measured = measure(records, context);
      const isSeen = (day: Day) => day <= context.newestAllowedDay && isCalendarDay(day);
      const seen = <T extends { day: Day }>(list: readonly T[]) =>
        list.filter(({ day }) => isSeen(day));
      const temperatures = new Map(
        [...(measured.skin_temperature_c ?? [])].filter(([day]) => isSeen(day)),
      );
      const nights = mainNights(seen(measured.nights));
      return {
        measurements: {
          nights,
          naps: seen(measured.naps),
          days: seen(
            dailyValues({ temperature_deviation_c: fromOwnMedian(temperatures), ...measured.days }),
          ),
          heart_rate_days: [...new Set(measured.heart_rate_days)].filter(isSeen).sort(),
          workouts: seen(measured.workouts),
          offsets: distinctOffsets(nights),
          age_band: ageBand(payload.personal_info),
        },
      };
    },
  };
}

/**
 * °C from the median of the nights that were sent. The engine compares deviations with earlier ones
 * of the same user, so the position of zero does not matter.
 */
function fromOwnMedian(temperatures: ReadonlyMap<Day, number>): Map<Day, number> {
  if (temperatures.size < TEMPERATURE_NIGHTS_MIN) return new Map();
  const own = median([...temperatures.values()]);
  return new Map(
    [...temperatures].flatMap(([day, value]) => {
      const deviation = plausible(value - own, PLAUSIBLE.temperature_deviation_c);
      return deviation === null ? [] : [[day, deviation] as const];
    }),
  );
}
