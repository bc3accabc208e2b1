/**
 * Canonical JSON (RFC 8785), one spelling per value: members sorted by UTF-16 code units, no white
 * space, ECMAScript numbers. Everything that is hashed or compared byte for byte is written this
 * way.
 * @module
 */

/**
 * @param value plain JSON data; members that are `undefined` count as absent
 * @throws TypeError for values outside JSON (NaN, Infinity, functions), because a hash must not
 *   silently cover a `null`
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "string" || typeof value === "boolean")
    return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(",")}}`;
  }
  throw new TypeError(`not JSON: ${typeof value === "number" ? String(value) : typeof value}`);
}
