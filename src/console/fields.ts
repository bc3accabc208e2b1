/**
 * The fields of a change, from a form of the console or a JSON object, and how each is read. A
 * faulty one is refused with its name.
 * @module
 */
import { UsageError } from "../contract/error.ts";
import { ConsoleRefusal } from "./refusal.ts";

/** A form of the console has a few hundred. */
const FORM_BYTES_MAX = 16 * 1024;
const TEXT_CHARS_MAX = 500;

type Fields = ReadonlyMap<string, string>;

export async function readFields(request: Request): Promise<Fields> {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim() ?? "";
  const text = await request.text();
  if (Buffer.byteLength(text) > FORM_BYTES_MAX)
    throw new ConsoleRefusal(413, `a change has at most ${FORM_BYTES_MAX} bytes`);
  if (type === "application/x-www-form-urlencoded") return new Map(new URLSearchParams(text));
  if (type === "application/json") return fromJson(text);
  throw new ConsoleRefusal(415, "send application/json");
}

function fromJson(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text === "" ? "{}" : text);
  } catch {
    throw new ConsoleRefusal(400, "the body is no JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ConsoleRefusal(400, "the body must be a JSON object");
  const members = Object.entries(value).filter(([, member]) => member !== null);
  const odd = members.find(([, member]) => typeof member !== "string");
  if (odd !== undefined) throw new UsageError(`${odd[0]} must be a text`);
  return new Map(members as [string, string][]);
}

/** Undefined where the field is missing or blank, as an empty input of a form is. */
export function textField(fields: Fields, name: string): string | undefined {
  const text = fields.get(name)?.trim() ?? "";
  if (text.length > TEXT_CHARS_MAX)
    throw new UsageError(`${name} has more than ${TEXT_CHARS_MAX} characters`);
  return text === "" ? undefined : text;
}

export function choiceField<const T extends string>(
  fields: Fields,
  name: string,
  choices: readonly T[],
): T {
  const value = textField(fields, name);
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) {
    const given = value === undefined ? "is missing" : `is ${JSON.stringify(value)}`;
    throw new UsageError(`${name} ${given}: give ${choices.join(" or ")}`);
  }
  return choice;
}
