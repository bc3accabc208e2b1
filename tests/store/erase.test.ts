/**
 * Guarantee: what is erased is in no file of the data directory any more, and the chain, the bill
 * and the ledger still hold; what goes without a record in the ledger is found.
 *
 * @slow it starts the program
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { AuditEntry, ErasureScope } from "../../src/store/records.ts";
import type { SqliteStore } from "../../src/store/sqlite/index.ts";
import { run, SOURCE } from "../support/program.ts";
import { count, entry, filesOf, NOON_MS, rawDatabase, tamper, temporaryStore } from "./support.ts";

setDefaultTimeout(120_000);

const DAY_MS = 86_400_000;
const CLIENTS = ["sandbox-oura", "production-oura"];

/** A text that no packing can hide: it has no repetition that a dictionary would take. */
function canary(n: number): string {
  return `canary${new Bun.CryptoHasher("sha256").update(String(n)).digest("hex")}`;
}

/** Rows of two clients in turn, one a day, each with a canary in its question. */
function rowsOver(days: number, changes: Partial<AuditEntry> = {}) {
  const opened = temporaryStore();
  for (let n = 0; n < days; n++) {
    const at = NOON_MS + n * DAY_MS;
    const client_id = CLIENTS[n % 2] ?? "";
    const served_at = new Date(at).toISOString();
    const given = {
      client_id,
      served_at,
      request_id: `request-${n}`,
      query: canary(n),
      ...changes,
    };
    opened.store.commit(entry(given), at);
  }
  return opened;
}

function eraseAll(store: SqliteStore, scope: ErasureScope): number {
  let rows = 0;
  for (const erased of store.upkeep.erase(scope, "ada")) rows += erased;
  expect(store.upkeep.foldLog()).toBe(true);
  return rows;
}

/** Of all rows: which still have their question. */
function withQuestion(store: SqliteStore): string[] {
  return [...store.audit.walk({})]
    .filter(({ query }) => query !== null)
    .map(({ request_id }) => request_id);
}

describe("a row that was erased", () => {
  test("keeps its facts and shows null for the rest; the others are as they were", () => {
    const { store } = rowsOver(4);
    const before = [...store.audit.walk({})];
    expect(eraseAll(store, { client_id: "sandbox-oura", request_id: "request-2" })).toBe(1);
    const gone = {
      citations: null,
      query: null,
      request_sha256: null,
      response: null,
      signals: null,
    };
    expect([...store.audit.walk({})]).toEqual(
      before.map((row, n) =>
        n === 2 ? { ...row, ...gone, timings_ms: null } : row,
      ) as typeof before,
    );
    expect([...store.audit.bill({})]).toHaveLength(4);
    expect(store.audit.verify()).toMatchObject({ rows: 4 });
  });

  test("is not replayed, and its request is a new one afterwards", () => {
    const { store, dataDir } = rowsOver(1);
    expect(store.replay("sandbox-oura", "request-0", NOON_MS)).not.toBeNull();
    eraseAll(store, { client_id: "sandbox-oura" });
    expect(store.replay("sandbox-oura", "request-0", NOON_MS)).toBeNull();
    expect(count(dataDir, "idempotency_entry")).toBe(0);
  });

  test("cannot be guessed back: the commitment that stays is not of the text alone", () => {
    const { store, dataDir } = temporaryStore();
    for (const request_id of ["a", "b"]) store.commit(entry({ request_id }), NOON_MS);
    eraseAll(store, { client_id: "sandbox-oura" });
    const rows = rawDatabase(dataDir).query("SELECT hex(commitment) AS c FROM audit_row").all();
    expect(new Set((rows as { c: string }[]).map(({ c }) => c)).size).toBe(2);
  });

  test("stands in the ledger: by whom, why, which", () => {
    const { store, dataDir } = rowsOver(5);
    eraseAll(store, { before: new Date(NOON_MS + 3 * DAY_MS).toISOString(), reason: "ticket 7" });
    const [event] = rawDatabase(dataDir).query("SELECT content FROM ledger").all() as {
      content: string;
    }[];
    expect(JSON.parse(event?.content ?? "")).toMatchObject({
      by: "ada",
      reason: "ticket 7",
      scope: { before: "2026-11-23T12:00:00.000Z" },
      ranges: [[1, 3]],
    });
  });
});

