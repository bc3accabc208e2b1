/** The three Prometheus instruments in text format 0.0.4; labels are fixed at declaration. */

export interface Instrument {
  lines(): string[];
}

function header(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

export interface Counter<L extends string> extends Instrument {
  add(labels: Record<L, string>): void;
}

/** Label values come from closed lists, so they need no escaping and the number of series stays small. */
export function counter<L extends string>(name: string, help: string): Counter<L> {
  const series = new Map<string, number>();
  return {
    add(labels) {
      const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
      const key = pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`;
      series.set(key, (series.get(key) ?? 0) + 1);
    },
    lines: () => [...header(name, "counter", help), ...[...series].map(([key, value]) => `${key} ${value}`)],
  };
}

export interface Histogram extends Instrument {
  observe(value: number): void;
}

export function histogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const buckets = bounds.map((bound) => ({ bound, count: 0 }));
  let count = 0;
  let sum = 0;
  return {
    observe(value) {
      for (const bucket of buckets) if (value <= bucket.bound) bucket.count += 1;
      count += 1;
      sum += value;
    },
    lines: () => [
      ...header(name, "histogram", help),
      ...buckets.map((bucket) => `${name}_bucket{le="${bucket.bound}"} ${bucket.count}`),
      `${name}_bucket{le="+Inf"} ${count}`,
      `${name}_sum ${sum}`,
      `${name}_count ${count}`,
    ],
  };
}

/** A value that is read when the page is. */
export function gauge(name: string, help: string, read: () => number): Instrument {
  return { lines: () => [...header(name, "gauge", help), `${name} ${read()}`] };
}
