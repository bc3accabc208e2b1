/**
 * The project's own evidence records, one JSON document per line.
 * @module
 */
import { Value } from "@sinclair/typebox/value";
import { EvidenceRecord } from "../record.ts";
import { type JsonObject, text } from "./json-read.ts";
import { type JsonValue, JsonValues } from "./json-values.ts";
import type { RecordRead, RecordReader } from "./record-reader.ts";

export function looksLikeEvidence(value: JsonObject): boolean {
  return "findings" in value && ("provenance" in value || "population" in value);
}

export class EvidenceReader implements RecordReader {
  readonly #values = new JsonValues();

  write(piece: string): RecordRead[] {
    return this.#values.write(piece).map(foundIn);
  }

  end(): RecordRead[] {
    return this.#values.end().map(foundIn);
  }
}

function foundIn({ line, value }: JsonValue): RecordRead {
  const doi = text(value, "doi");
  const at = { line, ...(doi !== undefined && { id: doi }) };
  if (Value.Check(EvidenceRecord, value)) return { ...at, record: value };
  const problem = Value.Errors(EvidenceRecord, value).First();
  return {
    ...at,
    refused: `${problem?.path || "(record)"}: ${problem?.message ?? "not an evidence record"}`,
  };
}
