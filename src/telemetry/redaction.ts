/** The log's second line of defence: it hides members that must not be in a line. */

/** Members that can hold a credential or something personal: in lower case, in one word. */
const SECRET_MEMBERS = new Set([
  "authorization",
  "cookie",
  "key",
  "apikey",
  "token",
  "password",
  "secret",
  "email",
  "body",
  "query",
]);
/** Our records are flat; what is nested deeper is left out. */
const DEPTH_MAX = 4;
const HIDDEN = "[redacted]";

/** `Authorization` and `authorization` are one name; so are `api_key`, `apiKey` and `api-key`. */
function isSecret(name: string): boolean {
  return SECRET_MEMBERS.has(name.toLowerCase().replaceAll(/[-_]/g, ""));
}

function hidden(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  // An error can carry members of any name, such as the request it failed with.
  if (value instanceof Error) return value.stack ?? value.message;
  if (depth === DEPTH_MAX) return "[deeper]";
  if (Array.isArray(value)) return value.map((each) => hidden(each, depth + 1));
  return members(value, depth);
}

function members(record: object, depth: number): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record))
    shown[name] = isSecret(name) ? HIDDEN : hidden(value, depth + 1);
  return shown;
}

/** The record without the members that may be secret, in one walk. */
export function hideSecrets(record: object): Record<string, unknown> {
  return members(record, 0);
}
