/** Guarantee: what a reader copies or sends from the portal is a request of today. */
import { describe, expect, test } from "bun:test";
import { requestExample } from "../../src/contract/openapi/request.ts";
import { TENANTS } from "../../src/tenants/index.ts";
import { yesterday } from "../support/payloads.ts";
import { freshBody } from "./ready-bodies.ts";

const OLD_DAY = Date.parse("2026-04-04");
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each([...TENANTS])("$slug", (tenant) => {
  const example = requestExample(tenant);
  const fresh = freshBody(JSON.stringify(example, null, 2));

  test("its newest day is yesterday, and it has an id of its own", () => {
    const days = [...fresh.matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([day]) => day).sort();
    expect(days.at(-1)).toBe(yesterday());
    const { request_id } = JSON.parse(fresh);
    expect(request_id).toMatch(UUID_V4);
    expect(JSON.parse(freshBody(fresh)).request_id).not.toBe(request_id);
  });

  test("nothing else of it changes: moved back by as many days it is the example", () => {
    const shift = Date.parse(yesterday()) - OLD_DAY;
    const earlier = (day: number) => new Date(day - shift);
    const back = fresh
      .replace(/\d{4}-\d{2}-\d{2}/g, (day) => earlier(Date.parse(day)).toISOString().slice(0, 10))
      .replace(/"year": (\d+),\s*"month": (\d+),\s*"day": (\d+)/g, (_, year, month, day) => {
        const date = earlier(Date.UTC(year, month - 1, day));
        return `"year": ${date.getUTCFullYear()}, "month": ${date.getUTCMonth() + 1}, "day": ${date.getUTCDate()}`;
      })
      .replace(/\b1[5-9]\d{8}\b/g, (seconds) => String(Number(seconds) - shift / 1_000));
    const { request_id: _, ...rest } = JSON.parse(back);
    const { request_id: __, ...wanted } = example;
    expect(rest).toEqual(wanted);
  });
});

test("a day of year, month and day moves with the others", () => {
  const body = `{ "startTime": "2026-04-30T22:00:00Z", "date": { "year": 2026, "month": 4, "day": 30 } }`;
  const { startTime, date } = JSON.parse(freshBody(body));
  const { year, month, day } = date;
  expect(new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)).toBe(yesterday());
  expect(startTime).toBe(`${yesterday()}T22:00:00Z`);
});

test("milliseconds move as seconds do, and other numbers stay", () => {
  const body = `{ "day": "2026-04-04", "a": 1775260800, "b": 1775260800000, "c": 0.1775260800, "d": 27122 }`;
  const { a, b, c, d } = JSON.parse(freshBody(body));
  const shift = Date.parse(yesterday()) - OLD_DAY;
  expect([a, b, c, d]).toEqual([
    1_775_260_800 + shift / 1_000,
    1_775_260_800_000 + shift,
    0.17752608,
    27_122,
  ]);
});

test("a text without days keeps its times", () => {
  expect(freshBody('{ "a": 1775260800 }')).toBe('{ "a": 1775260800 }');
});
