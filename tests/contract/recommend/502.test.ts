/** POST recommendation → 502 persistence_failed: what cannot be recorded is not served. */

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, storePath } from "../../../src/store/index.ts";
import { requestBody } from "../../support/payloads.ts";
import { testService, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

test("a locked database: not served, no row, no cache entry; the retry succeeds", async () => {
  const folder = mkdtempSync(join(tmpdir(), "phasewise-502-"));
  const store = openStore(folder, { busyTimeoutMs: 20 });
  const own = await testService({ store });
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

test("any other error while recording is a 502 too", async () => {
  const { commit } = service().store;
  service().store.commit = () => {
    throw new TypeError("undefined is not a column");
  };
  const { status, json, text } = await service().post();
  expect(status).toBe(502);
  expect(json.error.code).toBe("persistence_failed");
  expect(text).not.toContain("column");
  service().store.commit = commit;
});
