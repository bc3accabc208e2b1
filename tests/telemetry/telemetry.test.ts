/** Guarantees: the log goes to stderr as JSON lines and hides what may be secret; the metrics page is valid and label-safe. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { createMetrics } from "../../src/telemetry/metrics.ts";

const logger = join(import.meta.dir, "../../src/telemetry/logger.ts");

async function logged(level: string, call: string) {
  const script = `import { createLogger } from ${JSON.stringify(logger)};
    const logger = createLogger(${JSON.stringify(level)}); ${call}; process.exit(0);`;
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

test("less severe lines, and all lines at level silent, are not written", async () => {
  expect(await logged("warn", `logger.info("quiet")`)).toBe("");
  expect(await logged("silent", `logger.fatal("quiet")`)).toBe("");
});

test("the metrics page counts what happened", () => {
  let queued = 0;
  const metrics = createMetrics(() => queued);
  metrics.request("recommend", 200);
  metrics.request("recommend", 200);
  metrics.request("unknown", 404);
  metrics.cacheHit();
  metrics.suppressed("insufficient_signal");
  metrics.answered(0.25);
  metrics.answered(60);
  queued = 3;
  const lines = metrics.text().split("\n");
  expect(lines.at(-1)).toBe("");
  for (const expected of [
    'phasewise_requests_total{operation="recommend",status="200"} 2',
    'phasewise_requests_total{operation="unknown",status="404"} 1',
    "phasewise_cache_hits_total 1",
    'phasewise_suppressed_total{reason="insufficient_signal"} 1',
    'phasewise_answer_seconds_bucket{le="0.1"} 0',
    'phasewise_answer_seconds_bucket{le="0.25"} 1',
    'phasewise_answer_seconds_bucket{le="+Inf"} 2',
    "phasewise_answer_seconds_sum 60.25",
    "phasewise_answer_seconds_count 2",
    "phasewise_inference_queue_depth 3",
  ]) {
    expect(lines).toContain(expected);
  }
  const names = lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []);
  expect(new Set(names).size).toBe(5);
});