describe("erases", () => {
  test.each<[string, ErasureScope, string[]]>([
    ["one client", { client_id: "sandbox-oura" }, ["request-1", "request-3", "request-5"]],
    [
      "one request of a client",
      { client_id: "sandbox-oura", request_id: "request-4" },
      ["request-0", "request-1", "request-2", "request-3", "request-5"],
    ],
    [
      "nothing where the request is another client's",
      { client_id: "production-oura", request_id: "request-4" },
      [0, 1, 2, 3, 4, 5].map((n) => `request-${n}`),
    ],
    [
      "what is before an instant",
      { before: "2026-11-23T12:00:00.000Z" },
      ["request-3", "request-4", "request-5"],
    ],
    [
      "a client's before an instant",
      { client_id: "sandbox-oura", before: "2026-11-23T00:00:00.000Z" },
      ["request-1", "request-3", "request-4", "request-5"],
    ],
  ])("%s", (_, scope, left) => {
    const { store } = rowsOver(6);
    eraseAll(store, scope);
    expect(withQuestion(store)).toEqual(left);
    expect(store.audit.verify()).toMatchObject({ rows: 6 });
    expect(eraseAll(store, scope)).toBe(0);
  });

  test("many rows in steps of which none is long", () => {
    const { store } = rowsOver(250, { client_id: "sandbox-oura" });
    const steps = [...store.upkeep.erase({ client_id: "sandbox-oura" }, "ada")];
    expect(steps.reduce((sum, rows) => sum + rows)).toBe(250);
    expect(Math.max(...steps)).toBeLessThanOrEqual(100);
    expect(store.audit.verify()).toMatchObject({ rows: 250 });
  });
});

test("no byte of what was erased is left in any file, of the others all are", () => {
  const { store, dataDir } = rowsOver(120);
  const packed = (n: number) => {
    const row = rawDatabase(dataDir)
      .query("SELECT packed FROM audit_personal WHERE sequence = ?")
      .get(n + 1);
    // From the middle of the packed bytes: deflate would not show the text itself.
    return Buffer.from((row as { packed: Uint8Array }).packed).subarray(40, 90);
  };
  const samples = Array.from({ length: 120 }, (_, n) => packed(n));
  const found = () => {
    const files = filesOf(join(dataDir, "state"));
    return samples.map((sample) => files.some((bytes) => bytes.includes(sample)));
  };
  expect(found()).toEqual(samples.map(() => true));
  eraseAll(store, { client_id: "sandbox-oura" });
  expect(found()).toEqual(samples.map((_, n) => n % 2 === 1));
});

describe("what goes past the program is found:", () => {
  test("a personal part without a record of its erasure", () => {
    const { store, dataDir } = rowsOver(3);
    tamper(dataDir, "DELETE FROM audit_personal WHERE sequence = 2");
    expect(store.audit.verify()).toMatchObject({
      rows: 1,
      why: expect.stringMatching(/no erasure/),
    });
  });

  test("a record of an erasure that was not done", () => {
    const { store, dataDir } = rowsOver(3);
    const raw = rawDatabase(dataDir);
    const part = raw.query("SELECT * FROM audit_personal WHERE sequence = 2").values()[0];
    eraseAll(store, { client_id: "production-oura" });
    raw.run(
      "INSERT INTO audit_personal VALUES (?, ?, ?)",
      part as [number, Uint8Array, Uint8Array],
    );
    expect(store.audit.verify()).toMatchObject({
      rows: 1,
      why: expect.stringMatching(/not finished/),
    });
    eraseAll(store, { client_id: "production-oura" });
    expect(store.audit.verify()).toMatchObject({ rows: 3 });
  });
});

describe("the command", () => {
  function phasewise(dataDir: string, ...words: string[]) {
    return run([...SOURCE, ...words, "--data-dir", dataDir]);
  }

  test("erases, says how many, does nothing the second time, and a replay says why it cannot be", async () => {
    const { store, dataDir } = rowsOver(3);
    const [first] = store.audit.list({});
    const erased = await phasewise(dataDir, "audit", "erase", "--client", "sandbox-oura", "--json");
    expect([erased.code, erased.stdout, erased.stderr]).toEqual([0, '{"rows":2}\n', ""]);
    const again = await phasewise(dataDir, "audit", "erase", "--client", "sandbox-oura");
    expect(again.stdout).toStartWith("0 rows erased");
    const replay = await phasewise(dataDir, "audit", "replay", first?.id ?? "");
    expect([replay.code, replay.stdout]).toEqual([1, ""]);
    expect(replay.stderr).toMatch(/^row \w+ was erased: .*\n$/);
    const listed = await phasewise(dataDir, "audit", "list");
    expect([listed.code, listed.stdout.split("\n").length]).toEqual([0, 5]);
    expect((await phasewise(dataDir, "audit", "verify")).code).toBe(0);
  });

  test.each([
    [[], /say what to erase/],
    [["--request-id", "x"], /--request-id needs --client/],
    [["--before", "yesterday"], /--before is "yesterday"/],
    [["--client", " "], /--client must not be empty/],
  ])("%p is a usage error that erases nothing", async (words, line) => {
    const { store, dataDir } = rowsOver(2);
    const { code, stderr } = await phasewise(dataDir, "audit", "erase", ...words);
    expect([code, withQuestion(store).length]).toEqual([2, 2]);
    expect(stderr).toMatch(line);
  });
});
