/**
 * Guarantee: a change, removal, swap, addition or cut of audit rows made past the program is found,
 * and named.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson } from "../../src/contract/canonical-json.ts";
import { FACT_COLUMNS, factsHash, type StoredFacts } from "../../src/store/audit-chain.ts";
import type { AuditFilter, AuditRow } from "../../src/store/records.ts";
import { commitMany, entry, NOON_MS, rawDatabase, tamper, temporaryStore } from "./support.ts";

// Each commit waits for the disk; a busy machine may take its time over a hundred of them.
setDefaultTimeout(30_000);

function chainOf(n: number) {
  const opened = temporaryStore();
  return { ...opened, rows: commitMany(opened.store, n) };
}

function idOf(rows: readonly AuditRow[], i: number): string {
  return rows[i]?.id ?? "";
}

test("an untouched chain holds, over more than one page of rows, and tells its head", () => {
  const { store, rows } = chainOf(120);
  expect(store.audit.verify()).toEqual({ rows: 120, head: rows.at(-1)?.hash ?? "" });
});

test("an empty store verifies", () => {
  expect(temporaryStore().store.audit.verify()).toEqual({ rows: 0, head: "0".repeat(64) });
});

/** What somebody does who knows how the hashes are made, but leaves the rest of the chain. */
function forge(dataDir: string, id: string, changes: Partial<StoredFacts>): void {
  tamper(dataDir, "SELECT 1");
  const raw = rawDatabase(dataDir);
  const row = raw.query("SELECT * FROM audit_row WHERE id = ?").get(id) as StoredFacts;
  const forged = { ...row, ...changes };
  raw.run("DELETE FROM audit_row WHERE id = ?", [id]);
  const values = { ...forged, hash: factsHash(forged) };
  raw.run(
    `INSERT INTO audit_row (${FACT_COLUMNS.join(", ")}) VALUES (${FACT_COLUMNS.map(() => "?").join(", ")})`,
    FACT_COLUMNS.map((name) => values[name]),
  );
}

describe("finds", () => {
  test.each([
    ["the client", "client_id = 'forged'"],
    ["the request", `request_id_json = '"other"'`],
    ["the trace", "trace_id = 'x'"],
    ["the instant it was served", "served_at_ms = served_at_ms + 1"],
    ["the month it is billed in", "served_at_ms = served_at_ms - 86400000 * 30"],
    ["the outcome", "outcome = 'insufficient_signal'"],
    ["the confidence", "confidence_value = 0.72"],
    ["a part of the confidence", "coverage = 0.1"],
    ["the model", "model_version = 'model-2'"],
    ["the corpus", "corpus_version = 'corpus-2'"],
    ["the commitment", "commitment = zeroblob(32)"],
    ["the published hash", "published = '{}'"],
    ["the id", "id = id || '0'"],
    ["the hash", "hash = zeroblob(32)"],
  ])("an edit of %s, at the row", (_, change) => {
    const { store, dataDir, rows } = chainOf(5);
    tamper(dataDir, `UPDATE audit_row SET ${change} WHERE id = '${idOf(rows, 2)}'`);
    const verdict = store.audit.verify();
    expect(verdict).toMatchObject({ rows: 2, part: "row", why: "content does not match its hash" });
    expect("broken" in verdict ? verdict.broken : "").toStartWith(idOf(rows, 2));
  });

  test.each([
    ["its salt", "UPDATE audit_personal SET salt = zeroblob(16) WHERE sequence = 3"],
    ["its bytes", "UPDATE audit_personal SET packed = x'01' WHERE sequence = 3"],
    [
      "another row's",
      `UPDATE audit_personal SET (salt, packed) = (SELECT salt, packed FROM audit_personal WHERE sequence = 2)
        WHERE sequence = 3`,
    ],
    ["none", "DELETE FROM audit_personal WHERE sequence = 3"],
  ])("a personal part that is not the recorded one: %s", (_, sql) => {
    const { store, dataDir, rows } = chainOf(5);
    tamper(dataDir, sql);
    const why = expect.stringMatching(
      /^its personal part is (missing|not the one that was recorded)/,
    );
    expect(store.audit.verify()).toMatchObject({ rows: 2, broken: idOf(rows, 2), why });
  });

  test.each([
    ["in the middle, at the row after it", 2, { rows: 3, at: 3 }],
    ["at the end, by the recorded end", 4, { rows: 5, at: 4 }],
  ])("an edit with a recomputed hash %s", (_, edited, expected) => {
    const { store, dataDir, rows } = chainOf(5);
    forge(dataDir, idOf(rows, edited), { client_id: "forged" });
    expect(store.audit.verify()).toMatchObject({
      rows: expected.rows,
      broken: idOf(rows, expected.at),
    });
  });

  test("a removed first row, at the row after it", () => {
    const { store, dataDir, rows } = chainOf(5);
    tamper(dataDir, `DELETE FROM audit_row WHERE id = '${idOf(rows, 0)}'`);
    expect(store.audit.verify()).toMatchObject({ rows: 0, broken: idOf(rows, 1) });
  });

  test("a row removed from the middle, at the row after it", () => {
    const { store, dataDir, rows } = chainOf(5);
    tamper(dataDir, `DELETE FROM audit_row WHERE id = '${idOf(rows, 2)}'`);
    expect(store.audit.verify()).toMatchObject({ rows: 2, broken: idOf(rows, 3) });
  });

  test.each([1, 3, 5])("a tail of %d rows cut off, at the recorded end", (n) => {
    const { store, dataDir, rows } = chainOf(5);
    tamper(dataDir, `DELETE FROM audit_row WHERE id >= '${idOf(rows, 5 - n)}'`);
    expect(store.audit.verify()).toMatchObject({ rows: 5 - n, broken: idOf(rows, 4) });
  });

  test("two rows with swapped places", () => {
    const { store, dataDir, rows } = chainOf(5);
    tamper(
      dataDir,
      `UPDATE audit_row SET sequence = 99 WHERE sequence = 2;
       UPDATE audit_row SET sequence = 2 WHERE sequence = 4;
       UPDATE audit_row SET sequence = 4 WHERE sequence = 99`,
    );
    expect(store.audit.verify()).toMatchObject({ rows: 1, broken: idOf(rows, 3) });
  });

  test("a row added past the program", () => {
    const { store, dataDir, rows } = chainOf(3);
    const raw = rawDatabase(dataDir);
    const last = raw.query("SELECT * FROM audit_row WHERE sequence = 3").get() as StoredFacts;
    const forged = {
      ...last,
      sequence: 4,
      id: `8${idOf(rows, 2).slice(1)}`,
      previous_hash: last.hash,
    };
    const values = { ...forged, hash: factsHash(forged) };
    raw.run(
      `INSERT INTO audit_row (${FACT_COLUMNS.join(", ")}) VALUES (${FACT_COLUMNS.map(() => "?").join(", ")})`,
      FACT_COLUMNS.map((name) => values[name]),
    );
    expect(store.audit.verify()).toMatchObject({ rows: 3, broken: forged.id });
  });

  test("a missing record of the end", () => {
    const { store, dataDir } = chainOf(2);
    tamper(dataDir, "DELETE FROM audit_head");
    expect(store.audit.verify()).toMatchObject({ rows: 0, broken: "audit_head" });
  });
});

