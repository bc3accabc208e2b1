/**
 * POST recommendation → 422: every fault at once, each with its pointer, and none of the caller's
 * values.
 *
 * @slow it takes seconds
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  BODY_DEPTH_MAX,
  HEART_RATE_RECORDS_MAX,
  PROBLEMS_MAX,
  SAMPLES_MAX,
  SLEEP_RECORDS_MAX,
} from "../../../src/contract/limits.ts";
import { SAFETY_CATEGORIES, type SafetyCategory } from "../../../src/contract/safety.ts";
import { type Body, nightRecord, nights, requestBody, yesterday } from "../../support/payloads.ts";
import { messageOf } from "../support/engine.ts";
import { RECOMMENDATION, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

async function problems(
  body: Body | string,
): Promise<{ path: string; message: string; fix: string }[]> {
  const { status, json } = await service().post(body);
  expect(status).toBe(422);
  expect(json.error.code).toBe("invalid_request");
  for (const problem of json.error.details) {
    expect(Object.keys(problem)).toEqual(["path", "message", "fix"]);
    expect(problem.message).not.toBe("");
    expect(problem.fix).not.toBe("");
  }
  return json.error.details;
}

const paths = async (body: Body | string) => (await problems(body)).map(({ path }) => path);

describe("invalid_request: the body as a whole", () => {
  test.each(["", "{", "null", "[]", "7", '"text"', "{'a':1}", '{"a":1}{}', "nul\u0000"])(
    "%j",
    async (body) => {
      expect(await paths(body)).toEqual([""]);
    },
  );

  test("bytes that are not UTF-8", async () => {
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    const { status, json } = await service().call("POST", RECOMMENDATION, {
      key: await service().issue(),
      headers: { "content-type": "application/json" },
      body,
    });
    expect(status).toBe(422);
    expect(json.error.details[0].path).toBe("");
  });

  test("nesting deeper than the limit, however deep, is refused and harms nothing", async () => {
    for (const depth of [BODY_DEPTH_MAX + 1, 100_000]) {
      const [problem] = await problems(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`);
      expect(problem?.message).toContain("deep");
    }
    const allowed = BODY_DEPTH_MAX - 1;
    const deep = JSON.stringify(requestBody()).replace(
      /^\{/,
      `{"a":${"[".repeat(allowed)}${"]".repeat(allowed)},"text":"\\"${"[".repeat(99)}",`,
    );
    expect((await service().post(deep)).status).toBe(200);
  });
});

describe("invalid_request: members", () => {
  test("an empty object is told every required member", async () => {
    expect(await paths({})).toEqual([
      "/request_id",
      "/timezone",
      "/safety_mode",
      "/minimum_confidence",
      "/user_context",
      "/oura",
    ]);
  });

  test.each<[Body, string]>([
    [{ request_id: "" }, "/request_id"],
    [{ request_id: 7 }, "/request_id"],
    [{ request_id: null }, "/request_id"],
    [{ request_id: "x".repeat(201) }, "/request_id"],
    [{ request_id: "half a pair: \ud800" }, "/request_id"],
    [{ query: 7 }, "/query"],
    [{ query: "x".repeat(2001) }, "/query"],
    [{ client_trace_id: {} }, "/client_trace_id"],
    [{ safety_mode: "lenient" }, "/safety_mode"],
    [{ safety_mode: "STRICT" }, "/safety_mode"],
    [{ minimum_confidence: 1.01 }, "/minimum_confidence"],
    [{ minimum_confidence: -0.01 }, "/minimum_confidence"],
    [{ minimum_confidence: "0.5" }, "/minimum_confidence"],
    [{ user_context: null }, "/user_context"],
    [{ user_context: [] }, "/user_context"],
    [{ oura: null }, "/oura"],
    [{ oura: [] }, "/oura"],
    [{ oura: {} }, "/oura"],
    [{ oura: { sleep: [] } }, "/oura"],
    [{ oura: { daily_stress: [{ day: "2026-01-01" }] } }, "/oura"],
  ])("%j", async (change, path) => {
    expect(await paths(requestBody(change))).toEqual([path]);
  });

  test.each([
    { cycle_phase: "unknown" },
    { cycle_day: 0 },
    { cycle_day: 41 },
    { cycle_day: 14.5 },
    { cycle_day: "14" },
    { life_stage: "pregnant" },
  ])("user_context %j", async (change) => {
    const { user_context } = requestBody();
    const [name] = Object.keys(change);
    expect(await paths(requestBody({ user_context: { ...user_context, ...change } }))).toEqual([
      `/user_context/${name}`,
    ]);
  });

  test.each([
    "EST",
    "PST",
    "CET",
    "JST",
    "utc",
    "europe/madrid",
    "Mars/Base",
    "+02:00",
    "",
    "EST5EDT",
    "a/b",
  ])("timezone %j", async (timezone) => {
    expect(await paths(requestBody({ timezone }))).toEqual(["/timezone"]);
  });

  test("an enum fault names what is allowed", async () => {
    const { user_context } = requestBody();
    const [problem] = await problems(
      requestBody({ user_context: { ...user_context, cycle_phase: 3 } }),
    );
    expect(problem?.message).toContain("menstrual, follicular, ovulatory, luteal");
  });

  test("a query is measured trimmed, in characters", async () => {
    const padded = requestBody({
      query: `${" ".repeat(3000)}${"😀".repeat(2000)}${" ".repeat(3000)}`,
    });
    expect((await service().post(padded)).status).toBe(200);
  });

  test("the request_id is echoed where it could be read", async () => {
    const body = requestBody({ timezone: "EST" });
    expect((await service().post(body)).json.request_id).toBe(body.request_id);
    expect((await service().post({ ...body, request_id: 5 })).json.request_id).toBeNull();
  });
});

describe("invalid_request: the tenant payload", () => {
  const night = nightRecord({ day: yesterday() });
  const day = yesterday();
  test.each<[Body, string]>([
    [{ sleep: {} }, "/oura/sleep"],
    [{ sleep: "none" }, "/oura/sleep"],
    [{ sleep: [null] }, "/oura/sleep/0"],
    [{ sleep: [night, { ...night, day: undefined }] }, "/oura/sleep/1/day"],
    [{ sleep: [{ ...night, day: "2026-02-30" }] }, "/oura/sleep/0/day"],
    [{ sleep: [{ ...night, day: "04/04/2026" }] }, "/oura/sleep/0/day"],
    [{ sleep: [{ ...night, average_hrv: "48" }] }, "/oura/sleep/0/average_hrv"],
    [{ sleep: [{ ...night, total_sleep_duration: {} }] }, "/oura/sleep/0/total_sleep_duration"],
    [{ sleep: [{ ...night, bedtime_start: 1775257319 }] }, "/oura/sleep/0/bedtime_start"],
    [{ sleep: [{ ...night, bedtime_start: "last night" }] }, "/oura/sleep/0/bedtime_start"],
    [{ sleep: [{ ...night, hrv: { items: [40, "x"] } }] }, "/oura/sleep/0/hrv/items/1"],
    [
      { sleep: [{ ...night, readiness: { temperature_deviation: "0.1" } }] },
      "/oura/sleep/0/readiness/temperature_deviation",
    ],
    [{ heartrate: [{ bpm: 60 }] }, "/oura/heartrate/0/timestamp"],
    [{ heartrate: [{ timestamp: `${day}T01:00:00Z`, bpm: "60" }] }, "/oura/heartrate/0/bpm"],
    [{ heartrate: [{ timestamp: `${day}T01:00:00`, bpm: 60 }] }, "/oura/heartrate/0/timestamp"],
    [{ heartrate: [{ items: [60], interval: 300 }] }, "/oura/heartrate/0/timestamp"],
    [{ heartrate: [{ data: [{ bpm: 60 }] }] }, "/oura/heartrate/0/data/0/timestamp"],
    [{ vo2_max: [{ vo2_max: 40 }] }, "/oura/vo2_max/0/day"],
    [{ vo2_max: [{ day, vo2_max: "40" }] }, "/oura/vo2_max/0/vo2_max"],
    [{ daily_readiness: [{ temperature_deviation: 0.1 }] }, "/oura/daily_readiness/0/day"],
    [{ daily_sleep: [{ score: 80 }] }, "/oura/daily_sleep/0/day"],
    [{ workout: [{ activity: "running" }] }, "/oura/workout/0/day"],
    [{ session: [{ type: "rest" }] }, "/oura/session/0/day"],
    [
      { sleep: [night], daily_spo2: [{ day, spo2_percentage: 97 }] },
      "/oura/daily_spo2/0/spo2_percentage",
    ],
    [{ sleep: Array.from({ length: 401 }, () => night) }, "/oura/sleep"],
    [{ workout: Array.from({ length: 1001 }, () => ({ day })) }, "/oura/workout"],
  ])("%#: %j", async (oura, path) => {
    expect(await paths(requestBody({ oura }))).toEqual([path]);
  });

  test("the vendor's list response in place of an array is recognised", async () => {
    for (const key of ["sleep", "heartrate", "workout"]) {
      const [problem] = await problems(
        requestBody({ oura: { [key]: { data: [], next_token: null } } }),
      );
      expect(problem?.path).toBe(`/oura/${key}`);
      expect(problem?.fix).toContain('"data"');
    }
  });

  test("all faults are reported at once, up to the cap", async () => {
    const body = requestBody({
      timezone: "EST",
      minimum_confidence: 7,
      oura: { sleep: [{ day: "x", average_hrv: "y" }], vo2_max: 3, heartrate: [{}] },
    });
    expect(await paths(body)).toEqual([
      "/minimum_confidence",
      "/timezone",
      "/oura/sleep/0/day",
      "/oura/sleep/0/average_hrv",
      "/oura/vo2_max",
      "/oura/heartrate/0/timestamp",
    ]);
    const many = requestBody({ oura: { heartrate: Array.from({ length: 5_000 }, () => ({})) } });
    expect((await problems(many)).length).toBe(PROBLEMS_MAX);
  });
});

describe("out_of_scope", () => {
  const several: SafetyCategory[][] = [
    ["self_harm", "medication"],
    ["red_flag", "diagnosis", "test_interpretation"],
    [...SAFETY_CATEGORIES],
  ];
  test.each([...SAFETY_CATEGORIES.map((each) => [each]), ...several])(
    "strict mode refuses a message with %p, names every category, and neither answers nor records it",
    async (...categories) => {
      const before = [service().engine.calls.length, await service().rows()];
      const { status, json } = await service().post(requestBody({ query: messageOf(categories) }));
      expect(status).toBe(422);
      expect(json.error.code).toBe("out_of_scope");
      expect(json.error.details).toEqual(categories.map((category) => ({ category })));
      expect([service().engine.calls.length, await service().rows()]).toEqual(before);
    },
  );

  test.each<[SafetyCategory[], RegExp]>([
    [["self_harm"], /crisis line/],
    [["self_harm", "emergency"], /crisis line/],
    [["emergency", "medication"], /emergency services/],
    [["red_flag"], /doctor/],
    [["pregnancy", "diagnosis"], /midwife/],
    [["diagnosis"], /doctor or pharmacist/],
    [["medication", "test_interpretation"], /doctor or pharmacist/],
  ])("%j is told where to turn", async (categories, where) => {
    const { json } = await service().post(requestBody({ query: messageOf(categories) }));
    expect(json.error.message).toMatch(where);
  });

  test("neither the answer nor the log repeats a word of the message", async () => {
    const query = `CANARY7f3a ${messageOf(SAFETY_CATEGORIES)}`;
    const { status, text, headers } = await service().post(requestBody({ query }));
    expect(status).toBe(422);
    for (const told of [text, JSON.stringify([...headers]), service().log()])
      expect(told).not.toMatch(/CANARY7f3a|ibuprofen|PCOS|ferritin/);
  });

  test("what is not asked needs no judging", async () => {
    const before = service().engine.judged.length;
    expect((await service().post(requestBody({ query: null }))).status).toBe(200);
    expect(service().engine.judged.length).toBe(before);
  });

  test("a bad schema is told first", async () => {
    expect(await paths(requestBody({ query: "Do I have PCOS?", timezone: "EST" }))).toEqual([
      "/timezone",
    ]);
  });
});

test("no answer repeats a value of the request, in whatever member it was sent", async () => {
  const canary = "CANARY7f3a";
  const valid = requestBody({ oura: { sleep: nights(yesterday(), 2) } });
  const places: ((body: Body) => void)[] = [
    (body) =>
      Object.assign(body, { timezone: canary, safety_mode: canary, minimum_confidence: canary }),
    (body) => Object.assign(body, { query: [canary], client_trace_id: [canary], [canary]: canary }),
    (body) => Object.assign(body.user_context, { cycle_phase: canary, cycle_day: canary }),
    (body) => Object.assign(body, { oura: canary }),
    (body) => Object.assign(body.oura, { heartrate: canary, workout: [canary], [canary]: canary }),
    (body) =>
      Object.assign(body.oura.sleep[0], { day: canary, average_hrv: canary, type: [canary] }),
    (body) => Object.assign(body.oura.sleep[0], { readiness: { temperature_deviation: canary } }),
  ];
  for (const put of places) {
    const body = structuredClone(valid);
    put(body);
    const { status, text, headers } = await service().post(body);
    expect(status).toBe(422);
    expect(text).not.toContain(canary);
    expect(JSON.stringify([...headers])).not.toContain(canary);
  }
  expect((await service().post(`{"x": ${canary}`)).text).not.toContain(canary);
  expect(service().log()).not.toContain(canary);
});

describe("invalid_request: arrays longer than the contract allows", () => {
  const samples = (length: number) => Array.from({ length }, () => 50);
  const block = (length: number) => ({
    timestamp: "2026-04-04T00:00:00Z",
    interval: 5,
    items: samples(length),
  });

  test.each<[string, Body, string, number]>([
    [
      "sleep records",
      { sleep: nights(yesterday(), SLEEP_RECORDS_MAX + 1) },
      "/oura/sleep",
      SLEEP_RECORDS_MAX,
    ],
    [
      "samples of one night",
      {
        sleep: [{ ...nightRecord({ day: yesterday() }), hrv: { items: samples(SAMPLES_MAX + 1) } }],
      },
      "/oura/sleep/0/hrv/items",
      SAMPLES_MAX,
    ],
    [
      "samples of one session",
      { session: [{ day: yesterday(), heart_rate: { items: samples(SAMPLES_MAX + 1) } }] },
      "/oura/session/0/heart_rate/items",
      SAMPLES_MAX,
    ],
    [
      "heart-rate samples in all",
      { heartrate: [block(HEART_RATE_RECORDS_MAX), block(1)] },
      "/oura/heartrate",
      HEART_RATE_RECORDS_MAX,
    ],
  ])("%s", async (_, oura, path, max) => {
    const found = await problems(requestBody({ oura }));
    expect(found.map((problem) => problem.path)).toEqual([path]);
    expect(found[0]?.message).toContain(`at most ${max} `);
  });

  test("as many as it allows are read, and the API document names the limits", async () => {
    const night = nightRecord({ day: yesterday() });
    const oura = { sleep: [{ ...night, hrv: { items: samples(SAMPLES_MAX) } }] };
    expect((await service().post(requestBody({ oura }))).status).toBe(200);
    const { json } = await service().call("GET", "/openapi.json");
    const { sleep, session, heartrate } = json.components.schemas.OuraPayload.properties;
    expect(sleep.maxItems).toBe(SLEEP_RECORDS_MAX);
    expect(sleep.items.properties.hrv.properties.items.maxItems).toBe(SAMPLES_MAX);
    expect(session.items.properties.heart_rate.properties.items.maxItems).toBe(SAMPLES_MAX);
    expect(heartrate.maxItems).toBe(HEART_RATE_RECORDS_MAX);
  });
});
