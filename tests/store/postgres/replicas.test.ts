/**
 * Guarantee: replicas on one database are one service: one row for one request, a withdrawal that
 * holds for all of them, and a time that none of their clocks moves.
 *
 * @slow it starts PostgreSQL
 */
import { expect, test } from "bun:test";
import { ConsentEndedError, KeyEndedError } from "../../../src/store/key-and-consent.ts";
import type { AuditRow } from "../../../src/store/records.ts";
import { entry } from "../entry.ts";
import { CLIENT, commitMany, databaseOf, onPostgres } from "./support.ts";

const MINUTE_MS = 60_000;

onPostgres("two replicas", (server) => {
  async function two(now: (() => number)[] = []) {
    const url = await server.url();
    const a = await server.open(url, { now: now[0] });
    const b = await server.open(url, { now: now[1] });
    await a.consent.change(CLIENT, "active", "test");
    const { key, key_id } = await a.keys.issue(
      { tenant: "oura", environment: "sandbox" },
      "command line",
    );
    return { url, a, b, key, caller: { client_id: CLIENT, key_id } };
  }

  test("give one request that both compute one row, and the same bytes", async () => {
    const { a, b, caller } = await two();
    const commits = Array.from({ length: 48 }, (_, i) => {
      const made = entry({ request_id: `request-${i % 8}`, response: `{"by":${i}}` });
      return (i % 3 === 0 ? a : b).commit(made, caller);
    });
    const rows: AuditRow[] = await Promise.all(commits);
    for (let request = 0; request < 8; request++) {
      const same = rows.filter((_, i) => i % 8 === request);
      expect(new Set(same.map(({ id, response }) => `${id} ${response}`)).size).toBe(1);
    }
    expect(await a.audit.verify()).toMatchObject({ rows: 8 });
    expect((await b.replay(CLIENT, "request-3", caller))?.body).toBe(rows[3]?.response);
  });

  test("record nothing once a withdrawal has returned, whoever asks", async () => {
    const { a, b, key, caller } = await two();
    const commits = Array.from({ length: 40 }, async (_, i) => {
      try {
        await b.commit(entry({ request_id: `r-${i}` }), caller);
        return null;
      } catch (error) {
        return error;
      }
    });
    await Bun.sleep(10);
    await a.consent.change(CLIENT, "revoked", "test");
    const rows = (await b.audit.list({})).length;
    for (const outcome of await Promise.all(commits))
      if (outcome !== null) expect(outcome).toBeInstanceOf(ConsentEndedError);
    expect((await b.audit.list({})).length).toBe(rows);
    expect(await b.identify(key)).toMatchObject({ consent: "revoked" });
    await expect(Promise.resolve(b.replay(CLIENT, "r-0", caller))).rejects.toThrow(
      ConsentEndedError,
    );
  });

  test("give each caller its own key, in whichever order the database finds them", async () => {
    const { url, a } = await two();
    const ordered = ["nestloop", "hashjoin", "seqscan"]
      .map((way) => `ALTER DATABASE ${databaseOf(url)} SET enable_${way} = off;`)
      .join(" ");
    await server.cluster().admin("postgres", ordered);
    const issued = await Promise.all(
      Array.from({ length: 40 }, () =>
        a.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line"),
      ),
    );
    const store = await server.open(url);
    const found = await Promise.all(issued.map(({ key }) => store.identify(key)));
    expect(found.map((each) => each?.key.key_id)).toEqual(issued.map(({ key_id }) => key_id));
  });

  test("refuse a revoked key at the next question, and in the commit", async () => {
    const { a, b, key, caller } = await two();
    expect(await b.identify(key, true)).not.toBeNull();
    await a.keys.revoke(caller.key_id, "command line");
    expect(await b.identify(key)).toBeNull();
    // At arrival a key may be remembered; nothing is answered with it.
    await expect(Promise.resolve(b.replay(CLIENT, "r", caller))).rejects.toThrow(KeyEndedError);
    await expect(Promise.resolve(b.commit(entry(), caller))).rejects.toThrow(KeyEndedError);
    expect(await b.audit.list({})).toEqual([]);
  });

  test("go by one clock: five minutes between them open no second window", async () => {
    let ahead = Date.now();
    const { a, b, caller } = await two([() => ahead, () => ahead - 5 * MINUTE_MS]);
    const first = await a.commit(entry(), caller);
    const again = await b.commit(entry({ response: "other" }), caller);
    expect(again.id).toBe(first.id);
    ahead += 4 * MINUTE_MS;
    expect((await b.replay(CLIENT, entry().request_id, caller))?.body).toBe(first.response);
    const later = await b.commit(entry({ request_id: "later" }), caller);
    expect(later.id > first.id).toBe(true);
  });

  test("the clock is the server's: what a replica says of the time changes nothing", async () => {
    const { a, b, caller } = await two();
    const first = await a.commit(entry(), caller);
    expect((await b.commit(entry({ response: "x" }), caller)).id).toBe(first.id);
    const { newest_ms } = await a.upkeep.times();
    expect(Math.abs(newest_ms - Date.now())).toBeLessThan(MINUTE_MS);
  });

  test("clients have chains of their own, which are exported and shown together", async () => {
    const { a, b } = await two();
    await Promise.all([commitMany(a, 5), commitMany(b, 5, "sandbox-whoop")]);
    expect(await a.audit.verify()).toMatchObject({ rows: 10 });
    const billed: string[] = [];
    for await (const { client_id } of a.audit.bill({ client_id: CLIENT })) billed.push(client_id);
    expect(billed).toEqual(Array(5).fill(CLIENT));
    expect((await b.audit.list({ limit: 3 })).length).toBe(3);
  });
});
