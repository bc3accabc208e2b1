/**
 * Evidence records read from NDJSON, and the passage of each that is indexed and reranked.
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import type { EvidenceDocument, Passage } from "../engine/types.ts";
import { EvidenceRecord } from "./record.ts";

/**
 * Reads every `*.ndjson` of a folder, ordered by DOI so that the result does not depend on file names.
 * @throws OperatorError naming file, line and member of the first record that is not valid, or a DOI found twice
 */
export function readRecords(folder: string): EvidenceRecord[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".ndjson"))
    .sort();
  const byDoi = new Map<string, EvidenceRecord>();
  for (const name of names) {
    for (const [index, line] of readFileSync(join(folder, name), "utf8").split("\n").entries()) {
      if (line.trim() === "") continue;
      const record = parseRecord(line, `${name}:${index + 1}`);
      if (byDoi.has(record.doi))
        throw new OperatorError(`${name}:${index + 1}: ${record.doi} is there twice`);
      byDoi.set(record.doi, record);
    }
  }
  return [...byDoi.values()].sort((a, b) => (a.doi < b.doi ? -1 : 1));
}

/** @throws OperatorError naming the place and the member that is wrong */
export function parseRecord(line: string, place: string): EvidenceRecord {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new OperatorError(`${place}: not JSON; one record per line is expected`);
  }
  const problem = Value.Errors(EvidenceRecord, value).First();
  if (problem !== undefined) {
    throw new OperatorError(`${place}: ${problem.path || "(record)"}: ${problem.message}`);
  }
  return value as EvidenceRecord;
}

/** The record without the members that only its keepers need. */
export function toDocument(record: EvidenceRecord): EvidenceDocument {
  const { provenance: _, pmid: __, ...document } = record;
  return document;
}

/** Title, findings and practice in one string: what is searched and what the cross-encoder reads. */
export function toPassage(record: EvidenceRecord): Passage {
  const title = /[.?!]$/.test(record.title) ? record.title : `${record.title}.`;
  const statements = record.findings.map((finding) => finding.statement);
  const text = [title, ...statements, ...(record.practice === undefined ? [] : [record.practice])].join(" ");
  return { id: record.doi, text, document: toDocument(record) };
}
