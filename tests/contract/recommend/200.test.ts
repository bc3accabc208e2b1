/** POST recommendation → 200: the bodies of served, suppressed and leniently read requests. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { dayBefore, nightRecord, nights, requestBody, yesterday } from "../../support/payloads.ts";
import { messageOf, SERVED, SUPPRESSED } from "../support/engine.ts";
import { useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });
beforeEach(() => {
  service().engine.result = SERVED;
  service().engine.calls.length = 0;
});

describe("a served answer", () => {
  test("has the ten documented members in order and echoes request_id", async () => {
    const body = requestBody();
    const { status, headers, json } = await service().post(body);
    expect(status).toBe(200);
    expect(headers.get("x-service-cache")).toBe("miss");
    expect(headers.get("content-type")).toStartWith("application/json");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(Object.keys(json)).toEqual([
      "request_id",
      "recommendation",
      "citations",
      "recommendation_confidence",
      "suggested_questions",
      "trace_id",
      "served_at",
      "model_version",
      "suppression_reason",
      "warnings",
    ]);
    expect(json.request_id).toBe(body.request_id);
    expect(json.recommendation_confidence).toBe(SERVED.confidence);
    expect(json.warnings).toEqual([]);
    expect(json.served_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test("is written to the audit trail once, byte for byte as sent, before it is sent", async () => {
    const body = requestBody();
    const { text, json } = await service().post(body);
    const rows = await service().store.audit.list({});
    const row = rows.find(({ request_id }) => request_id === body.request_id);
    expect(row?.response).toBe(text);
    expect(row?.trace_id).toBe(json.trace_id);
    expect(row?.client_id).toBe("sandbox-oura");
    expect(row?.outcome).toBe("served");
    expect(row?.request_sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});

test("a suppressed answer is a 200 with its reason, no text and no citations, and is audited", async () => {
  service().engine.result = SUPPRESSED;
  const before = await service().rows();
  const { status, json } = await service().post();
  expect(status).toBe(200);
  expect(json.suppression_reason).toBe("below_platform_threshold");
  expect(json.recommendation).toBeNull();
  expect(json.citations).toEqual([]);
  expect(json.recommendation_confidence).toBe(SUPPRESSED.confidence);
  expect(await service().rows()).toBe(before + 1);
});

describe("what the engine gets", () => {
  test("Shape B: an absent, null or blank question is no question", async () => {
    const { query: _, ...withoutQuery } = requestBody();
    const blank = [" \n\t ", "\u200B", "\u00A0\u200B\u0000"].map((query) => requestBody({ query }));
    for (const body of [withoutQuery, requestBody({ query: null }), ...blank]) {
      await service().post({ ...body, request_id: Bun.randomUUIDv7() });
    }
    expect(service().engine.calls.map(({ query }) => query)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test("readings of her last few nights and, beside them, of the newest alone, whatever she asks", async () => {
    const steady = Array.from({ length: 20 }, (_, age) =>
      nightRecord({ day: dayBefore(yesterday(), age) }),
    );
    const oddNight = [nightRecord({ day: yesterday(), hrv: 14, lowest: 71 }), ...steady.slice(1)];
    for (const query of ["Why is my HRV low?", "Was my HRV low last night?", null]) {
      await service().post(requestBody({ query, oura: { sleep: oddNight } }));
      const hrv = service()
        .engine.calls.at(-1)
        ?.signals.measures.find(({ measure }) => measure === "hrv_rmssd_ms");
      expect(hrv).toMatchObject({
        recent: 48,
        recent_days: 3,
        direction: "usual",
        low: 14,
        high: 48,
      });
      expect(hrv).toMatchObject({ latest: 14, latest_direction: "lower" });
    }
  });

  test("a question is trimmed and identifiers in it are masked", async () => {
    await service().post(
      requestBody({ query: "  Sleep? Mail ann@example.org, call +34 612 345 678, id 123456  " }),
    );
    const query = service().engine.calls[0]?.query ?? "";
    expect(query).toStartWith("Sleep? Mail [email]");
    expect(query).not.toMatch(/ann|612|123456/);
    expect((await service().store.audit.list({})).at(-1)?.query).toBe(query);
  });

  test("only documented members, at every level; scores and personal data are not among them", async () => {
    const body = requestBody({ personal_info: { age: 99 }, unknown_member: "CANARY" });
    body.user_context.mood = "CANARY";
    body.oura.personal_info = { age: 33, email: "CANARY@example.org", weight: 987.5 };
    body.oura.unknown_list = ["CANARY"];
    const { status, text } = await service().post(body);
    expect(status).toBe(200);
    const features = JSON.stringify(service().engine.calls[0]);
    expect(features).not.toMatch(/CANARY|987\.5/);
    expect(text).not.toContain("CANARY");
    expect(service().engine.calls[0]?.signals.age_band).toBe("30-34");
  });

  test("permissive mode passes a clinical question on; strict mode passes a wellness question on", async () => {
    const clinical = requestBody({ query: "Do I have PCOS?", safety_mode: "permissive" });
    expect((await service().post(clinical)).status).toBe(200);
    expect((await service().post(requestBody({ query: "How can I sleep better?" }))).status).toBe(
      200,
    );
    expect(service().engine.calls.map(({ query }) => query)).toEqual([
      "Do I have PCOS?",
      "How can I sleep better?",
    ]);
  });
});

test.each(["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])(
  "the last day a record may carry is tomorrow in %s; a later one is ignored",
  async (timezone) => {
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(
      service().clock.now(),
    );
    const sleep = nights(dayBefore(today, -2), 6);
    await service().post(requestBody({ timezone, oura: { sleep } }));
    expect(service().engine.calls[0]?.signals.newest_day).toBe(dayBefore(today, -1));
  },
);

describe("warnings", () => {
  test("any string of 1 to 200 characters is a request_id; other than UUID v4 or v7 it is warned of", async () => {
    for (const request_id of ["x", "😀".repeat(200), "2f1b7a52-9f27-11ef-8c4e-0242ac120002"]) {
      const { status, json } = await service().post(requestBody({ request_id }));
      expect(status).toBe(200);
      expect(json.request_id).toBe(request_id);
      expect(json.warnings).toEqual(["non_uuid_request_id"]);
    }
    for (const request_id of [crypto.randomUUID(), Bun.randomUUIDv7().toUpperCase()]) {
      expect((await service().post(requestBody({ request_id }))).json.warnings).toEqual([]);
    }
  });

  test("the engine is told of another offset than the zone's, and of old records", async () => {
    await service().post();
    await service().post(requestBody({ timezone: "Asia/Kolkata" }));
    await service().post(requestBody({ oura: { sleep: nights("2026-01-20") } }));
    const told = service().engine.calls.map(({ signals }) => [
      signals.offset_mismatch,
      signals.stale,
    ]);
    expect(told).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
  });

  test.each([
    ["urgent_support", ["self_harm", "medication"]],
    ["seek_medical_advice", ["diagnosis"]],
    ["unsupported_language", []],
  ] as const)(
    "%s of permissive mode is on the wire, with its categories in the audit row only",
    async (warning, categories) => {
      service().engine.result = {
        ...SUPPRESSED,
        suggested_questions: [],
        warnings: [warning],
        categories,
      };
      const body = requestBody({ query: messageOf(categories), safety_mode: "permissive" });
      const { status, json, text } = await service().post(body);
      expect([status, json.recommendation, json.suggested_questions]).toEqual([200, null, []]);
      expect(json.warnings).toEqual([warning]);
      for (const category of categories) expect(text).not.toContain(category);
      const { categories: kept = [] } =
        (await service().store.audit.list({})).at(-1)?.signals ?? {};
      expect(kept as readonly string[]).toEqual([...categories]);
    },
  );

  test("the engine's and the origin's come once each in the contract's order", async () => {
    service().engine.result = {
      ...SERVED,
      warnings: ["thin_evidence", "stale_signals", "unmapped_persona"],
    };
    const { json } = await service().post(requestBody({ request_id: "x-1" }));
    expect(json.warnings).toEqual([
      "unmapped_persona",
      "non_uuid_request_id",
      "stale_signals",
      "thin_evidence",
    ]);
  });
});

describe("lenient reading", () => {
  test.each([
    "application/json",
    "APPLICATION/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
  ])("Content-Type %s is JSON", async (type) => {
    expect(
      (await service().post(requestBody(), { headers: { "content-type": type } })).status,
    ).toBe(200);
  });

  test.each([
    "Europe/Madrid",
    "America/Argentina/Buenos_Aires",
    "US/Pacific",
    "Asia/Kolkata",
    "UTC",
    "GMT",
  ])("time zone %s is known", async (timezone) => {
    expect((await service().post(requestBody({ timezone }))).status).toBe(200);
  });

  test("null optional members, unknown vendor words, sentinels and implausible numbers are missing data", async () => {
    const night = {
      ...nightRecord({ day: yesterday() }),
      lowest_heart_rate: 255,
      average_hrv: 1e300,
      average_breath: 0,
      hrv: null,
      latency: -5,
    };
    const body = requestBody({
      client_trace_id: null,
      oura: {
        sleep: [night, { ...night, type: "sleepwalking" }],
        workout: [{ day: yesterday(), activity: "quidditch", intensity: "extreme" }],
        daily_spo2: [{ day: yesterday(), spo2_percentage: { average: 0.0 } }],
        heartrate: null,
        tag: [],
      },
    });
    expect((await service().post(body)).status).toBe(200);
    const overflow = JSON.stringify(requestBody()).replace(
      /"average_hrv":\d+/,
      '"average_hrv":1e999',
    );
    expect((await service().post(overflow)).status).toBe(200);
  });

  test("a byte order mark, duplicate members and __proto__ do no harm", async () => {
    expect((await service().post(`\uFEFF${JSON.stringify(requestBody())}`)).status).toBe(200);
    const twice = JSON.stringify(requestBody()).replace(/^\{/, '{"timezone":"EST",');
    expect((await service().post(twice)).status).toBe(200);
    const proto = JSON.stringify(requestBody()).replace(
      /^\{/,
      '{"__proto__":{"polluted":true,"query":"CANARY"},"constructor":{"prototype":{"polluted":true}},',
    );
    const { status, text: sent } = await service().post(proto);
    expect(status).toBe(200);
    expect(sent).not.toContain("CANARY");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

test("a caller-sent partner header changes nothing", async () => {
  const { status } = await service().post(requestBody(), {
    headers: { "x-gateway-partner-id": "production-other" },
  });
  expect(status).toBe(200);
  expect((await service().store.audit.list({})).at(-1)?.client_id).toBe("sandbox-oura");
});

test("client_trace_id goes to the log only, and only where it looks like an identifier", async () => {
  const { text } = await service().post(requestBody({ client_trace_id: "trace-42/a" }));
  expect(text).not.toContain("trace-42");
  expect(service().log()).toContain("trace-42/a");
  await service().post(requestBody({ client_trace_id: "mail ann@example.org" }));
  expect(service().log()).not.toContain("ann@example.org");
  const long = await service().post(requestBody({ client_trace_id: "x".repeat(5_000) }));
  expect(long.status).toBe(200);
  expect(service().log()).not.toContain("xxxxx");
});

test("a client_trace_id that could hold a phone number or a date of birth is masked, a made one is not", async () => {
  const made = [
    "0192f0c4-7d3e-7a41-8c1b-123456789012",
    "4bf92f3577b34da6a3ce929d0e0e4736",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  ];
  for (const client_trace_id of made) {
    await service().post(requestBody({ client_trace_id }));
    expect(service().log()).toContain(`"client_trace_id":"${client_trace_id}"`);
  }
  for (const client_trace_id of ["ann-555-0123-4567", "19870304", "4111-1111-1111-1111"]) {
    await service().post(requestBody({ client_trace_id }));
    expect(service().log()).not.toContain(client_trace_id);
  }
  expect(service().log()).toMatch(/"client_trace_id":"[^"]*\[\w+\]/);
});

test("what a partner can quote, zp-rid or trace_id, stands in each line about the request", async () => {
  const body = requestBody();
  const { headers, json } = await service().post(body);
  const [rid, trace_id] = [headers.get("zp-rid"), json.trace_id];
  const lines = service().log().split("\n").filter(Boolean);
  const told = lines.map((line) => JSON.parse(line)).filter((line) => line.rid === rid);
  expect(told.map(({ msg }) => msg)).toEqual(["recommendation computed", "request"]);
  for (const line of told) expect(line).toMatchObject({ rid, trace_id });
  const replay = await service().post(body);
  const [again] = service()
    .log()
    .split("\n")
    .filter((line) => line.includes(String(replay.headers.get("zp-rid"))));
  expect(JSON.parse(again ?? "")).toMatchObject({ cache: "hit", trace_id: null });
});

test("the scheme word is read in any case", async () => {
  const { status } = await service().post(requestBody(), {
    key: null,
    headers: { authorization: `apikey ${await service().issue()}` },
  });
  expect(status).toBe(200);
});
