/**
 * Guarantee: who keeps a checkpoint elsewhere finds a cut tail and a rewritten chain that look
 * whole from inside.
 *
 * @slow it starts the program
 */
import { describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore, storePath } from "../../src/store/sqlite/index.ts";
import { run, SOURCE } from "../support/program.ts";
import { commitMany, entry, NOON_MS, temporaryDataDir, temporaryStore } from "./support.ts";

describe("a checkpoint", () => {
  test("holds now and after more was added, erased and changed", () => {
    const { store } = temporaryStore({ now: () => NOON_MS });
    expect(store.audit.verify(store.upkeep.checkpoint())).toMatchObject({ rows: 0 });
    commitMany(store, 5);
    const checkpoint = store.upkeep.checkpoint();
    expect(store.audit.verify(checkpoint)).toMatchObject({ rows: 5 });
    store.commit(entry({ request_id: "later" }), NOON_MS + 60_000);
    store.consent.change("sandbox-oura", "active", "ada");
    for (const _ of store.upkeep.erase({ client_id: "sandbox-oura" }, "ada"));
    expect(store.audit.verify(checkpoint)).toMatchObject({ rows: 6 });
  });

  test("finds that an older copy of the whole store was put in its place", () => {
    const dataDir = temporaryDataDir();
    const first = openStore(dataDir);
    commitMany(first, 3);
    first.upkeep.checkpoint();
    first.close();
    const old = join(dataDir, "old");
    copyFileSync(storePath(dataDir), old);
    const second = openStore(dataDir);
    second.commit(entry({ request_id: "later" }), NOON_MS + 60_000);
    const rows = second.upkeep.checkpoint();
    second.consent.change("sandbox-oura", "active", "ada");
    const events = second.upkeep.checkpoint();
    second.close();
    copyFileSync(old, storePath(dataDir));
    const third = openStore(dataDir);
    expect(third.audit.verify()).toMatchObject({ rows: 3, head: expect.any(String) });
    expect(third.audit.verify(rows)).toMatchObject({
      part: "checkpoint",
      why: "rows are missing: there were 4",
    });
    third.commit(entry({ request_id: "later" }), NOON_MS + 60_000);
    expect(third.audit.verify(rows)).toMatchObject({ why: expect.stringMatching(/was rewritten/) });
    expect(third.audit.verify(events)).toMatchObject({
      why: expect.stringMatching(/ledger events are missing/),
    });
    third.close();
  });

  test.each([1, 2, 3])("of %i rows finds that others stand in their place", (rows) => {
    const dataDir = temporaryDataDir();
    const old = join(dataDir, "old");
    const empty = openStore(dataDir);
    empty.upkeep.checkpoint();
    empty.close();
    copyFileSync(storePath(dataDir), old);
    const kept = openStore(dataDir);
    commitMany(kept, rows);
    const checkpoint = kept.upkeep.checkpoint();
    expect(kept.audit.verify(checkpoint)).toMatchObject({ rows });
    kept.close();
    copyFileSync(old, storePath(dataDir));
    const other = openStore(dataDir);
    for (let n = 0; n < rows; n++) other.commit(entry({ request_id: `other-${n}` }), NOON_MS + n);
    expect(other.audit.verify()).toMatchObject({ rows });
    expect(other.audit.verify(checkpoint)).toMatchObject({
      part: "checkpoint",
      why: expect.stringMatching(/was rewritten/),
    });
    other.close();
  });

  test("of another store, or one that was changed, is no proof", () => {
    const { store } = temporaryStore();
    commitMany(store, 2);
    const signed = store.upkeep.checkpoint();
    const other = temporaryStore().store.upkeep.checkpoint();
    expect(store.audit.verify(other)).toMatchObject({
      why: expect.stringMatching(/does not know its key/),
    });
    const changed = { ...signed, checkpoint: { ...signed.checkpoint, rows: 1 } };
    expect(store.audit.verify(changed)).toMatchObject({
      why: expect.stringMatching(/signature does not hold/),
    });
  });
});

test("the commands write one, check against it, and refuse what is none", async () => {
  const { store, dataDir } = temporaryStore();
  commitMany(store, 2);
  const file = join(dataDir, "checkpoint.json");
  const phasewise = (...words: string[]) => run([...SOURCE, ...words, "--data-dir", dataDir]);
  expect((await phasewise("audit", "checkpoint", "--out", file)).code).toBe(0);
  const text = readFileSync(file, "utf8");
  expect((await phasewise("audit", "checkpoint", "--out", file)).code).toBe(1);
  expect(readFileSync(file, "utf8")).toBe(text);
  expect((await phasewise("audit", "verify", "--checkpoint", file)).code).toBe(0);
  writeFileSync(file, "{}");
  const refused = await phasewise("audit", "verify", "--checkpoint", file);
  expect([refused.code, refused.stderr]).toEqual([1, `${file} is not an audit checkpoint\n`]);
  expect((await phasewise("audit", "verify", "--checkpoint", join(dataDir, "none"))).code).toBe(1);
  expect(existsSync(join(dataDir, "none"))).toBe(false);
}, 120_000);