test("ids and chain keep their order when the clock goes back", () => {
  const { store } = temporaryStore();
  const ids = [0, 5_000, -60_000, -60_000, 1].map(
    (shiftMs, i) => store.commit(entry({ request_id: `r${i}` }), NOON_MS + shiftMs).id,
  );
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(5);
  expect(store.audit.verify()).toMatchObject({ rows: 5 });
});

test("a row comes back as it was committed, whatever its texts and numbers are", () => {
  const { store } = temporaryStore();
  let n = 0;
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.dictionary(fc.string({ maxLength: 8 }), fc.integer(), { maxKeys: 5 }),
      (response, query, value, timings_ms) => {
        n += 1;
        const given = entry({
          request_id: `round-trip-${n}`,
          response,
          query,
          timings_ms,
          confidence: { value, coverage: 0, specificity: 1e-7, consistency: 1e21 },
        });
        const { id } = store.commit(given, NOON_MS);
        const { id: _, previous_hash, hash, ...back } = store.audit.get(id) as AuditRow;
        expect(JSON.stringify(back.response)).toBe(JSON.stringify(response));
        expect(canonicalJson(back)).toBe(canonicalJson(given));
      },
    ),
    { numRuns: 60 },
  );
  expect(store.audit.verify()).toMatchObject({ rows: n });
});

describe("list and walk", () => {
  test("list gives the newest, newest last; walk gives all in order", () => {
    const { store, rows } = chainOf(105);
    const ids = rows.map((row) => row.id);
    expect(store.audit.list({ limit: 3 }).map((row) => row.id)).toEqual(ids.slice(-3));
    expect([...store.audit.walk({})].map((row) => row.id)).toEqual(ids);
    expect([...store.audit.walk({ limit: 101 })].map((row) => row.id)).toEqual(ids.slice(0, 101));
  });

  test("since is included, until is not, and the client filters", () => {
    const { store, rows } = chainOf(5);
    store.commit(entry({ client_id: "production-oura" }), NOON_MS + 9_000);
    const span = { since: rows[1]?.served_at, until: rows[3]?.served_at };
    expect(store.audit.list({ client_id: "sandbox-oura", ...span }).map((row) => row.id)).toEqual([
      idOf(rows, 1),
      idOf(rows, 2),
    ]);
    expect([...store.audit.walk({ client_id: "production-oura" })]).toHaveLength(1);
    expect(store.audit.list({ client_id: "nobody" })).toEqual([]);
    expect(store.audit.get("nothing")).toBeNull();
  });

  test("outcome and request id filter, and an id gives the page before it", () => {
    const { store, rows } = chainOf(5);
    const outcome = "insufficient_signal";
    const refused = store.commit(entry({ outcome, request_id: "other" }), NOON_MS + 9_000);
    const found = (filter: AuditFilter) => store.audit.list(filter).map(({ id }) => id);
    expect(found({ outcome })).toEqual([refused.id]);
    expect(found({ request_id: "other" })).toEqual([refused.id]);
    expect(found({ request_id: "ther" })).toEqual([]);
    expect(found({ before_id: idOf(rows, 3), limit: 2 })).toEqual([idOf(rows, 1), idOf(rows, 2)]);
    expect([...store.audit.walk({ outcome: "served" })]).toHaveLength(5);
  });
});
