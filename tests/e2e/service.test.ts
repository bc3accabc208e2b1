/**
 * Guarantees of the running service, used as by a partner (socket) and an operator (command line).
 *
 * @alone it measures time
 * @slow it drives the executable
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import type { RecommendationResponse } from "../../src/contract/response.ts";
import { listAudit, replayAudit } from "../support/audit.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import {
  type Body,
  dayBefore,
  nightRecord,
  nights,
  requestBody,
  yesterday,
} from "../support/payloads.ts";
import { issueKey, type RunningService, run, SOURCE, serve } from "../support/program.ts";

const command = HAS_EXECUTABLE ? [EXECUTABLE] : [...SOURCE];
const folder = temporaryFolder("service");
const data = join(folder.path, "data");
const HONOURED_WITHIN_MS = 1_000;

let service: RunningService;
let key: string;
const answer = async (body: Body, with_key = key) => {
  const { status, text } = await service.post(body, with_key);
  expect(status).toBe(200);
  return JSON.parse(text) as RecommendationResponse;
};

beforeAll(async () => {
  key = await issueKey(command, data);
  service = await serve(command, data);
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

describe("an answer", () => {
  test("is grounded: every marker is a citation, every citation has its DOI in the corpus, lengths hold", async () => {
    const served = await answer(requestBody());
    expect(served.suppression_reason).toBeNull();
    const text = served.recommendation ?? "";
    expect([...text].length).toBeGreaterThanOrEqual(400);
    expect([...text].length).toBeLessThanOrEqual(1500);
    const corpus = corpusDocuments();
    for (const citation of served.citations) {
      expect(Object.keys(citation).sort()).toEqual([
        "authors",
        "citation_id",
        "doi",
        "relevance",
        "source_title",
        "year",
      ]);
      const document = corpus.get(citation.doi);
      expect(document?.title).toBe(citation.source_title);
      expect(document?.year).toBe(citation.year);
    }
    expect(markersOf(text)).toEqual(served.citations.map(markerOf).sort());
    const relevances = served.citations.map((citation) => citation.relevance);
    expect(relevances).toEqual([...relevances].sort((a, b) => b - a));
  });

  test("is the same text for the same content, whatever the request id", async () => {
    const body = requestBody();
    const one = await answer({ ...body, request_id: Bun.randomUUIDv7() });
    const two = await answer({ ...body, request_id: Bun.randomUUIDv7() });
    const content = ({ request_id, trace_id, served_at, ...rest }: RecommendationResponse) => rest;
    expect(content(one)).toEqual(content(two));
    expect(one.trace_id).not.toBe(two.trace_id);
  });

  test("does not change with proprietary scores, and shows nothing of them", async () => {
    const canary = 987_654_321;
    const plain = requestBody();
    const scored = structuredClone(plain);
    scored.request_id = Bun.randomUUIDv7();
    for (const record of scored.oura.sleep) {
      record.score = canary;
      record.readiness_score_delta = canary;
      record.readiness = {
        score: canary,
        contributors: { hrv_balance: canary, resting_heart_rate: "CANARY" },
      };
    }
    scored.oura.daily_sleep = [
      { day: yesterday(), score: canary, contributors: { total_sleep: canary } },
    ];
    scored.oura.daily_resilience = [
      { day: yesterday(), level: "CANARY", contributors: { stress: canary } },
    ];
    const left = await answer(plain);
    const right = await service.post(scored, key);
    expect(right.status).toBe(200);
    expect(right.text).not.toContain("CANARY");
    expect(right.text).not.toContain(String(canary));
    const parsed = JSON.parse(right.text) as RecommendationResponse;
    for (const member of [
      "recommendation",
      "citations",
      "recommendation_confidence",
      "suggested_questions",
    ] as const) {
      expect(parsed[member]).toEqual(left[member]);
    }
  });

  test("without a question offers questions first", async () => {
    const { query: _, ...shapeB } = requestBody();
    const served = await answer(shapeB);
    expect(served.suggested_questions.length).toBeGreaterThan(0);
    for (const question of served.suggested_questions) {
      expect(question.length).toBeLessThanOrEqual(160);
      expect(question).toEndWith("?");
    }
  });

  test("one night without HRV is an honest, well-formed refusal", async () => {
    const served = await answer(
      requestBody({ oura: { sleep: [nightRecord({ day: yesterday(), hrv: null })] } }),
    );
    expect(served.suppression_reason).toBe("insufficient_signal");
    expect(served.recommendation).toBeNull();
    expect(served.citations).toEqual([]);
  });

  test("a question about something else is refused for want of evidence", async () => {
    for (const query of [
      "What is the capital of Mongolia?",
      "How do I change the oil in a diesel engine?",
    ]) {
      const served = await answer(requestBody({ query }));
      expect(served.suppression_reason).toBe("below_platform_threshold");
    }
  });

  test("postmenopause is answered without phase claims and with a warning", async () => {
    const served = await answer(
      requestBody({
        query: "How can I sleep better with hot flashes?",
        user_context: { cycle_phase: "luteal", cycle_day: 22, life_stage: "postmenopause" },
      }),
    );
    expect(served.warnings).toContain("unmapped_persona");
    expect(served.recommendation ?? "").not.toMatch(
      /\b(luteal|follicular|ovulatory|menstrual phase|your cycle)\b/i,
    );
  });

  test("old data are answered with a warning", async () => {
    const served = await answer(
      requestBody({ oura: { sleep: nights(dayBefore(yesterday(), 40)) } }),
    );
    expect(served.warnings).toContain("stale_signals");
  });
});

describe("state", () => {
  test("a replay is byte-equal, also after a restart, and writes no second row", async () => {
    const fresh = await issueKey(command, data);
    const body = requestBody();
    const first = await service.post(body, fresh);
    const second = await service.post({ ...body, query: "something else" }, fresh);
    expect([first.headers.get("x-service-cache"), second.headers.get("x-service-cache")]).toEqual([
      "miss",
      "hit",
    ]);
    expect(second.text).toBe(first.text);
    expect(await service.stop()).toBe(0);
    service = await serve(command, data);
    const third = await service.post(body, fresh);
    expect(third.headers.get("x-service-cache")).toBe("hit");
    expect(third.text).toBe(first.text);
    const rows = await auditRows();
    expect(rows.filter((row) => row.request_id === body.request_id).length).toBe(1);
  });

  test("concurrent duplicates share one computation and one row", async () => {
    const body = requestBody();
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.post(body, key)));
    expect(new Set(answers.map((one) => one.text)).size).toBe(1);
    expect(answers.filter((one) => one.headers.get("x-service-cache") === "miss").length).toBe(1);
    expect((await auditRows()).filter((row) => row.request_id === body.request_id).length).toBe(1);
  });

  test("the audit chain verifies and a row can be replayed byte for byte", async () => {
    const verdict = await run([...command, "audit", "verify", "--data-dir", data]);
    expect(verdict.code).toBe(0);
    const rows = await auditRows();
    for (const outcome of ["served", "insufficient_signal", "below_platform_threshold"]) {
      const row = rows.find((candidate) => candidate.outcome === outcome);
      const replay = await replayAudit(command, data, String(row?.id));
      expect(replay.stderr).toBe("");
      expect(JSON.parse(replay.stdout)).toEqual({ id: row?.id, byte_equal: true });
    }
  });

  test("revoked consent is honoured within a second, before any cached answer", async () => {
    const body = requestBody();
    const fresh = await issueKey(command, data);
    expect((await service.post(body, fresh)).status).toBe(200);
    expect(
      (
        await run([
          ...command,
          "consent",
          "revoke",
          "sandbox-oura",
          "--reason",
          "test",
          "--data-dir",
          data,
        ])
      ).code,
    ).toBe(0);
    await Bun.sleep(HONOURED_WITHIN_MS);
    const refused = await service.post(body, fresh);
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.text)).toEqual({ detail: "consent_revoked" });
    expect(
      (await run([...command, "consent", "activate", "sandbox-oura", "--data-dir", data])).code,
    ).toBe(0);
    expect((await service.post(body, fresh)).headers.get("x-service-cache")).toBe("hit");
  });

  test("a revoked key is refused within a second", async () => {
    const fresh = await issueKey(command, data);
    const listed = await run([...command, "keys", "list", "--json", "--data-dir", data]);
    expect(listed.stdout).not.toContain(fresh);
    const issued = await run([
      ...command,
      "keys",
      "issue",
      "--tenant",
      "oura",
      "--environment",
      "sandbox",
      "--json",
      "--data-dir",
      data,
    ]);
    const { key_id, key: doomed } = JSON.parse(issued.stdout) as { key_id: string; key: string };
    expect((await service.post(requestBody(), doomed)).status).toBe(200);
    expect((await run([...command, "keys", "revoke", key_id, "--data-dir", data])).code).toBe(0);
    await Bun.sleep(HONOURED_WITHIN_MS);
    const refused = await service.post(requestBody(), doomed);
    expect(refused.status).toBe(401);
    expect((JSON.parse(refused.text) as { detail: string }).detail).toBe("Authorization Failed");
  });
});

describe("privacy", () => {
  test("no e-mail, age, vendor personal field, raw series or key is in any file, log or output", async () => {
    const fresh = await issueKey(command, data);
    const body = requestBody({
      query:
        "Is my HRV low? write to canary.person@example.com or call +34 612 345 678, id 123456789012",
      oura: {
        sleep: nights().map((night) => ({
          ...night,
          hrv: { interval: 300, items: [41.625, 43.625], timestamp: night.bedtime_start },
        })),
        personal_info: {
          age: 37,
          email: "canary.mail@example.com",
          weight: 61.3751,
          height: 1.7153,
          biological_sex: "CANARYSEX",
          nickname: "CANARYNAME",
        },
        tag: [
          {
            id: "t",
            day: yesterday(),
            text: "CANARYTAG",
            timestamp: `${yesterday()}T10:00:00+00:00`,
            tags: [],
          },
        ],
      },
      client_trace_id: "trace-1",
    });
    const served = await service.post(body, fresh);
    expect(served.status).toBe(200);
    const canaries = [
      "canary.person@example.com",
      "canary.mail@example.com",
      "612 345 678",
      "123456789012",
      "61.3751",
      "1.7153",
      "CANARYSEX",
      "CANARYNAME",
      "CANARYTAG",
      "41.625,43.625",
      fresh,
    ];
    expect(await service.stop()).toBe(0);
    const written = readdirSync(join(data, "state"), { recursive: true })
      .map((name) => join(data, "state", String(name)))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, "latin1"))
      .join("\n");
    const row = (await auditRows()).find((candidate) => candidate.request_id === body.request_id);
    const everything = [written, service.output(), served.text, JSON.stringify(row)].join("\n");
    for (const canary of canaries) expect(everything.includes(canary)).toBe(false);
    // A level of hers may be 37 too; an age would have a name.
    expect(JSON.stringify(row?.signals)).not.toMatch(/"age"\s*:/);
    expect(JSON.stringify(row?.signals)).toContain("35-39");
    service = await serve(command, data);
  });
});

describe("stopping", () => {
  test("SIGTERM finishes what runs and exits 0", async () => {
    const running = service.post(requestBody(), await issueKey(command, data));
    // Long enough to be taken in on a busy machine, short of an answer.
    await Bun.sleep(60);
    const code = await service.stop();
    expect((await running).status).toBe(200);
    expect(code).toBe(0);
    service = await serve(command, data);
  });
});

/** The records of the release in use, by DOI. */
function corpusDocuments(): Map<string, { title: string; year: number }> {
  const version = readFileSync(join(data, "corpus/CURRENT"), "utf8").trim();
  const lines = readFileSync(join(data, "corpus", version, "records.ndjson"), "utf8")
    .split("\n")
    .filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line)).map((record) => [record.doi, record]));
}

/** Author–year pairs in brackets, each once, sorted: `Baker|2007`. */
function markersOf(text: string): string[] {
  const groups = [...text.matchAll(/\(([^()]*?, \d{4}[a-z]?(?:; [^()]*?, \d{4}[a-z]?)*)\)/g)];
  const markers = groups.flatMap((group) => (group[1] ?? "").split("; "));
  return [
    ...new Set(
      markers.map((marker) => marker.replace(/(?: et al\.| & .*?)?, (\d{4})[a-z]?$/, "|$1")),
    ),
  ].sort();
}

/** The same pair as the citation gives it: surname without its initials. */
function markerOf(citation: { authors: string; year: number }): string {
  const first = citation.authors.replace(/ et al\.$/, "").split(" & ")[0] ?? "";
  return `${first.replace(/ [A-Z]+$/, "")}|${citation.year}`;
}

interface Row {
  id: string;
  request_id: string;
  outcome: string;
  signals: unknown;
}

const auditRows = () => listAudit<Row>(command, data);
