/**
 * What happened lately, from the metrics registry of this process. Samples of its counters are kept
 * in memory at three paces; the difference between two of them is what happened in between.
 * @module
 */
import type { HistogramSeries } from "../telemetry/instruments.ts";
import type { Ending, Figures } from "../telemetry/metrics.ts";
import { bucketsBetween, meanOf, quantile } from "./quantile.ts";

export const COLUMNS = 60;
const SECOND_MS = 1_000;
const SAMPLE_MS = 5 * SECOND_MS;

/** How far back a page looks, and how wide one of its columns is. */
export const WINDOWS = {
  "5m": { label: "5 minutes", step_ms: SAMPLE_MS },
  "1h": { label: "1 hour", step_ms: 60 * SECOND_MS },
  "24h": { label: "24 hours", step_ms: 24 * 60 * SECOND_MS },
} as const;
export type WindowName = keyof typeof WINDOWS;

/** Endings that an operator looks at together, in the order of a column from its foot. */
export const GROUPS = ["served", "replayed", "withheld", "refused", "failed"] as const;
export type Group = (typeof GROUPS)[number];

/** Endings that are no answer with a text. */
export type EndingWithoutText = Exclude<Ending, "served" | "replayed">;

const GROUP_OF: Record<Ending, Group> = {
  served: "served",
  replayed: "replayed",
  insufficient_signal: "withheld",
  below_platform_threshold: "withheld",
  below_client_threshold: "withheld",
  out_of_scope: "refused",
  invalid_request: "refused",
  payload_too_large: "refused",
  unsupported_media_type: "refused",
  consent_not_provisioned: "refused",
  consent_revoked: "refused",
  unauthorized: "refused",
  forbidden: "refused",
  throttled: "refused",
  service_unavailable: "failed",
  persistence_failed: "failed",
  internal_error: "failed",
};

interface Sample {
  at_ms: number;
  figures: Figures;
}

export type Counts = Record<Group, number>;

export interface Column extends Counts {
  from: string;
  p50_ms: number | null;
  p95_ms: number | null;
  /** Jobs at the busiest inference worker, at the column's end. */
  queue_depth: number;
}

export interface Traffic {
  window: WindowName;
  from: string;
  to: string;
  step_seconds: number;
  columns: Column[];
  total: number;
  by_client: (Counts & { client_id: string })[];
  /** Most frequent first. */
  without_answer: { outcome: EndingWithoutText; group: Group; count: number }[];
  unavailable: { reason: string; count: number }[];
  answers: { count: number; mean_ms: number | null; p50_ms: number | null; p95_ms: number | null };
  /** Where the time of computed answers went, longest first. */
  stages: { stage: string; share: number; mean_ms: number }[];
  /** Computed answers by confidence, up to and including `to`. */
  confidence: { to: number; count: number }[];
  queue_depth: number;
  missing: string | null;
}

/** Samples of one pace, oldest first. */
class SampleHistory {
  readonly samples: Sample[] = [];
  constructor(readonly stepMs: number) {}

  offer(sample: Sample): void {
    const last = this.samples.at(-1);
    if (last !== undefined && sample.at_ms - last.at_ms < this.stepMs) return;
    this.samples.push(sample);
    if (this.samples.length > COLUMNS) this.samples.shift();
  }
}

export class TrafficWatch {
  readonly #read: () => Figures;
  readonly #now: () => number;
  readonly #histories: Record<WindowName, SampleHistory>;
  readonly #timer: Timer;

  /** @param now epoch milliseconds */
  constructor(read: () => Figures, now: () => number) {
    this.#read = read;
    this.#now = now;
    const history = (name: WindowName) => new SampleHistory(WINDOWS[name].step_ms);
    this.#histories = { "5m": history("5m"), "1h": history("1h"), "24h": history("24h") };
    this.sample();
    this.#timer = setInterval(() => this.sample(), SAMPLE_MS);
    this.#timer.unref();
  }

