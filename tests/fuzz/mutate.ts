/** Bodies near the valid one: the interesting faults sit one step beside what is right. */
import fc from "fast-check";

const HOSTILE_KEYS = [
  "__proto__",
  "constructor",
  "toString",
  "sleep",
  "data",
  "day",
  "items",
  "",
] as const;

export const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    255,
    1e308,
    -1e308,
    "",
    "2026-02-30",
    "2026-04-04",
    "9999-12-31T23:59:60+23:59",
    "\u0000",
    "\ud800",
    "🩸".repeat(300),
    [],
    {},
    [[[]]],
    { data: [{}] },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Where to strike, as a number that is folded into the number of places there are. */
export const mutation = fc.record({
  kind: fc.constantFrom("replace", "delete", "insert", "duplicate", "nest"),
  place: fc.nat(),
  key: fc.constantFrom(...HOSTILE_KEYS),
  value: hostileValue,
});
export type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

type Container = Record<string, unknown> | unknown[];

/** Every (container, key) of a JSON value, in a fixed order. */
function places(root: Container): [Container, string][] {
  return Object.entries(root).flatMap(([key, child]): [Container, string][] => [
    [root, key],
    ...(typeof child === "object" && child !== null ? places(child as Container) : []),
  ]);
}

/**
 * Changes `root` in place; what is put in is a copy, for the next case may be given the same value.
 */
export function mutate(root: Container, { kind, place, key, value: given }: Mutation): void {
  const value = structuredClone(given);
  const all = places(root);
  const [container, name] = all[place % Math.max(all.length, 1)] ?? [root, key];
  const at = container as Record<string, unknown>;
  if (kind === "replace") at[name] = value;
  else if (kind === "delete") delete at[name];
  else if (kind === "insert")
    Object.defineProperty(at, key, { value, enumerable: true, configurable: true, writable: true });
  else if (kind === "nest") at[name] = { [key]: at[name] };
  else if (Array.isArray(container)) container.push(structuredClone(at[name]));
}
