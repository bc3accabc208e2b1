/**
 * Guarantees of `keys`, `consent` and `audit`: exit codes, one line on stderr, parseable --json,
 * nothing secret repeated.
 *
 * @slow it starts the program
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AuditEntry } from "../../src/store/records.ts";
import { openStore } from "../../src/store/sqlite/index.ts";
import { type Outcome, run, SOURCE } from "../support/program.ts";
import { commitMany, entry, NOON_MS, tamper, temporaryDataDir } from "./support.ts";

// Each command is a process of its own; a busy machine may take its time over a dozen of them.
setDefaultTimeout(120_000);

function phasewise(dataDir: string, ...words: string[]): Promise<Outcome> {
  return run([...SOURCE, ...words, "--data-dir", dataDir]);
}

async function json<T>(dataDir: string, ...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await phasewise(dataDir, ...words, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.trimEnd()).not.toContain("\n");
  return JSON.parse(stdout) as T;
}

/** A failure is its exit code, nothing on stdout, and one line on stderr without a stack trace. */
function expectFailure(outcome: Outcome, code: 1 | 2, line: RegExp): void {
  expect([outcome.code, outcome.stdout]).toEqual([code, ""]);
  expect(outcome.stderr).toMatch(/^[^\n]+\n$/);
  expect(outcome.stderr).toMatch(line);
  expect(outcome.stderr).not.toMatch(/\bat .*:\d+:\d+/);
}

const ISSUE = ["keys", "issue", "--tenant", "oura", "--environment", "sandbox"];
interface Issued {
  key_id: string;
  key: string;
  client_id: string;
}

function seeded(entries: Partial<AuditEntry>[]) {
  const dataDir = temporaryDataDir();
  const store = openStore(dataDir);
  const rows = entries.map((changes, i) =>
    store.commit(entry({ request_id: `request-${i}`, ...changes }), NOON_MS + i),
  );
  store.close();
  return { dataDir, rows };
}

describe("keys", () => {
  test("a key from issue works, is honoured by an open store within its next call, and ends with revoke", async () => {
    const dataDir = temporaryDataDir();
    const server = openStore(dataDir);
    const issued = await json<Issued>(dataDir, ...ISSUE, "--label", "pilot", "--expires-in", "90d");
    expect(Object.keys(issued).sort()).toEqual(["client_id", "key", "key_id"]);
    expect(server.keys.authenticate(issued.key)?.client_id).toBe("sandbox-oura");
    const revoked = await phasewise(dataDir, "keys", "revoke", issued.key_id);
    expect([revoked.code, revoked.stderr]).toEqual([0, ""]);
    expect(server.keys.authenticate(issued.key)).toBeNull();
    server.close();
  });

  test("issue for people shows the key once and the next step; list shows the record and never the key", async () => {
    const dataDir = temporaryDataDir();
    const issued = await phasewise(dataDir, ...ISSUE, "--label", "pilot\u001b[31m");
    const key = /pw_sandbox_\w+/.exec(issued.stdout)?.[0] ?? "";
    expect(issued.stdout.trimEnd().split("\n").at(-1)).toBe(
      "Consent of sandbox-oura is not_provisioned. Next: phasewise consent activate sandbox-oura",
    );
    await phasewise(dataDir, "consent", "activate", "sandbox-oura");
    const further = await phasewise(dataDir, ...ISSUE);
    expect(further.stdout).toEndWith("Consent of sandbox-oura is active.\n");
    await phasewise(dataDir, "keys", "revoke", /key_\w+/.exec(further.stdout)?.[0] ?? "");
    const listed = await phasewise(dataDir, "keys", "list");
    expect(listed.stdout).toMatch(
      /key_\w+ +sandbox-oura +valid .*never +issued, command line +pilot/,
    );
    expect(listed.stdout).not.toContain("\u001b");
    const records = await json<Record<string, unknown>[]>(dataDir, "keys", "list");
    expect(records[0]).toMatchObject({
      client_id: "sandbox-oura",
      expires_at: null,
      revoked_at: null,
    });
    expect(key).not.toBe("");
    expect(listed.stdout + JSON.stringify(records)).not.toContain(key);
  });

  test("rotate issues a successor and lets the old key run out", async () => {
    const dataDir = temporaryDataDir();
    const old = await json<Issued>(dataDir, ...ISSUE);
    const next = await json<Issued>(dataDir, "keys", "rotate", old.key_id, "--grace", "0m");
    const store = openStore(dataDir);
    expect(store.keys.authenticate(old.key)).toBeNull();
    expect(store.keys.authenticate(next.key)?.key_id).toBe(next.key_id);
    store.close();
    expectFailure(await phasewise(dataDir, "keys", "rotate", old.key_id), 1, /no longer valid/);
  });

  test("a key pasted instead of its id is not repeated", async () => {
    const dataDir = temporaryDataDir();
    const { key } = await json<Issued>(dataDir, ...ISSUE);
    const outcome = await phasewise(dataDir, "keys", "revoke", key);
    expectFailure(outcome, 1, /keys list/);
    expect(outcome.stderr).not.toContain(key);
  });
});