  /** Takes a sample now. The timer does; a test may. */
  sample(): void {
    const sample = { at_ms: this.#now(), figures: this.#read() };
    for (const history of Object.values(this.#histories)) history.offer(sample);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** The window up to this moment. */
  report(window: WindowName): Traffic {
    const now: Sample = { at_ms: this.#now(), figures: this.#read() };
    const samples = [...this.#histories[window].samples, now];
    const first = samples[0] ?? now;
    const { endings, unavailable } = now.figures;
    const endingCounts = endings
      .map(({ labels, count }) => ({
        client_id: labels.client_id,
        outcome: labels.outcome as Ending,
        group: groupOf(labels.outcome),
        count: count - countIn(first.figures, labels),
      }))
      .filter(({ count }) => count > 0);
    const answers = bucketsBetween(first.figures.answers, now.figures.answers);
    const confidence = bucketsBetween(first.figures.confidence, now.figures.confidence);
    return {
      window,
      from: new Date(first.at_ms).toISOString(),
      to: new Date(now.at_ms).toISOString(),
      step_seconds: WINDOWS[window].step_ms / SECOND_MS,
      columns: samples.slice(1).map((sample, at) => columnOf(samples[at] ?? sample, sample)),
      total: endingCounts.reduce((sum, { count }) => sum + count, 0),
      by_client: byClient(endingCounts),
      without_answer: withoutAnswer(endingCounts),
      unavailable: unavailable
        .map(({ labels: { reason }, count }) => ({
          reason,
          count:
            count -
            (first.figures.unavailable.find((each) => each.labels.reason === reason)?.count ?? 0),
        }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count),
      answers: {
        count: answers.count,
        mean_ms: inMs(meanOf(answers)),
        p50_ms: inMs(quantile(answers, 0.5)),
        p95_ms: inMs(quantile(answers, 0.95)),
      },
      stages: stagesOf(first.figures.stages, now.figures.stages),
      confidence: confidence.bounds.map((to, at) => ({
        to,
        count: (confidence.buckets[at] ?? 0) - (confidence.buckets[at - 1] ?? 0),
      })),
      queue_depth: now.figures.queueDepth,
      missing: now.figures.missing,
    };
  }
}

function groupOf(outcome: string): Group {
  return GROUP_OF[outcome as Ending];
}

function inMs(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * SECOND_MS);
}

function countIn({ endings }: Figures, labels: { client_id: string; outcome: string }): number {
  const { client_id, outcome } = labels;
  return (
    endings.find(({ labels: of }) => of.client_id === client_id && of.outcome === outcome)?.count ??
    0
  );
}

function noCounts(): Counts {
  return { served: 0, replayed: 0, withheld: 0, refused: 0, failed: 0 };
}

function columnOf(before: Sample, after: Sample): Column {
  const counts = noCounts();
  for (const { labels, count } of after.figures.endings)
    counts[groupOf(labels.outcome)] += count - countIn(before.figures, labels);
  const answers = bucketsBetween(before.figures.answers, after.figures.answers);
  return {
    from: new Date(before.at_ms).toISOString(),
    ...counts,
    p50_ms: inMs(quantile(answers, 0.5)),
    p95_ms: inMs(quantile(answers, 0.95)),
    queue_depth: after.figures.queueDepth,
  };
}

type EndingCount = { client_id: string; outcome: Ending; group: Group; count: number };

function byClient(endingCounts: readonly EndingCount[]): Traffic["by_client"] {
  const clients = new Map<string, Counts>();
  for (const { client_id, group, count } of endingCounts) {
    const counts = clients.get(client_id) ?? noCounts();
    counts[group] += count;
    clients.set(client_id, counts);
  }
  return [...clients]
    .map(([client_id, counts]) => ({ client_id, ...counts }))
    .sort((a, b) => totalOf(b) - totalOf(a));
}

export function totalOf(counts: Counts): number {
  return GROUPS.reduce((sum, group) => sum + counts[group], 0);
}

function withoutAnswer(endingCounts: readonly EndingCount[]): Traffic["without_answer"] {
  const outcomes = new Map<EndingWithoutText, Traffic["without_answer"][number]>();
  for (const { outcome, group, count } of endingCounts) {
    if (outcome === "served" || outcome === "replayed") continue;
    const before = outcomes.get(outcome)?.count ?? 0;
    outcomes.set(outcome, { outcome, group, count: before + count });
  }
  return [...outcomes.values()].sort((a, b) => b.count - a.count);
}

function stagesOf(
  before: readonly HistogramSeries[],
  after: readonly HistogramSeries[],
): Traffic["stages"] {
  const spent = after.map((now) => {
    const stage = now.labels.stage ?? "";
    const then = before.find(({ labels }) => labels.stage === stage);
    return { stage, seconds: now.sum - (then?.sum ?? 0), count: now.count - (then?.count ?? 0) };
  });
  const total = spent.reduce((sum, { seconds }) => sum + seconds, 0);
  return spent
    .filter(({ count }) => count > 0)
    .map(({ stage, seconds, count }) => ({
      stage,
      share: total === 0 ? 0 : seconds / total,
      mean_ms: (seconds / count) * SECOND_MS,
    }))
    .sort((a, b) => b.share - a.share);
}
