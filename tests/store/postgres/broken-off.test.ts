/**
 * Guarantee: whatever breaks a commit off, its request gets one row and one answer: a server that
 * is killed between the commit and its acknowledgement, a cable that is pulled, a connection that
 * is cut. No request waits beyond its time meanwhile.
 *
 * @slow it starts PostgreSQL
 * @alone it measures time
 */
import { expect, test } from "bun:test";
import type { StateStore } from "../../../src/store/port.ts";
import type { AuditRow } from "../../../src/store/records.ts";
import { startProxy } from "../../support/tcp-proxy.ts";
import { entry } from "../entry.ts";
import { CLIENT, onPostgres } from "./support.ts";

const WAIT_MS = 500;
const FIRST = entry({ response: '{"by":"first"}' });
/** The same request, computed again. */
const AGAIN = entry({ response: '{"by":"again"}' });

onPostgres("a commit", (server) => {
  const admin = (sql: string) => server.cluster().admin("postgres", sql);

  /** As a client of the service does: the same request until it is answered. */
  async function retried(store: StateStore): Promise<AuditRow> {
    for (;;) {
      try {
        return await store.commit(AGAIN);
      } catch {
        await Bun.sleep(20);
      }
    }
  }

  /** Commits that wait for a standby, in the databases that the condition names. */
  const waiting = async (databases: string) =>
    (
      await admin(
        `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname ${databases}`,
      )
    ).length;

  /** No answer to a commit comes while the server waits for a standby that is not there. */
  async function setAwaited(names: string): Promise<void> {
    await admin(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await admin("SELECT pg_reload_conf()");
    if (names === "") return;
    // The server's processes read it one after the other, and the first commits may still pass.
    for (let at = 0; (await waiting("= 'postgres'")) === 0; at++) {
      admin(`CREATE TABLE awaited_${at} ()`).catch(() => undefined);
      await Bun.sleep(20);
    }
  }

  test("that is durable when the server is killed, and was never acknowledged", async () => {
    const store = await server.open(await server.url());
    await setAwaited("nobody");
    const broken = store.commit(FIRST).then(
      () => "acknowledged",
      (error: Error) => error.message,
    );
    while ((await waiting("<> 'postgres'")) === 0) await Bun.sleep(10);
    await server.cluster().end("kill");
    expect(await broken).toContain("persistence_failed");
    await server.cluster().start();
    await setAwaited("");
    const row = await retried(store);
    expect(row.response).toBe(FIRST.response);
    expect((await store.replay(CLIENT, FIRST.request_id))?.body).toBe(FIRST.response);
    expect(await store.audit.verify()).toMatchObject({ rows: 1 });
  });

  test("that waits for a standby is acknowledged by no time limit", async () => {
    const store = await server.open(await server.url(), { waitMs: WAIT_MS });
    await setAwaited("nobody");
    const began = performance.now();
    await expect(store.commit(FIRST)).rejects.toThrow("persistence_failed");
    expect(performance.now() - began).toBeLessThan(WAIT_MS + 2_000);
    await setAwaited("");
    expect((await retried(store)).response).toBe(FIRST.response);
    expect(await store.audit.verify()).toMatchObject({ rows: 1 });
  });

  test.each(["pulled for a while", "cut"])("whose cable is %s", async (way) => {
    const direct = new URL(await server.url());
    const proxy = await startProxy(Number(direct.port));
    direct.port = String(proxy.port);
    try {
      const store = await server.open(direct.href, { waitMs: WAIT_MS });
      await store.commit(entry({ request_id: "before" }));
      if (way === "cut") {
        const outcomes = Array.from({ length: 8 }, async (_, i) => {
          await Bun.sleep(2 * i);
          return store.commit(FIRST).then(
            () => true,
            () => false,
          );
        });
        for (let i = 0; i < 6; i++) {
          proxy.cut();
          await Bun.sleep(3);
        }
        await Promise.all(outcomes);
      } else {
        proxy.hold(true);
        const began = performance.now();
        await expect(store.commit(FIRST)).rejects.toThrow("persistence_failed");
        expect(performance.now() - began).toBeLessThan(WAIT_MS + 2_000);
        expect(store.fault()).toContain("does not answer");
        proxy.hold(false);
      }
      const row = await retried(store);
      expect((await store.replay(CLIENT, FIRST.request_id))?.body).toBe(row.response);
      expect(store.fault()).toBeNull();
      expect(await store.audit.verify()).toMatchObject({ rows: 2 });
    } finally {
      proxy.stop();
    }
  });
});
