/** Bodies that are as hard to read as the contract allows, and some that are a little harder. */
import { BODY_BYTES_MAX, HEART_RATE_RECORDS_MAX, SAMPLES_MAX } from "../../src/contract/limits.ts";
import { dayBefore, nights, requestBody, yesterday } from "./payloads.ts";

const HOUR_MS = 3_600_000;

export interface WorstBody {
  name: string;
  /** 200 where the contract accepts it. */
  status: 200 | 422;
  body(): string;
}

function ago(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString();
}

function list<T>(length: number, make: (at: number) => T): T[] {
  return Array.from({ length }, (_, at) => make(at));
}

function of(oura: object, timezone = "Europe/Madrid"): string {
  return JSON.stringify(requestBody({ timezone, oura }));
}

function block(samples: number, interval: number, last: unknown = 60): object {
  const items = [...list<unknown>(samples - 1, () => 60), last];
  return { timestamp: ago((samples * interval) / 3_600), interval, items };
}

const row = (at: number) => ({ timestamp: ago(at / 20), bpm: 60 });
/** A row takes fifty bytes. */
const ROWS_IN_A_BODY = 90_000;
const DATED_LISTS = [
  "vo2_max",
  "daily_readiness",
  "daily_sleep",
  "workout",
  "session",
  "daily_spo2",
  "tag",
];

/** Blanks at its end change no value. */
export function padded(body: string, bytes: number): string {
  return body.padEnd(bytes, " ");
}

export const WORST_BODIES: readonly WorstBody[] = [
  {
    name: "20 nights, as partners send them",
    status: 200,
    body: () => JSON.stringify(requestBody()),
  },
  {
    name: "one block of heart rate, a sample a day",
    status: 200,
    body: () => of({ heartrate: [block(HEART_RATE_RECORDS_MAX, 86_400)] }),
  },
  {
    name: "one block, a sample each five seconds",
    status: 200,
    body: () => of({ heartrate: [block(HEART_RATE_RECORDS_MAX, 5)] }),
  },
  {
    name: "one block, its last sample wrong",
    status: 422,
    body: () => of({ heartrate: [block(HEART_RATE_RECORDS_MAX, 5, "x")] }),
  },
  {
    name: "rows of heart rate",
    status: 200,
    body: () => of({ heartrate: list(ROWS_IN_A_BODY, row) }),
  },
  {
    name: "rows of heart rate in the vendor's envelope",
    status: 200,
    body: () => of({ heartrate: [{ data: list(ROWS_IN_A_BODY, row) }] }),
  },
  {
    name: "400 nights with all samples that may be",
    status: 200,
    body: () =>
      of({
        sleep: nights(yesterday(), 400).map((night) => ({
          ...night,
          average_hrv: null,
          average_heart_rate: null,
          hrv: { interval: 30, items: list(SAMPLES_MAX, () => 50) },
          heart_rate: { interval: 30, items: list(1_000, () => 50) },
        })),
      }),
  },
  {
    name: "one night with more samples than may be",
    status: 422,
    body: () =>
      of({
        sleep: nights(yesterday(), 1).map((night) => ({
          ...night,
          hrv: { items: list(2e6, () => 5) },
        })),
      }),
  },
  {
    name: "400 records of one night",
    status: 200,
    body: () =>
      of({ sleep: nights(yesterday(), 400).map((night) => ({ ...night, day: yesterday() })) }),
  },
  {
    name: "1,000 days in each list",
    status: 200,
    body: () =>
      of({
        sleep: nights(yesterday(), 400),
        ...Object.fromEntries(
          DATED_LISTS.map((key) => [
            key,
            list(1_000, (at) => ({ day: dayBefore(yesterday(), at) })),
          ]),
        ),
      }),
  },
  {
    name: "a million empty arrays beside them",
    status: 200,
    body: () => JSON.stringify(requestBody({ x: list(1e6, () => []) })),
  },
  {
    name: "100,000 member names beside them",
    status: 200,
    body: () =>
      JSON.stringify(requestBody({ x: Object.fromEntries(list(1e5, (at) => [`name${at}`, at])) })),
  },
  {
    name: "5 MiB, mostly blanks",
    status: 200,
    body: () => padded(JSON.stringify(requestBody()), BODY_BYTES_MAX),
  },
];
