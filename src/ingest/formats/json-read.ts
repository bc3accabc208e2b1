/**
 * Reading members of JSON whose shape is not known.
 * @module
 */
import type { ArticleDraft } from "../article.ts";
import { JsonValues } from "./json-values.ts";
import type { RecordRead, RecordReader } from "./record-reader.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value on a path of member names, or undefined. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    value,
  );
}

/** The text of a member; a number becomes its digits, a list its first text. */
export function text(value: unknown, ...path: readonly string[]): string | undefined {
  const found = member(value, ...path);
  if (typeof found === "string") return found;
  if (typeof found === "number") return String(found);
  return Array.isArray(found) && found.length > 0 ? text(found[0]) : undefined;
}

/** The elements of a list; a single value counts as a list of one, as getpapers writes it. */
export function list(value: unknown, ...path: readonly string[]): unknown[] {
  const found = member(value, ...path);
  if (Array.isArray(found)) return found;
  return found === undefined || found === null ? [] : [found];
}

/** The texts of a list. */
export function texts(value: unknown, ...path: readonly string[]): string[] {
  return list(value, ...path).filter((item) => typeof item === "string");
}

/** How one service writes a record. */
export interface JsonShape {
  /** Whether a value looks like a record of this service. */
  matches(value: JsonObject): boolean;
  draft(value: JsonObject): ArticleDraft;
}

/** Envelopes around a single record ("message" of Crossref, "full" of getpapers). */
const ENVELOPES = ["message", "full", "result"];

/**
 * The records that a value is or holds: itself, the value of an envelope, or the members of a map
 * of records, those that are no records among them as null. Empty where nothing in it is a record.
 */
export function recordsIn(
  value: unknown,
  matches: (value: JsonObject) => boolean,
): (JsonObject | null)[] {
  if (!isObject(value)) return [];
  const enveloped = ENVELOPES.map((name) => member(value, name)).find(
    (inner) => isObject(inner) && matches(inner),
  );
  if (isObject(enveloped)) return [enveloped];
  if (matches(value)) return [value];
  const members = Object.values(value).flat().filter(isObject);
  return members.some(matches) ? members.map((each) => (matches(each) ? each : null)) : [];
}

export class JsonReader implements RecordReader {
  readonly #values = new JsonValues();
  readonly #shape: JsonShape;

  constructor(shape: JsonShape) {
    this.#shape = shape;
  }

  write(piece: string): RecordRead[] {
    return this.#values.write(piece).flatMap((value) => this.#found(value));
  }

  end(): RecordRead[] {
    return this.#values.end().flatMap((value) => this.#found(value));
  }

  #found({ line, value }: { line: number; value: unknown }): RecordRead[] {
    const records = recordsIn(value, this.#shape.matches);
    const refused = { line, refused: "not a record of this format" };
    if (records.length === 0) return [refused];
    return records.map((record) => {
      if (record === null) return refused;
      const draft = this.#shape.draft(record);
      const id = draft.dois[0] ?? text(record, "id");
      return { line, ...(id !== undefined && { id }), draft };
    });
  }
}
