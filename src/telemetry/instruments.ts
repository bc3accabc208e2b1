/**
 * The Prometheus instruments in text format 0.0.4. Label names are fixed when an instrument is
 * declared.
 */

export interface Instrument {
  lines(): string[];
}

export type Labels = Readonly<Record<string, string>>;

function header(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** Escapes what the text format gives a meaning to; a folder or version may contain it. */
function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function series(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`;
}

/**
 * As `series`, but caches the names, because building a name costs ten times as much as counting.
 */
function seriesNamed(name: string): (labels: Labels) => string {
  const names = new Map<string, string>();
  return (labels) => {
    let values = "";
    for (const label in labels) values += `${label}\n${labels[label]}\n`;
    const known = names.get(values);
    if (known !== undefined) return known;
    const made = series(name, labels);
    names.set(values, made);
    return made;
  };
}

/** One series of a counter. */
export interface CounterSeries<L extends string> {
  labels: Readonly<Record<L, string>>;
  count: number;
}

export interface Counter<L extends string> extends Instrument {
  add(labels: Record<L, string>): void;
  counts(): CounterSeries<L>[];
}

/**
 * Label values must come from closed lists, so that the number of series stays small.
 * @param expected series that are 0 from the start, so that their first step shows as an increase
 */
export function counter<L extends string>(
  name: string,
  help: string,
  expected: readonly Record<L, string>[] = [],
): Counter<L> {
  const all = new Map<string, { labels: Record<L, string>; count: number }>();
  const keyOf = seriesNamed(name);
  function of(labels: Record<L, string>) {
    const key = keyOf(labels);
    const known = all.get(key);
    if (known !== undefined) return known;
    const fresh = { labels, count: 0 };
    all.set(key, fresh);
    return fresh;
  }
  for (const labels of expected) of(labels);
  return {
    add(labels) {
      of(labels).count += 1;
    },
    counts: () => [...all.values()].map((each) => ({ ...each })),
    lines: () => [
      ...header(name, "counter", help),
      ...[...all].map(([key, { count }]) => `${key} ${count}`),
    ],
  };
}

export interface Histogram extends Instrument {
  observe(value: number, labels?: Labels): void;
  series(): HistogramSeries[];
}

/** One series of a histogram. */
export interface HistogramSeries {
  labels: Labels;
  /** Upper bounds, rising. */
  bounds: readonly number[];
  /** How many values were at most each bound. */
  buckets: readonly number[];
  count: number;
  sum: number;
}

/** @param expected as in `counter` */
export function histogram(
  name: string,
  help: string,
  bounds: readonly number[],
  expected: readonly Labels[] = [{}],
): Histogram {
  const all = new Map<string, HistogramSeries & { buckets: number[] }>();
  function of(labels: Labels) {
    const key = series(name, labels);
    const known = all.get(key);
    if (known !== undefined) return known;
    const fresh = { labels, bounds, buckets: bounds.map(() => 0), count: 0, sum: 0 };
    all.set(key, fresh);
    return fresh;
  }
  for (const labels of expected) of(labels);
  return {
    observe(value, labels = {}) {
      const seen = of(labels);
      for (const [at, bound] of bounds.entries())
        if (value <= bound) seen.buckets[at] = (seen.buckets[at] ?? 0) + 1;
      seen.count += 1;
      seen.sum += value;
    },
    series: () => [...all.values()].map((seen) => ({ ...seen, buckets: [...seen.buckets] })),
    lines: () => [
      ...header(name, "histogram", help),
      ...[...all.values()].flatMap(({ labels, buckets, count, sum }) => [
        ...bounds.map(
          (le, at) => `${series(`${name}_bucket`, { ...labels, le: String(le) })} ${buckets[at]}`,
        ),
        `${series(`${name}_bucket`, { ...labels, le: "+Inf" })} ${count}`,
        `${series(`${name}_sum`, labels)} ${sum}`,
        `${series(`${name}_count`, labels)} ${count}`,
      ]),
    ],
  };
}

/** A value that is read when the page is; null where there is none now. */
export function gauge(
  name: string,
  help: string,
  read: () => number | null,
  type: "gauge" | "counter" = "gauge",
): Instrument {
  return {
    lines() {
      const value = read();
      return [...header(name, type, help), ...(value === null ? [] : [`${name} ${value}`])];
    },
  };
}

/** Facts as labels of a series that is always 1; null where they are not known now. */
export function info(name: string, help: string, read: () => Labels | null): Instrument {
  return {
    lines() {
      const labels = read();
      return [
        ...header(name, "gauge", help),
        ...(labels === null ? [] : [`${series(name, labels)} 1`]),
      ];
    },
  };
}

/** One series per value of a label, which is 1 for those that are read and 0 for the others. */
export function flags(
  name: string,
  help: string,
  label: string,
  values: readonly string[],
  read: () => readonly string[],
): Instrument {
  return {
    lines() {
      const raised = read();
      return [
        ...header(name, "gauge", help),
        ...values.map(
          (value) => `${series(name, { [label]: value })} ${raised.includes(value) ? 1 : 0}`,
        ),
      ];
    },
  };
}
