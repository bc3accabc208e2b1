/** How much room the parts of a data directory take, and how the audit trail grows. */
import { readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StateStore } from "../store/port.ts";

/** With fewer rows, the empty tables are most of the file. */
const ROWS_MIN = 1_000;

/** The parts, each with what it is. */
const PARTS: Readonly<Record<string, string>> = {
  state: "keys, consent, audit rows",
  corpus: "releases of the literature",
  runtime: "libraries and weights, unpacked from the program",
  models: "the choice of a reranker",
  tmp: "temporary files of running processes",
};

export interface StorageReport {
  parts: { path: string; what: string; bytes: number }[];
  free_bytes: number;
  /** Oldest first. */
  months: { month: string; rows: number; sealed: boolean }[];
  /**
   * Of the database and the sealed months; null where there are too few rows to tell, or they
   * are in a database elsewhere.
   */
  bytes_per_row: number | null;
}

export async function measureStorage(dataDir: string, store: StateStore): Promise<StorageReport> {
  const parts = Object.entries(PARTS).map(([name, what]) => ({
    path: `${name}/`,
    what,
    bytes: bytesBelow(join(dataDir, name)),
  }));
  const months = new Map<string, number>();
  let rows = 0;
  for await (const { served_at } of store.audit.bill({})) {
    const month = served_at.slice(0, "YYYY-MM".length);
    months.set(month, (months.get(month) ?? 0) + 1);
    rows += 1;
  }
  const sealed = new Set(sealedMonths(join(dataDir, "state/sealed")));
  const { bavail, bsize } = statfsSync(dataDir);
  const kept = bytesBelow(join(dataDir, "state"), (name) => name.endsWith(".sqlite"));
  return {
    parts,
    free_bytes: bavail * bsize,
    months: [...months]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, of]) => ({ month, rows: of, sealed: sealed.has(month) })),
    bytes_per_row: rows < ROWS_MIN || kept === 0 ? null : Math.round(kept / rows),
  };
}

/** A file that goes away meanwhile takes no room. */
function bytesBelow(folder: string, counts: (name: string) => boolean = () => true): number {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true }) as string[];
  } catch {
    return 0;
  }
  return names.filter(counts).reduce((sum, name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (found?.isFile() ? found.size : 0);
  }, 0);
}

function sealedMonths(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => name.slice(0, "YYYY-MM".length));
  } catch {
    return [];
  }
}
