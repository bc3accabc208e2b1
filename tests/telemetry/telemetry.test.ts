/**
 * Guarantees: the log goes to stderr as JSON lines and hides what may be secret; the metrics page
 * is valid, and its labels are safe.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { createMetrics } from "../../src/telemetry/metrics.ts";

const source = join(import.meta.dir, "../../src/telemetry/logger.ts");

async function logged(level: string, call: string) {
  const script = `import { openLog } from ${JSON.stringify(source)};
    const log = openLog(${JSON.stringify(level)}); const { logger } = log;
    ${call}; await log.flush(); process.exit(0);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect(stdout).toBe("");
  return stderr;
}

test("secrets are hidden at every depth a record has, partner ids are kept, and the last line is not lost", async () => {
  const members = ["authorization", "key", "email", "body", "query"]
    .map((name) => `${name}: "canary"`)
    .join(", ");
  const stderr = await logged(
    "info",
    `logger.info({ ${members}, headers: { ${members}, "x-gateway-partner-id": "sandbox-oura" }, a: { b: { ${members} } } }, "hello")`,
  );
  const line = JSON.parse(stderr) as Record<string, unknown>;
  expect(line).toMatchObject({
    level: "info",
    msg: "hello",
    headers: { "x-gateway-partner-id": "sandbox-oura" },
  });
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(stderr).not.toContain("canary");
  expect(stderr.split("[redacted]")).toHaveLength(16);
});

test("a member is secret in every spelling, and an error is its stack without its members", async () => {
  const names = ["Authorization", "Cookie", "KEY", "api_key", "apiKey", "Api-Key", "token"];
  const members = [...names, "password", "secret"].map((name) => `"${name}": "canary"`).join(", ");
  const stderr = await logged(
    "info",
    `const lost = Object.assign(new Error("lost"), { request: "canary", ${members} });
    logger.info({ ${members}, cause: lost, err: lost, key_id: "key_1" }, "hello");
    logger.error(lost, "alone")`,
  );
  expect(stderr).not.toContain("canary");
  const [first, second] = stderr.split("\n").map((line) => JSON.parse(line || "{}"));
  const stack = expect.stringContaining("Error: lost");
  expect(first).toMatchObject({ msg: "hello", key_id: "key_1", cause: stack, err: stack });
  expect(second).toMatchObject({ level: "error", msg: "alone", err: stack });
});

test("less severe lines, and all lines at level silent, are not written", async () => {
  expect(await logged("warn", `logger.info("quiet")`)).toBe("");
  expect(await logged("silent", `logger.fatal("quiet")`)).toBe("");
});

test("a record that cannot be written down becomes a line that says so, and nothing is thrown", async () => {
  const circle = `const circle = {}; circle.a = circle; logger.info({ circle }, "round")`;
  expect(JSON.parse(await logged("info", circle))).toMatchObject({ level: "info", msg: "round" });
  const trap = `logger.error({ get cause() { throw new Error("trap") } }, "trapped")`;
  expect(JSON.parse(await logged("info", trap))).toMatchObject({ level: "error", msg: "trapped" });
});

test("the metrics page counts what happened", () => {
  let queued = 0;
  let answering: { model_version: string; corpus_version: string } | null = null;
  const metrics = createMetrics({
    missing: () => null,
    degraded: () => [],
    version: "1.2.3",
    buildId: "build",
    clientIds: ["sandbox-oura"],
    queueDepth: () => queued,
    engine: () => answering,
    log: { dropped: () => 7, waitingBytes: () => 0 },
  });
  metrics.countRequest("recommend", 200);
  metrics.countRequest("recommend", 200);
  metrics.countRequest("unknown", 404);
  metrics.countCacheHit();
  metrics.countSuppression("insufficient_signal");
  metrics.observeAnswer(0.25, { search: 20 });
  metrics.observeAnswer(60, {});
  metrics.countThrottling("sandbox-oura");
  metrics.countThrottling("CANARY");
  metrics.countUnavailable("deadline");
  metrics.countAuditFailure();
  metrics.countWorkerLoss();
  queued = 3;
  expect(metrics.text()).toContain("phasewise_ready 0\n");
  expect(metrics.text()).not.toContain("phasewise_engine_info{");
  answering = { model_version: "pw-1", corpus_version: 'c"1' };
  const lines = metrics.text().split("\n");
  expect(lines.at(-1)).toBe("");
  for (const expected of [
    'phasewise_requests_total{operation="recommend",status="200"} 2',
    'phasewise_requests_total{operation="unknown",status="404"} 1',
    "phasewise_cache_hits_total 1",
    'phasewise_suppressed_total{reason="insufficient_signal"} 1',
    'phasewise_answer_seconds_bucket{le="0.1"} 0',
    'phasewise_answer_seconds_bucket{le="0.3"} 1',
    'phasewise_answer_seconds_bucket{le="+Inf"} 2',
    "phasewise_answer_seconds_sum 60.25",
    "phasewise_answer_seconds_count 2",
    "phasewise_inference_queue_depth 3",
    'phasewise_throttled_total{client_id="sandbox-oura"} 1',
    'phasewise_throttled_total{client_id="other"} 1',
    'phasewise_unavailable_total{reason="deadline"} 1',
    'phasewise_unavailable_total{reason="overloaded"} 0',
    "phasewise_audit_failures_total 1",
    "phasewise_worker_restarts_total 1",
    'phasewise_stage_seconds_bucket{stage="search",le="0.01"} 0',
    'phasewise_stage_seconds_bucket{stage="search",le="0.025"} 1',
    "phasewise_log_dropped_total 7",
    "phasewise_ready 1",
    'phasewise_build_info{version="1.2.3",build_id="build"} 1',
    'phasewise_engine_info{model_version="pw-1",corpus_version="c\\"1"} 1',
  ]) {
    expect(lines).toContain(expected);
  }
  const names = lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("process_resident_memory_bytes");
  expect(metrics.text()).not.toContain("CANARY");
});

test.each([
  ["an error that nobody caught", `setTimeout(() => { throw new Error("lost") })`],
  ["a promise that nobody waited for", `Promise.reject(new Error("lost"))`],
])("%s ends the process with its cause in the log and one line", async (_, fault) => {
  const words = join(import.meta.dir, "../../src/cli/end-on-fault.ts");
  const script = `import { openLog } from ${JSON.stringify(source)};
    import { endOnFault } from ${JSON.stringify(words)};
    endOnFault(openLog("info")); ${fault}; setTimeout(() => process.exit(0), 3000);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "ignore", stderr: "pipe" });
  const lines = (await new Response(child.stderr).text()).split("\n");
  expect(await child.exited).toBe(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "fatal",
    cause: expect.stringContaining("lost"),
  });
  expect(lines.slice(1)).toEqual(["the service ended by a fault: lost", ""]);
});
