/** Reads the audit rows of the store and of sealed months: by id, by filter, for billing. */
import type { Database } from "bun:sqlite";
import { toAuditRow, toBillingRow } from "../audit-chain.ts";
import type { AuditStore, Immediate } from "../port.ts";
import type { AuditFilter, SealedMonth } from "../records.ts";
import { type AuditRows, createAuditRows, EVERYTHING, type SequenceSpan } from "./audit-rows.ts";
import { type SealedMonths, sealedThrough } from "./sealed-months.ts";

/** A file that holds a section of the chain. */
interface Part {
  span: SequenceSpan;
  rows: AuditRows;
  close(): void;
}

export function createAuditStore(
  db: Database,
  months: SealedMonths,
): Omit<Immediate<AuditStore>, "verify"> {
  const own = createAuditRows(db);

  /** Functions that open the files which may hold rows of this filter, oldest first. */
  function parts(filter: AuditFilter): (() => Part)[] {
    const sealed = months.all();
    const first = sealedThrough(sealed) + 1;
    const store = () => ({ span: { ...EVERYTHING, first }, rows: own, close: () => undefined });
    return [
      ...sealed
        .filter((month) => mayHold(month, filter))
        .map(
          ({ month }) =>
            () =>
              open(month),
        ),
      store,
    ];
  }

  function open(month: string): Part {
    const file = months.open(month, "read");
    return { span: EVERYTHING, rows: createAuditRows(file), close: () => file.close() };
  }

  function* walk<T>(
    filter: AuditFilter,
    pick: (part: Part, filter: AuditFilter) => Iterable<T>,
  ): Generator<T, void, undefined> {
    let left = filter.limit ?? Infinity;
    for (const openPart of parts(filter)) {
      if (left === 0) return;
      const part = openPart();
      try {
        const limit = left === Infinity ? undefined : left;
        for (const row of pick(part, { ...filter, limit })) {
          yield row;
          left -= 1;
        }
      } finally {
        part.close();
      }
    }
  }

  return {
    list(filter) {
      const newestFirst: ReturnType<typeof toAuditRow>[] = [];
      const limit = filter.limit ?? Number.MAX_SAFE_INTEGER;
      for (const openPart of parts(filter).reverse()) {
        if (newestFirst.length === limit) break;
        const part = openPart();
        try {
          const rows = part.rows.newest(filter, part.span, limit - newestFirst.length);
          for (const row of rows) newestFirst.push(toAuditRow(row));
        } finally {
          part.close();
        }
      }
      return newestFirst.reverse();
    },

    get(id) {
      for (const openPart of parts({}).reverse()) {
        const part = openPart();
        try {
          const row = part.rows.byId(id, part.span);
          if (row !== null) return toAuditRow(row);
        } finally {
          part.close();
        }
      }
      return null;
    },

    *walk(filter) {
      for (const row of walk(filter, ({ rows, span }, inPart) => rows.walk(inPart, span)))
        yield toAuditRow(row);
    },

    *bill(filter) {
      const facts = walk(filter, ({ rows, span }, inPart) => rows.walkFacts(inPart, span));
      for (const row of facts) yield toBillingRow(row);
    },
  };
}

function mayHold(
  { served_from_ms, served_to_ms }: SealedMonth,
  { since, until }: AuditFilter,
): boolean {
  return (
    (since === undefined || served_to_ms >= Date.parse(since)) &&
    (until === undefined || served_from_ms < Date.parse(until))
  );
}
