/**
 * One of several apps and devices that measured the same person at the same time.
 * @module
 */

/**
 * The records of the source that has most of them; ties by name, so that their order does not
 * matter. Two sources measure the same in different ways and must not share a baseline.
 */
export function ofMainSource<T>(records: readonly T[], sourceOf: (record: T) => string): T[] {
  const counts = new Map<string, number>();
  for (const record of records) {
    const source = sourceOf(record);
    counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  const [main] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0] ?? [];
  return records.filter((record) => sourceOf(record) === main);
}