describe("consent", () => {
  test("goes through its states and shows the history", async () => {
    const dataDir = temporaryDataDir();
    const client = "sandbox-oura";
    await json(dataDir, "keys", "issue", "--tenant", "oura", "--environment", "production");
    const show = () =>
      json<{ consent_state: string; history: unknown[] }>(dataDir, "consent", "show", client);
    expect(await show()).toEqual({
      client_id: client,
      consent_state: "not_provisioned",
      history: [],
    } as never);
    const change = (verb: string) =>
      json<object>(dataDir, "consent", verb, client, "--reason", "contract 12");
    expect(await change("provision")).toEqual({
      client_id: client,
      consent_state: "provisioned",
      changed: true,
    });
    expect(await change("activate")).toEqual({
      client_id: client,
      consent_state: "active",
      changed: true,
    });
    expect(await change("activate")).toEqual({
      client_id: client,
      consent_state: "active",
      changed: false,
    });
    expect(await change("revoke")).toEqual({
      client_id: client,
      consent_state: "revoked",
      changed: true,
    });
    const { history } = await show();
    expect(history).toMatchObject(
      ["provisioned", "active", "revoked"].map((state) => ({ state, reason: "contract 12" })),
    );
    expectFailure(
      await phasewise(dataDir, "consent", "provision", client),
      1,
      /consent activate sandbox-oura/,
    );
  });

  test("without a record there is nothing to revoke", async () => {
    expectFailure(
      await phasewise(temporaryDataDir(), "consent", "revoke", "sandbox-oura"),
      1,
      /no consent record/,
    );
  });
});

describe("audit", () => {
  test("list --json is one whole row a line, newest last, by client, time and number", async () => {
    const { dataDir, rows } = seeded([
      {},
      { client_id: "production-oura", served_at: "2026-11-20T13:00:00.000Z" },
      { served_at: "2026-11-21T00:00:00.000Z" },
      { served_at: "2026-11-22T00:00:00.000Z" },
    ]);
    const list = async (...words: string[]) => {
      const { code, stdout } = await phasewise(dataDir, "audit", "list", "--json", ...words);
      expect(code).toBe(0);
      return stdout
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    };
    expect(await list()).toEqual(JSON.parse(JSON.stringify(rows)));
    expect(Object.keys((await list())[0]).sort()).toEqual(
      "citations client_id confidence corpus_version hash id model_version outcome previous_hash query request_id request_sha256 response served_at signals timings_ms trace_id".split(
        " ",
      ),
    );
    expect(await list("--limit", "1")).toMatchObject([{ id: rows[3]?.id }]);
    expect(await list("--outcome", "served", "--limit", "1")).toMatchObject([{ id: rows[3]?.id }]);
    expect(await list("--request-id", "nobody's")).toEqual([]);
    expect(await list("--client", "production-oura")).toMatchObject([{ id: rows[1]?.id }]);
    expect(
      await list("--since", "2026-11-20T14:00:00+01:00", "--until", "2026-11-22"),
    ).toMatchObject([{ id: rows[1]?.id }, { id: rows[2]?.id }]);
  });

  test("list for people cannot be steered by a request id", async () => {
    const { dataDir } = seeded([{ request_id: "\u001b[2Jgone\u202e" }]);
    const { stdout } = await phasewise(dataDir, "audit", "list");
    expect(stdout).toMatch(/served_at/);
    expect(stdout).not.toContain("\u001b");
    expect(stdout).not.toContain("\u202e");
  });

  test("export holds the month's billable lines and no health data, quoted and safe to open in a spreadsheet", async () => {
    const { dataDir, rows } = seeded([
      { served_at: "2026-10-31T23:59:59.999Z" },
      { served_at: "2026-11-01T00:00:00.000Z", request_id: '=HYPERLINK("http://x"),a' },
      { served_at: "2026-12-01T00:00:00.000Z" },
    ]);
    const csv = await phasewise(
      dataDir,
      "audit",
      "export",
      "--format",
      "csv",
      "--month",
      "2026-11",
    );
    const [header, line, ...more] = csv.stdout.split("\n");
    expect(header).toBe(
      "id,served_at,client_id,request_id,trace_id,outcome,model_version,corpus_version,hash",
    );
    expect(line).toStartWith(
      `${rows[1]?.id},2026-11-01T00:00:00.000Z,sandbox-oura,"'=HYPERLINK(""http://x""),a",trace-1,served,`,
    );
    expect(more).toEqual([""]);
    const ndjson = await phasewise(
      dataDir,
      "audit",
      "export",
      "--format",
      "ndjson",
      "--month",
      "2026-11",
    );
    expect(JSON.parse(ndjson.stdout)).toMatchObject({
      id: rows[1]?.id,
      request_id: '=HYPERLINK("http://x"),a',
    });
    expect(csv.stdout + ndjson.stdout).not.toMatch(/HRV|luteal|30-34/);
  });

  test("export of one client holds its lines alone", async () => {
    const { dataDir, rows } = seeded([
      { client_id: "sandbox-oura" },
      { client_id: "production-oura" },
    ]);
    const own = await phasewise(
      dataDir,
      "audit",
      "export",
      "--format",
      "ndjson",
      "--client",
      "production-oura",
    );
    const lines = own.stdout.split("\n").filter(Boolean);
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([rows[1]?.id]);
    const none = await phasewise(
      dataDir,
      "audit",
      "export",
      "--format",
      "ndjson",
      "--client",
      "nobody",
    );
    expect([none.code, none.stdout]).toEqual([0, ""]);
  });

  test("verify counts the rows of a whole chain, and names the broken row of another with exit 1", async () => {
    const dataDir = temporaryDataDir();
    const store = openStore(dataDir);
    const rows = commitMany(store, 4);
    store.close();
    const head = rows.at(-1)?.hash ?? "";
    expect(await json<object>(dataDir, "audit", "verify")).toEqual({ ok: true, rows: 4, head });
    tamper(dataDir, `DELETE FROM audit_row WHERE id = '${rows[1]?.id}'`);
    expectFailure(await phasewise(dataDir, "audit", "verify"), 1, new RegExp(`row ${rows[2]?.id}`));
    const machine = await phasewise(dataDir, "audit", "verify", "--json");
    expect(machine.code).toBe(1);
    expect(JSON.parse(machine.stdout)).toMatchObject({ ok: false, rows: 1, broken: rows[2]?.id });
  });
});

