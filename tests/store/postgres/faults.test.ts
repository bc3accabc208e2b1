/**
 * Guarantee: whatever keeps the database from being used is told in one line that says what to do
 * and holds no password, and nothing is half made.
 *
 * @slow it starts PostgreSQL
 */
import { expect, test } from "bun:test";
import { Deadline } from "../../../src/origin/deadline.ts";
import { openPostgres } from "../../../src/store/postgres/index.ts";
import { testService } from "../../contract/support/service.ts";
import { requestBody } from "../../support/payloads.ts";
import { PASSWORD } from "../../support/postgres.ts";
import { entry } from "../entry.ts";
import { CLIENT, databaseOf, onPostgres } from "./support.ts";

/** Longer than a replica takes until it looks again. */
const LOOKED_MS = 1_500;

onPostgres("a database", (server) => {
  async function lineOf(url: string, options = {}): Promise<string> {
    const opening = openPostgres(url, { password: PASSWORD, create: true, ...options });
    const error = await opening.then(
      async (store) => {
        await store.close();
        return new Error("it was opened");
      },
      (thrown: Error) => thrown,
    );
    expect(error.message).not.toContain("\n");
    expect(error.message).not.toContain(PASSWORD);
    expect(error.constructor.name).toBe("OperatorError");
    return error.message;
  }

  test("that cannot be reached, or is not there", async () => {
    const url = await server.url();
    const wrong = (change: (address: URL) => void) => {
      const address = new URL(url);
      change(address);
      return lineOf(address.href);
    };
    expect(await wrong((address) => (address.port = "1"))).toContain("start it, or check host");
    expect(await wrong((address) => (address.hostname = "no.invalid"))).toContain("cannot reach");
    expect(await wrong((address) => (address.pathname = "/nothing"))).toContain(
      "run CREATE DATABASE nothing OWNER postgres",
    );
    expect(await wrong((address) => (address.username = "nobody"))).toContain(
      "refused the user nobody: check --state, PHASEWISE_STATE_PASSWORD",
    );
    expect(await lineOf(url, { password: "wrong" })).toContain("refused the user postgres");
  });

  test("without TLS where it is required", async () => {
    expect(await lineOf(`${await server.url()}?sslmode=require`)).toContain("does not speak TLS");
  });

  test("whose user may not make the schema: nothing is made", async () => {
    const url = await server.url();
    const name = databaseOf(url);
    const { admin, port } = server.cluster();
    await admin("postgres", `CREATE ROLE plain${port} LOGIN PASSWORD '${PASSWORD}'`);
    const line = await lineOf(url.replace("postgres@", `plain${port}@`));
    expect(line).toContain(`run GRANT CREATE ON DATABASE ${name} TO plain${port}`);
    const found = await admin(name, "SELECT to_regnamespace('phasewise') AS schema");
    expect(found[0]?.schema).toBeNull();
  });

  test("without a store, where a command only reads: nothing is made", async () => {
    const url = await server.url();
    expect(await lineOf(url, { create: false })).toContain("there is no state store");
    const { admin } = server.cluster();
    const [found] = await admin(databaseOf(url), "SELECT to_regnamespace('phasewise') AS schema");
    expect(found?.schema).toBeNull();
  });

  /** What a newer program's upgrade leaves. */
  const upgrade = (url: string, oldest: number) =>
    server
      .cluster()
      .admin(
        databaseOf(url),
        `UPDATE phasewise.schema_version SET version = 99, oldest_beside = ${oldest}`,
      );
  const schemaOf = (url: string) =>
    server.cluster().admin(
      databaseOf(url),
      `SELECT table_name, column_name, version, oldest_beside
        FROM information_schema.columns, phasewise.schema_version
        WHERE table_schema = 'phasewise' ORDER BY table_name, column_name`,
    );

  test("that is new says which schema it has, and which programs may work beside it", async () => {
    const url = await server.url();
    await server.open(url);
    const said = "SELECT version, oldest_beside FROM phasewise.schema_version";
    expect(await server.cluster().admin(databaseOf(url), said)).toEqual([
      { version: 1, oldest_beside: 1 },
    ]);
  });

  test("whose newer schema shuts this program out is left as it is", async () => {
    const url = await server.url();
    await server.open(url);
    await upgrade(url, 99);
    const before = await schemaOf(url);
    expect(await lineOf(url)).toContain("has version 99");
    expect(await schemaOf(url)).toEqual(before);
  });

  test("whose newer schema lets this program work beside it is used", async () => {
    const url = await server.url();
    const store = await server.open(url, { watch: true });
    await upgrade(url, 1);
    await Bun.sleep(LOOKED_MS);
    expect(store.fault()).toBeNull();
    await store.commit(entry());
    const started = await server.open(url);
    expect(await started.audit.verify()).toMatchObject({ rows: 1 });
  });

  test("whose schema shuts a busy replica out: it stops answering until it may again", async () => {
    const url = await server.url();
    const store = await server.open(url, { watch: true });
    await store.commit(entry());
    await upgrade(url, 99);
    const asked = () => Promise.resolve(store.replay(CLIENT, "other")).catch(() => undefined);
    const others = setInterval(asked, 1);
    try {
      while (store.fault() === null) await Bun.sleep(10);
      for (let i = 0; i < 100; i++) {
        expect(store.fault()).toContain("has version 99");
        await Bun.sleep(5);
      }
    } finally {
      clearInterval(others);
    }
    await expect(Promise.resolve(store.commit(entry({ request_id: "late" })))).rejects.toThrow(
      "persistence_failed",
    );
    await upgrade(url, 1);
    while (store.fault() !== null) await Bun.sleep(10);
    expect(await store.replay(CLIENT, "late")).toBeNull();
    await store.commit(entry({ request_id: "next" }));
  });

  test("many that open at once make one schema", async () => {
    const url = await server.url();
    const stores = await Promise.all(Array.from({ length: 6 }, () => server.open(url)));
    await stores[0]?.commit(entry());
    expect(await stores[5]?.audit.verify()).toMatchObject({ rows: 1 });
  });

  test("that goes away: 503, no row, readiness says so; when it is back all goes on", async () => {
    const store = await server.open(await server.url(), { watch: true, waitMs: 1_000 });
    const service = await testService({ store, now: undefined });
    try {
      await store.consent.change(CLIENT, "active", "test");
      const { key } = await store.keys.issue(
        { tenant: "oura", environment: "sandbox" },
        "command line",
      );
      const body = requestBody();
      expect((await service.post(body, { key })).status).toBe(200);
      await server.cluster().end("kill");
      const refused = await fetch(`${service.url}/v1/oura/recommendation`, {
        method: "POST",
        headers: { authorization: `ApiKey ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect([refused.status, await refused.text()]).toEqual([
        503,
        expect.stringContaining("service_unavailable"),
      ]);
      expect((await service.call("GET", "/v1/health/ready")).status).toBe(503);
      expect(store.fault()).toMatch(/cannot reach database|is starting or stopping/);
      expect(service.log()).not.toContain(PASSWORD);
      await server.cluster().start();
      while ((await service.call("GET", "/v1/health/ready")).status !== 200) await Bun.sleep(50);
      expect((await service.post(requestBody(), { key })).status).toBe(200);
      expect(await store.audit.verify()).toMatchObject({ rows: 2 });
    } finally {
      await service.stop();
    }
  });

  test("that no longer answers keeps no request past its time", async () => {
    const url = await server.url();
    const store = await server.open(url, { waitMs: 400 });
    await store.commit(entry());
    const pids = await server
      .cluster()
      .admin("postgres", `SELECT pid FROM pg_stat_activity WHERE datname = '${databaseOf(url)}'`);
    for (const { pid } of pids) process.kill(Number(pid), "SIGSTOP");
    try {
      const asked = performance.now();
      const limit = new Deadline(asked, 400);
      const late = Promise.resolve(store.commit(entry({ request_id: "late" }), undefined, limit));
      await expect(late).rejects.toThrow("persistence_failed");
      expect(performance.now() - asked).toBeLessThan(3_000);
      expect(store.fault()).toContain("does not answer");
    } finally {
      for (const { pid } of pids) process.kill(Number(pid), "SIGCONT");
    }
    expect(await store.replay(CLIENT, "late")).toBeNull();
    expect(store.fault()).toBeNull();
  });
});
