/**
 * Payloads in the vendor's form: made up here, and recorded ones (values untouched, dates shifted)
 * where they are on this machine.
 */
import { describe, expect, test } from "bun:test";
import { madeUp } from "./oura-made-up.ts";
import { HAS_FIXTURES, measure, parse, fixture as recorded, rmssd } from "./support.ts";

type Records = Record<string, unknown>[];
type Source = (path: string) => Promise<unknown>;

const SOURCES: [name: string, of: Source][] = [["made up", madeUp]];
if (HAS_FIXTURES) SOURCES.push(["recorded", recorded]);

describe.each(SOURCES)("%s slices", (_, fixture) => {
  test("main sleeps are nights with the recorded values", async () => {
    const sleep = (await fixture("slices/sleep.json")) as Records;
    const { nights } = measure({ sleep });
    const long = sleep.filter(({ type }) => type === "long_sleep");
    expect(nights.length).toBe(new Set(long.map(({ day }) => day)).size);
    for (const night of nights) {
      const source = long.find(
        (record) => record.day === night.day && record.total_sleep_duration === night.total_sleep_s,
      );
      expect(night.hrv_rmssd_ms).toBe(rmssd(source?.average_hrv as number));
      expect(night.time_in_bed_s).toBe(source?.time_in_bed as number);
    }
  });

  test("naps are no nights; rejected periods are nothing at all", async () => {
    const naps = measure({ sleep: await fixture("slices/sleep_naps.json") });
    expect(naps.nights).toEqual([]);
    expect(naps.naps.length).toBeGreaterThan(0);
    const rest = measure({ sleep: await fixture("edge/sleep_type_rest.json") });
    expect([rest.nights, rest.naps]).toEqual([[], []]);
  });

  test("255 bpm and 0.0 % are in no measurement", async () => {
    const short = (await fixture("edge/sleep_short_lowest_hr_255.json")) as Records;
    const asNights = short.map((record) => ({ ...record, type: "long_sleep" }));
    for (const night of measure({ sleep: asNights }).nights)
      expect(night.lowest_heart_rate_bpm).toBeNull();
    const spo2 = measure({
      daily_sleep: [{ day: "2026-01-01" }],
      daily_spo2: await fixture("edge/daily_spo2_zero_average.json"),
    });
    expect(spo2.days).toEqual([]);
  });

  test("every recorded slice is accepted under its key", async () => {
    for (const key of [
      "heartrate",
      "vo2_max",
      "daily_readiness",
      "daily_sleep",
      "workout",
      "session",
      "tag",
      "enhanced_tag",
      "rest_mode_period",
      "ring_configuration",
      "daily_cardiovascular_age",
      "daily_stress",
      "daily_resilience",
      "daily_spo2",
    ]) {
      const payload = {
        sleep: await fixture("slices/sleep.json"),
        [key]: await fixture(`slices/${key}.json`),
      };
      expect([key, "measurements" in parse(payload)]).toEqual([key, true]);
    }
  });
});

describe.each(SOURCES)("%s whole request payloads", (_, fixture) => {
  const payloadOf = async (name: string) =>
    ((await fixture(`requests/${name}.json`)) as { oura: Record<string, unknown> }).oura;

  test("the full one maps every family and drops every score and personal field", async () => {
    const measurements = measure(await payloadOf("full_with_scores"));
    expect(measurements.nights.length).toBeGreaterThanOrEqual(5);
    expect(measurements.workouts.length).toBeGreaterThan(0);
    expect(measurements.age_band).toBe("30-34");
    expect(JSON.stringify(measurements)).not.toMatch(
      /example\.invalid|64\.5|1\.68|score|contributors/,
    );
  });

  test("the one of thirteen fields has as many nights, without type or time_in_bed", async () => {
    const payload = await payloadOf("spec_13_fields_shape_b");
    const { nights } = measure(payload);
    expect(nights.length).toBe((payload.sleep as Records).length);
    for (const night of nights) expect(night.time_in_bed_s).not.toBeNull();
  });

  test("secondary keys alone are refused", async () => {
    expect(parse(await payloadOf("only_secondary_keys_422"))).toMatchObject({
      problems: [{ path: "/oura" }],
    });
  });
});