test("a replay of a row whose question was not stored says so before anything is loaded", async () => {
  const { signals } = entry();
  const { dataDir, rows } = seeded([{ query: null, signals: { ...signals, query_stored: false } }]);
  const outcome = await phasewise(dataDir, "audit", "replay", rows[0]?.id ?? "");
  expectFailure(outcome, 1, /question of row \w+ was not stored \(--store-query none\)/);
});

test("a replay of an unknown row fails before anything is loaded", async () => {
  const { dataDir } = seeded([{}]);
  expectFailure(
    await phasewise(dataDir, "audit", "replay", "nothing"),
    1,
    /no audit row "nothing"/,
  );
});

describe("a command line that cannot be understood is exit 2 and makes no store:", () => {
  test.each([
    [["keys", "issue", "--environment", "sandbox"], /--tenant is missing: give oura/],
    [["keys", "issue", "--tenant", "nobody", "--environment", "sandbox"], /--tenant is "nobody"/],
    [
      ["keys", "issue", "--tenant", "oura", "--environment", "staging"],
      /give sandbox or production/,
    ],
    [[...ISSUE, "--expires-in", "90"], /--expires-in is "90": .*90d/],
    [[...ISSUE, "--expires-in", "0d"], /--expires-in/],
    [[...ISSUE, "--expires-in", "99999999d"], /at most 3650d/],
    [[...ISSUE, "--label", " "], /--label must not be empty/],
    [["keys", "revoke"], /KEY_ID/],
    [["keys", "rotate", "key_x", "--grace", "soon"], /--grace is "soon"/],
    [
      ["consent", "activate", "sandbox-ourra"],
      /sandbox or production.*Did you mean sandbox-oura\?/,
    ],
    [["audit", "list", "--limit", "0"], /--limit is "0"/],
    [["audit", "list", "--since", "2026-02-30"], /--since is "2026-02-30"/],
    [
      ["audit", "list", "--since", "2026-11-02", "--until", "2026-11-01"],
      /--since must be before --until/,
    ],
    [["audit", "export"], /--format is missing: give csv or ndjson/],
    [["audit", "export", "--format", "csv", "--month", "2026-13"], /--month is "2026-13"/],
    [["audit", "list", "--wrong"], /--wrong.*--help/],
  ] as const)("%p", async (words, line) => {
    const dataDir = join(temporaryDataDir(), "none");
    expectFailure(await phasewise(dataDir, ...words), 2, line);
    expect(existsSync(dataDir)).toBe(false);
  });
});
