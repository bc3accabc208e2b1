/**
 * Guarantees: one server for one data directory; nothing is recorded into, or answered from, a
 * database that lies elsewhere now; a log without its database is not swallowed by an empty one.
 *
 * @slow it starts the program
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { withCommitTurns } from "../../src/store/sqlite/commit-turns.ts";
import { openStore, storePath } from "../../src/store/sqlite/index.ts";
import { takeServerLock } from "../../src/store/sqlite/server-lock.ts";
import { testService } from "../contract/support/service.ts";
import { requestBody } from "../support/payloads.ts";
import { run, SOURCE, serve } from "../support/program.ts";
import { commitMany, entry, NOON_MS, temporaryDataDir, temporaryStore } from "./support.ts";

setDefaultTimeout(120_000);

describe("a second server on one data directory", () => {
  test("is refused with one line, and gets it when the first was killed", async () => {
    const dataDir = temporaryDataDir();
    const first = await serve(SOURCE, dataDir, { awaitReady: false });
    const second = await run([...SOURCE, "serve", "--port", "0", "--data-dir", dataDir]);
    expect([second.code, second.stdout]).toEqual([1, ""]);
    expect(second.stderr).toMatch(
      /^phasewise serves .* already: stop it first, or give another --data-dir\n$/,
    );
    first.signal("SIGKILL");
    await first.exited;
    const third = await serve(SOURCE, dataDir, { awaitReady: false });
    third.signal("SIGKILL");
    await third.exited;
  });

  test("does not keep commands from working", () => {
    const { store, dataDir } = temporaryStore();
    const lock = takeServerLock(dataDir);
    commitMany(store, 1);
    expect(() => takeServerLock(dataDir)).toThrow("already");
    lock.release();
    takeServerLock(dataDir).release();
  });
});

describe("a database that was moved away or replaced while it is open", () => {
  const ways: [string, (path: string) => void][] = [
    ["moved away", (path) => renameSync(path, `${path}.away`)],
    ["removed", (path) => rmSync(path)],
    [
      "replaced by a copy",
      (path) => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
    ],
  ];

  test.each(ways)("%s: nothing is recorded any more", (_, move) => {
    const { store, dataDir } = temporaryStore();
    commitMany(store, 2);
    expect(store.fault()).toBeNull();
    move(storePath(dataDir));
    expect(store.fault()).toMatch(/moved away or replaced .*: put it back, or stop phasewise/);
    expect(() => store.commit(entry({ request_id: "later" }), NOON_MS + 9_000)).toThrow(
      "persistence_failed",
    );
    expect(() => store.consent.change("sandbox-oura", "active", "ada")).toThrow("moved away");
    expect(() =>
      store.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line"),
    ).toThrow("moved away");
    expect([...store.audit.walk({})]).toHaveLength(2);
  });

  test.each(ways)("%s: requests and readiness are 503, replays too", async (_, move) => {
    const dataDir = temporaryDataDir();
    const store = openStore(dataDir);
    const service = await testService({ store: withCommitTurns(store), now: undefined });
    try {
      store.consent.change("sandbox-oura", "active", "ada");
      const key = store.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line").key;
      const body = requestBody();
      expect((await service.post(body, { key })).status).toBe(200);
      move(storePath(dataDir));
      for (const again of [body, requestBody()]) {
        const { status, json } = await service.post(again, { key });
        expect([status, json.error.code]).toEqual([503, "service_unavailable"]);
      }
      expect((await service.call("GET", "/v1/health/ready")).status).toBe(503);
      expect((await service.call("GET", "/v1/health")).status).toBe(200);
    } finally {
      await service.stop();
      store.close();
    }
  });
});

describe("a log whose database is gone", () => {
  test("stops every command, is left alone, and loses no row when the database is back", async () => {
    const dataDir = temporaryDataDir();
    const store = openStore(dataDir);
    const path = storePath(dataDir);
    commitMany(store, 3);
    // As after kill -9: the newest rows are in the log alone.
    const kept = [path, `${path}-wal`].map((file) => readFileSync(file));
    store.close();
    rmSync(path);
    writeFileSync(`${path}-wal`, kept[1] ?? "");
    for (const words of [
      ["keys", "issue", "--tenant", "oura", "--environment", "sandbox"],
      ["audit", "verify"],
      ["serve", "--port", "0"],
    ]) {
      const { code, stdout, stderr } = await run([...SOURCE, ...words, "--data-dir", dataDir]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(
        /^[^\n]*(is gone, but its write-ahead log is there|no state store)[^\n]*\n$/,
      );
      expect(existsSync(path)).toBe(false);
    }
    expect(readFileSync(`${path}-wal`).equals(kept[1] ?? Buffer.of())).toBe(true);
    writeFileSync(path, kept[0] ?? "");
    const back = openStore(dataDir);
    expect(back.audit.verify()).toMatchObject({ rows: 3 });
    back.close();
  });
});
