/**
 * Guarantee: no payload that the contract allows takes long to map, however many sleeps share
 * samples.
 */
import { expect, test } from "bun:test";
import { appleHealth } from "../../src/tenants/apple-health/index.ts";
import { ultrahuman } from "../../src/tenants/ultrahuman/index.ts";
import { withings } from "../../src/tenants/withings/index.ts";
import { measure } from "./support.ts";

const CPU_MS_MAX = 3_000;
const START = Date.parse("2026-04-03T22:00:00Z") / 1_000;
const list = <T>(length: number, make: (at: number) => T) =>
  Array.from({ length }, (_, at) => make(at));
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();

const bodies = {
  ultrahuman: () => ({
    metric_data: [
      {
        type: "temp",
        object: { unit: "°C", values: list(100_000, (i) => ({ value: 34, timestamp: START + i })) },
      },
      ...list(990, (i) => ({
        type: "Sleep",
        object: { bedtime_start: START - i, bedtime_end: START + 80_000, sleep_stages: [] },
      })),
    ],
  }),
  withings: () => ({
    sleep_summary: list(400, (i) => ({ startdate: START - i, enddate: START + 80_000, data: {} })),
    sleep_series: [
      {
        startdate: START,
        enddate: START,
        rmssd: Object.fromEntries(list(100_000, (i) => [START + i, 40])),
      },
    ],
  }),
  "apple-health": () => ({
    records: [
      ...list(9_000, (i) => ({
        type: "HKCategoryTypeIdentifierSleepAnalysis",
        value: 3,
        startDate: iso(1e9 + i * 18_000),
        endDate: iso(1e9 + i * 18_000 + 12_600),
      })),
      ...list(20_000, (i) => ({
        type: "HKQuantityTypeIdentifierOxygenSaturation",
        unit: "%",
        value: 0.97,
        startDate: iso(1e9 + i * 7_200),
        endDate: iso(1e9 + i * 7_200),
      })),
    ],
  }),
};

test.each([ultrahuman, withings, appleHealth])("$slug", (tenant) => {
  const payload = bodies[tenant.slug as keyof typeof bodies]();
  const before = process.cpuUsage();
  measure(payload, { tenant });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(CPU_MS_MAX);
});
