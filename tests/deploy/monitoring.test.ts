/**
 * Guarantee: alerts and dashboard use series that the service has, and each alert refers to what to
 * do.
 */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UNAVAILABLE_REASONS } from "../../src/contract/error.ts";
import { OPERATIONS } from "../../src/contract/operations.ts";
import { createMetrics } from "../../src/telemetry/metrics.ts";

const root = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const handbook = read("docs/operators.md");

interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
const { groups } = Bun.YAML.parse(read("deploy/monitoring/alerts.yaml")) as {
  groups: { rules: Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

interface Panel {
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string }[];
}
const board = JSON.parse(read("deploy/monitoring/grafana.json")) as { panels: Panel[] };

/** The page of a service that answered, refused and failed once each. */
function page(): string {
  const metrics = createMetrics({
    missing: () => "disk",
    degraded: () => [],
    version: "1.0.0",
    buildId: "build",
    clientIds: ["sandbox-oura"],
    queueDepth: () => 0,
    engine: () => ({ model_version: "pw-1", corpus_version: "c-1" }),
    log: { dropped: () => 0, waitingBytes: () => 0 },
  });
  for (const status of [200, 401, 429, 500, 503]) metrics.countRequest("recommend", status);
  metrics.observeAnswer(0.1, { search: 10 });
  metrics.countEnding("sandbox-oura", "served");
  return metrics.text();
}
const series = page()
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
const names = new Set(series.map((line) => line.replace(/[{ ].*/, "")));
const types = [...page().matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => ({
  name,
  type,
}));

/** Made by Prometheus itself, for each target. */
const MADE_BY_PROMETHEUS = ["up"];
const TARGET_LABELS = ["job", "instance"];

/** Metric names of an expression, each with its matchers. */
function asked(expression: string): { name: string; matchers: string }[] {
  return [...expression.matchAll(/\b(up|phasewise_\w+|process_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = "", matchers = ""]) => ({ name, matchers }),
  );
}

function expectKnown(expression: string): void {
  expect(asked(expression).length).toBeGreaterThan(0);
  for (const { name, matchers } of asked(expression)) {
    expect([name, names.has(name) || MADE_BY_PROMETHEUS.includes(name)]).toEqual([name, true]);
    for (const [, label = "", value = ""] of matchers.matchAll(/(\w+)=~?"([^"]*)"/g)) {
      if (TARGET_LABELS.includes(label)) continue;
      const held = series.some(
        (line) => line.startsWith(`${name}{`) && line.includes(`${label}="${value}"`),
      );
      expect([name, label, value, held]).toEqual([name, label, value, true]);
    }
  }
  for (const [, list = ""] of expression.matchAll(/\bby \(([^)]*)\)/g))
    for (const label of list.split(", ")) {
      const has =
        TARGET_LABELS.includes(label) || series.some((line) => line.includes(`${label}="`));
      expect([label, has]).toEqual([label, true]);
    }
  expect(expression.split("(").length).toBe(expression.split(")").length);
}

describe("alerts", () => {
  test("have names of their own", () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });

  test.each(alerts)(
    "$alert asks for what is there and leads to its section",
    ({ alert, expr, labels, annotations }) => {
      expectKnown(expr);
      expect(["page", "ticket"]).toContain(labels.severity);
      expect(annotations.runbook).toBe(`docs/operators.md#${alert.toLowerCase()}`);
      const section = handbook.split(`### ${alert}\n`)[1]?.split(/^##/m)[0] ?? "";
      expect(section.trim().length).toBeGreaterThan(40);
    },
  );

  test("every section has its alert", () => {
    const sections = [...handbook.matchAll(/^### (Phasewise\w+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });
});

describe("the board", () => {
  test.each(board.panels.map((panel) => [panel.title, panel] as const))("%s", (_, { targets }) => {
    for (const { expr } of targets)
      expectKnown(expr.replaceAll("$__rate_interval", "5m").replaceAll("$__range", "1h"));
  });

  test("shows every metric there is", () => {
    const shown = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join("\n");
    expect(types.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([]);
  });

  test("has no panel over another", () => {
    const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});

test("the handbook names every metric and every reason of a 503", () => {
  for (const { name } of types) expect(handbook).toContain(`\`${name}\``);
  for (const reason of UNAVAILABLE_REASONS)
    if (reason !== "other") expect(handbook).toContain(`\`${reason}\``);
  expect(OPERATIONS.metrics.path).toBe("/metrics");
});

test("a counter ends in _total, and nothing else does", () => {
  for (const { name, type } of types) {
    const counts = type === "counter";
    expect([name, name.endsWith("_total")]).toEqual([name, counts]);
  }
});
