/** What a service says of itself while a fault lasts: readiness, metrics, log. */
import type { Told } from "./fault.ts";

const LOOK_EVERY_MS = 150;
const LOOK_MS_MAX = 2_000;
const MS_PER_SECOND = 1_000;
/** These move only where something is wrong. */
const TELLING =
  /^(phasewise_(?:unavailable_total|audit_failures_total|worker_restarts_total|log_dropped_total)(?:\{[^}]*\})?) (\d+)$/gm;
const WARNING = ["warn", "error", "fatal"];

async function readinessOf(url: string): Promise<string> {
  try {
    const response = await fetch(`${url}/v1/health/ready`, {
      signal: AbortSignal.timeout(LOOK_MS_MAX),
    });
    const text = await response.text();
    const word = /not ready \((\w+)\)/.exec(text)?.[1] ?? /is (stopping)/.exec(text)?.[1];
    return word === undefined ? String(response.status) : `${response.status} ${word}`;
  } catch (error) {
    return (error as Error).name === "TimeoutError" ? "no answer in 2 s" : "nobody listens";
  }
}

/** Looks at readiness again and again; each state is told once, in its order. */
export function watchReadiness(url: () => string): { end(): Promise<string> } {
  const states: string[] = [];
  let running = true;
  const looking = (async () => {
    for (; running; await Bun.sleep(LOOK_EVERY_MS)) {
      const state = await readinessOf(url());
      if (states.at(-1) !== state) states.push(state);
    }
  })();
  return {
    async end() {
      running = false;
      await looking;
      return states.join(" → ");
    },
  };
}

/** Waits until it is ready; for the end of a fault. */
export async function untilReady(url: string, withinMs: number): Promise<void> {
  for (const started = performance.now(); ; await Bun.sleep(LOOK_EVERY_MS)) {
    const state = await readinessOf(url);
    if (state === "200") return;
    if (performance.now() - started > withinMs) throw new Error(`still not ready: ${state}`);
  }
}

async function metricsOf(url: string): Promise<Map<string, number>> {
  const page = await (await fetch(`${url}/metrics`)).text();
  return new Map([...page.matchAll(TELLING)].map(([, name = "", value]) => [name, Number(value)]));
}

/** @returns a question: which of the telling metrics stand above 0 */
export async function movedMetrics(url: string): Promise<string[]> {
  const moved = [...(await metricsOf(url))].filter(([, value]) => value > 0);
  return moved.map(([name, value]) => `\`${name.replace("phasewise_", "")}\` ${value}`);
}

/** Lines that warn, each kind once with how often it came; lines that are not JSON as they are. */
export function warnings(output: string): string[] {
  const kinds = new Map<string, number>();
  for (const line of output.split("\n").filter(Boolean)) {
    const kind = kindOf(line);
    if (kind !== null) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [...kinds].map(([kind, count]) => (count === 1 ? kind : `${kind} × ${count}`));
}

function kindOf(line: string): string | null {
  if (!line.startsWith("{")) return `\`${line}\``;
  const { level, msg, reason, missing } = JSON.parse(line) as Record<string, string | undefined>;
  if (level === undefined || !WARNING.includes(level))
    return msg === "ready again" ? `\`${msg}\`` : null;
  return `\`${msg}\`${(reason ?? missing) ? ` (${reason ?? missing})` : ""}`;
}

/** How often each status came, and what the longest took. */
export function tally(told: readonly Told[]): string {
  const counts = new Map<string, { count: number; ms: number }>();
  for (const { status, ms } of told) {
    const name = status === 0 ? "connection lost" : String(status);
    const { count, ms: longest } = counts.get(name) ?? { count: 0, ms: 0 };
    counts.set(name, { count: count + 1, ms: Math.max(longest, ms) });
  }
  return [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, { count, ms }]) => `${name} × ${count} (≤ ${(ms / MS_PER_SECOND).toFixed(1)} s)`)
    .join(", ");
}
