/**
 * POST recommendation → 502 persistence_failed: an answer that cannot be recorded is not served.
 *
 * @alone it measures time
 * @slow it takes seconds
 */

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withCommitTurns } from "../../../src/store/sqlite/commit-turns.ts";
import { openStore, storePath } from "../../../src/store/sqlite/index.ts";
import { requestBody } from "../../support/payloads.ts";
import { testService } from "../support/service.ts";

/**
 * A service on a store of its own, with keys, active consent and a second connection to its file.
 */
async function ownService(options: {
  busyTimeoutMs?: number;
  lockWaitMs?: number;
  giveUpAfterMs?: number;
}) {
  const { giveUpAfterMs, ...waits } = options;
  const folder = mkdtempSync(join(tmpdir(), "phasewise-502-"));
  const store = openStore(folder, waits);
  const service = await testService({
    store: withCommitTurns(store, { giveUpAfterMs }),
  });
  store.consent.change("sandbox-oura", "active", "test");
  const keys = Array.from(
    { length: 3 },
    () => store.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line").key,
  );
  const other = new Database(storePath(folder));
  return {
    store,
    other,
    keys,
    call: service.call,
    post: (body = requestBody(), key = keys[0] ?? "") => service.post(body, { key }),
    async [Symbol.asyncDispose]() {
      other.close();
      await service.stop();
      store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

test("a locked database: not served, no row, no cache entry; the retry succeeds", async () => {
  await using own = await ownService({ busyTimeoutMs: 20, giveUpAfterMs: 60 });
  own.other.run("BEGIN IMMEDIATE");
  const body = requestBody();
  const failed = await own.post(body);
  expect(failed.status).toBe(502);
  expect(failed.json.error).toMatchObject({ code: "persistence_failed", details: null });
  expect(failed.json.request_id).toBe(body.request_id);
  expect(failed.text).not.toMatch(/recommendation":|SQLITE|locked/);
  own.other.run("ROLLBACK");
  expect((await own.store.audit.list({})).length).toBe(0);
  const retry = await own.post(body);
  expect(retry.status).toBe(200);
  expect(retry.headers.get("x-service-cache")).toBe("miss");
  expect((await own.store.audit.list({})).length).toBe(1);
});

test("while another process holds the lock everybody else is answered, and the answer is recorded when it is free", async () => {
  await using own = await ownService({ lockWaitMs: 20 });
  own.other.run("BEGIN IMMEDIATE");
  const answers = Promise.all(own.keys.map((key) => own.post(requestBody(), key)));
  await Bun.sleep(200);
  const asked = performance.now();
  expect((await own.call("GET", "/v1/health")).status).toBe(200);
  expect(performance.now() - asked).toBeLessThan(500);
  expect((await own.store.audit.list({})).length).toBe(0);
  own.other.run("ROLLBACK");
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await own.store.audit.list({})).length).toBe(3);
});

test("consent that ends while the lock is waited for is honoured: nothing is recorded or served", async () => {
  await using own = await ownService({ lockWaitMs: 20 });
  own.other.run("BEGIN IMMEDIATE");
  const answer = own.post();
  await Bun.sleep(200);
  own.other.run(
    `INSERT INTO ledger (at_ms, kind, subject, content, hash)
      VALUES (1, 'consent', 'sandbox-oura', '{"actor":"ada","reason":null,"state":"revoked"}', x'00')`,
  );
  own.other.run("COMMIT");
  expect((await answer).status).toBe(403);
  expect((await own.store.audit.list({})).length).toBe(0);
});

test("any other error while recording is a 502 too", async () => {
  await using own = await ownService({});
  own.other.run(
    "CREATE TRIGGER no_more BEFORE INSERT ON audit_row BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
  );
  const { status, json, text } = await own.post();
  expect(status).toBe(502);
  expect(json.error.code).toBe("persistence_failed");
  expect(text).not.toContain("disk");
});
