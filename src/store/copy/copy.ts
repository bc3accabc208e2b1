/**
 * Copies keys, consent, ledger and audit rows from one database to another.
 *
 * A row gets a place in the target's chain. It keeps the hash that it was billed with among its
 * facts, and its personal part as it is. The ledger says where the source's chains ended.
 * @module
 */
import { canonicalJson } from "../../contract/canonical-json.ts";
import { OperatorError } from "../../contract/error.ts";
import { type ChainHead, chainFacts, NO_ROWS } from "../append-row.ts";
import { hex, type StoredRow } from "../audit-chain.ts";
import { rangesOfRows } from "../erased-rows.ts";
import { contentOf, type LedgerEvent, type StoredEvent } from "../ledger.ts";
import type { Verification } from "../records.ts";
import type { CopiedEntry, CopySource, CopyTarget } from "./types.ts";

/** A row's number in the source and where it is in the target. */
type RowPlaces = Map<string, { chain: string; sequence: number }>;

/**
 * Both sides are checked in full. The caller keeps or drops what was written.
 * @returns how many rows were copied
 * @throws OperatorError where a side does not hold
 */
export async function copyState(from: CopySource, to: CopyTarget, nowMs: number): Promise<number> {
  const source = requireWhole(await from.verify(), `the ${from.name} to copy from`);
  const entries = await from.entries();
  for (const key of await from.keys()) await to.key(key);
  const pem = await from.signingKey();
  if (pem !== null) await to.signingKey(pem);
  const wanted = new Set(entries.map((entry) => nameOf(from, entry)));
  const moved = await copyRows(from, to, wanted);
  for await (const event of from.events())
    for (const made of translate(event, from, to, moved)) await to.event(made);
  const content = { from: from.name, rows: source.rows, head: source.head };
  await to.event({ at_ms: nowMs, kind: "copy", subject: "", content });
  for (const entry of entries) {
    const place = moved.get(nameOf(from, entry));
    if (place !== undefined) await to.entry({ ...entry, sequence: place.sequence });
  }
  await to.end(await from.newestMs());
  const target = requireWhole(await to.verify(), "the copy");
  if (target.rows !== source.rows)
    throw new OperatorError(`the copy has ${target.rows} rows of ${source.rows}: nothing was kept`);
  return target.rows;
}

function requireWhole(found: Verification, what: string): { rows: number; head: string } {
  if (!("broken" in found)) return found;
  throw new OperatorError(`${what} does not hold: ${found.part} ${found.broken}: ${found.why}`);
}

function nameOf(side: CopySource, row: Pick<CopiedEntry, "client_id" | "sequence">): string {
  return `${side.chainOf(row.client_id)} ${row.sequence}`;
}

/** @returns where the erased rows are now, and those that are wanted */
async function copyRows(from: CopySource, to: CopyTarget, wanted: Set<string>): Promise<RowPlaces> {
  const heads = new Map<string, ChainHead>();
  const moved: RowPlaces = new Map();
  for await (const row of from.rows()) {
    const chain = to.chainOf(row.client_id);
    const head = heads.get(chain) ?? NO_ROWS;
    const { sequence: _, previous_hash, hash, salt, packed, ...facts } = row;
    const published = row.published ?? billedWith({ previous_hash, hash });
    const placed = chainFacts({ ...facts, published }, head);
    const part = salt === null || packed === null ? null : { salt, packed };
    await to.row(placed, part, head);
    heads.set(chain, { row_count: placed.sequence, id: row.id, hash: hex(placed.hash) });
    const name = nameOf(from, row);
    if (part === null || wanted.has(name)) moved.set(name, { chain, sequence: placed.sequence });
  }
  return moved;
}

/** The hashes that a bill names, in the form of a row of an earlier schema. */
function billedWith({ hash, previous_hash }: Pick<StoredRow, "hash" | "previous_hash">): string {
  return canonicalJson({ hash: hex(hash), previous_hash: hex(previous_hash) });
}

/** The same event for the target. A sealed month is among its rows, so its seal is left out. */
function translate(
  event: StoredEvent,
  from: CopySource,
  to: CopyTarget,
  moved: RowPlaces,
): LedgerEvent[] {
  const { at_ms, kind, subject } = event;
  if (kind === "seal") return [];
  if (kind !== "erasure") return [{ at_ms, kind, subject, content: contentOf(event) }];
  const { ranges, client_id, ...content } = contentOf<{
    ranges: [number, number][];
    client_id?: string;
  }>(event);
  const byChain = new Map<string, number[]>();
  for (const [first, last] of ranges) {
    for (let sequence = first; sequence <= last; sequence++) {
      const place = moved.get(nameOf(from, { client_id: client_id ?? "", sequence }));
      if (place === undefined) throw new OperatorError("an erased row is not among the rows");
      byChain.set(place.chain, [...(byChain.get(place.chain) ?? []), place.sequence]);
    }
  }
  return [...byChain].map(([chain, rows]) => {
    const which = to.name === "database" ? { client_id: chain } : {};
    const sorted = rangesOfRows(rows.sort((a, b) => a - b));
    return { at_ms, kind, subject, content: { ...content, ...which, ranges: sorted } };
  });
}
