/** POST recommendation → 502 persistence_failed: what cannot be recorded is not served. */

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, storePath } from "../../../src/store/index.ts";
import { requestBody } from "../../support/payloads.ts";
import { testService } from "../support/service.ts";

test("a locked database: not served, no row, no cache entry; the retry succeeds", async () => {
  const folder = mkdtempSync(join(tmpdir(), "phasewise-502-"));
  const store = openStore(folder, { busyTimeoutMs: 20 });
  const own = await testService({ store, lockWaitMs: 60 });
  const key = store.keys.issue({ tenant: "oura", environment: "sandbox" }).key;
  for (const state of ["provisioned", "active"] as const) store.consent.change("sandbox-oura", state, "test");
  const other = new Database(storePath(folder));
  other.run("BEGIN IMMEDIATE");
  const body = requestBody();
  const failed = await own.post(body, { key });
  expect(failed.status).toBe(502);
  expect(failed.json.error).toMatchObject({ code: "persistence_failed", details: null });
  expect(failed.json.request_id).toBe(body.request_id);
  expect(failed.text).not.toMatch(/recommendation":|SQLITE|locked/);
  other.run("ROLLBACK");
  other.close();
  expect(store.audit.list({}).length).toBe(0);
  const retry = await own.post(body, { key });
  expect(retry.status).toBe(200);
  expect(retry.headers.get("x-service-cache")).toBe("miss");
  expect(store.audit.list({}).length).toBe(1);
  await own.stop();
  store.close();
  rmSync(folder, { recursive: true });
});

test("while another process holds the lock everybody else is answered, and the answer is recorded when it is free", async () => {
  const folder = mkdtempSync(join(tmpdir(), "phasewise-502-"));
  const store = openStore(folder, { lockWaitMs: 20 });
  const own = await testService({ store });
  const key = () => store.keys.issue({ tenant: "oura", environment: "sandbox" }).key;
  const keys = [key(), key(), key()];
  store.consent.change("sandbox-oura", "active", "test");
  const other = new Database(storePath(folder));
  other.run("BEGIN IMMEDIATE");
  const answers = Promise.all(keys.map((key) => own.post(requestBody(), { key })));
  await Bun.sleep(200);
  const asked = performance.now();
  expect((await own.call("GET", "/v1/health")).status).toBe(200);
  expect(performance.now() - asked).toBeLessThan(500);
  expect(store.audit.list({}).length).toBe(0);
  other.run("ROLLBACK");
  other.close();
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(store.audit.list({}).length).toBe(3);
  await own.stop();
  store.close();
  rmSync(folder, { recursive: true });
});

test("consent that ends while the lock is waited for is honoured: nothing is recorded or served", async () => {
  const folder = mkdtempSync(join(tmpdir(), "phasewise-502-"));
  const store = openStore(folder, { lockWaitMs: 20 });
  const own = await testService({ store });
  const { key } = store.keys.issue({ tenant: "oura", environment: "sandbox" });
  store.consent.change("sandbox-oura", "active", "test");
  const other = new Database(storePath(folder));
  other.run("BEGIN IMMEDIATE");
  const answer = own.post(requestBody(), { key });
  await Bun.sleep(200);
  other.run(
    "INSERT INTO consent_change (client_id, state, at_ms, actor) VALUES ('sandbox-oura', 'revoked', 1, 'operator')",
  );
  other.run("COMMIT");
  other.close();
  expect((await answer).status).toBe(403);
  expect(store.audit.list({}).length).toBe(0);
  await own.stop();
  store.close();
  rmSync(folder, { recursive: true });
});

test("any other error while recording is a 502 too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "phasewise-502-"));
  const store = openStore(folder);
  const own = await testService({ store });
  const { key } = store.keys.issue({ tenant: "oura", environment: "sandbox" });
  store.consent.change("sandbox-oura", "active", "test");
  const other = new Database(storePath(folder));
  other.run(
    "CREATE TRIGGER no_more BEFORE INSERT ON audit_row BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
  );
  other.close();
  const { status, json, text } = await own.post(requestBody(), { key });
  expect(status).toBe(502);
  expect(json.error.code).toBe("persistence_failed");
  expect(text).not.toContain("disk");
  await own.stop();
  store.close();
  rmSync(folder, { recursive: true });
});
